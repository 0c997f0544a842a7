//===- Messages.h - where one message ends ---------------------*- C++ -*-===//
//
// The base protocol of the Language Server Protocol, version 3.17: header fields,
// an empty line, as many bytes as Content-Length says.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_LSP_MESSAGES_H
#define WARPLINT_LSP_MESSAGES_H

#include <optional>
#include <string>
#include <string_view>

namespace warplint::lsp {

/// Cuts a stream of bytes into messages, whatever the bytes are. It never keeps more than one
/// message of the greatest length that is taken, and what is fed at a time.
class MessageReader {
public:
  struct Limits {
    std::size_t header = 8 << 10; ///< bytes of all header fields of a message
    std::size_t content =
        128U << 20; ///< bytes: a file of 32 MB, however its characters are escaped
  };
  MessageReader() = default;
  explicit MessageReader(Limits limits) : limits_(limits) {}

  struct Item {
    std::string content; ///< of a message
    std::string problem; ///< why there is none, in words; empty where there is one
  };

  void feed(std::string_view bytes) { buffer_ += bytes; }
  /// The next message, or a problem, after which it goes on with the next message that can be made
  /// out. Nothing until more is fed.
  std::optional<Item> next();

private:
  std::optional<Item> readHeader();
  std::optional<Item> readContent();
  std::optional<Item> takeField(std::string_view line);
  Item lose(std::string problem);
  bool resynchronise();
  std::string_view rest() const { return std::string_view(buffer_).substr(at_); }
  void drop(std::size_t bytes);

  Limits limits_;
  std::string buffer_;
  std::size_t at_ = 0;          ///< what is before has been read
  std::size_t headerBytes_ = 0; ///< of this message, so far
  std::size_t skipping_ = 0;    ///< bytes to come of a message that is too long
  std::optional<std::size_t> length_;
  bool inContent_ = false;
  bool lost_ = false; ///< where the next message begins
};

/// The message with its header.
std::string framed(std::string_view content);

} // namespace warplint::lsp

#endif
