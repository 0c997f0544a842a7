//===- Messages.cpp - where one message ends ------------------------------===//

#include "lint/lsp/Messages.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <fmt/format.h>

namespace warplint::lsp {
namespace {

constexpr llvm::StringLiteral lengthField = "Content-Length:";

} // namespace

void MessageReader::drop(std::size_t bytes) {
  at_ += bytes;
  // Moving the rest to the front each time would make many short messages slow.
  if (at_ == buffer_.size() || at_ > buffer_.size() / 2) {
    buffer_.erase(0, at_);
    at_ = 0;
  }
}

MessageReader::Item MessageReader::lose(std::string problem) {
  lost_ = true;
  length_.reset();
  headerBytes_ = 0;
  return {{}, std::move(problem)};
}

/// Looks for the next field that gives a length. False if there is none yet.
bool MessageReader::resynchronise() {
  const llvm::StringRef text = rest();
  const std::size_t found = text.find_insensitive(lengthField);
  if (found != llvm::StringRef::npos) {
    drop(found);
    lost_ = false;
    return true;
  }
  drop(text.size() - std::min(text.size(), lengthField.size() - 1));
  return false;
}

std::optional<MessageReader::Item> MessageReader::next() {
  const std::size_t skipped = std::min(skipping_, rest().size());
  skipping_ -= skipped;
  drop(skipped);
  if (skipping_ > 0 || (lost_ && !resynchronise()))
    return std::nullopt;
  if (!inContent_)
    if (auto problem = readHeader())
      return problem;
  return inContent_ ? readContent() : std::nullopt;
}

/// Takes fields up to the empty line. Returns problems only.
std::optional<MessageReader::Item> MessageReader::readHeader() {
  for (;;) {
    const std::size_t left = limits_.header - headerBytes_;
    const std::size_t end = rest().substr(0, left).find('\n');
    if (end == std::string_view::npos) {
      if (rest().size() >= left)
        return lose("a header that is too long");
      return std::nullopt;
    }
    const std::string line = llvm::StringRef(rest().substr(0, end)).rtrim('\r').str();
    headerBytes_ += end + 1;
    drop(end + 1);
    if (!line.empty()) {
      if (auto item = takeField(line))
        return item;
      continue;
    }
    if (!length_) {
      if (headerBytes_ <= 2) { // empty lines between messages do no harm
        headerBytes_ = 0;
        continue;
      }
      return lose("a header without Content-Length");
    }
    headerBytes_ = 0;
    if (*length_ > limits_.content) {
      skipping_ = *length_;
      const std::string problem = fmt::format(
          "a message of {} bytes; the longest that is read has {}", *length_, limits_.content);
      length_.reset();
      return Item{{}, problem};
    }
    inContent_ = true;
    return std::nullopt;
  }
}

std::optional<MessageReader::Item> MessageReader::takeField(std::string_view line) {
  llvm::StringRef field = line;
  if (!field.consume_front_insensitive(lengthField))
    return std::nullopt; // Content-Type, say
  std::size_t length = 0;
  if (field.trim().getAsInteger(10, length))
    return lose("a Content-Length that is no number");
  length_ = length;
  return std::nullopt;
}

std::optional<MessageReader::Item> MessageReader::readContent() {
  if (rest().size() < *length_)
    return std::nullopt;
  Item item{std::string(rest().substr(0, *length_)), {}};
  inContent_ = false;
  const std::size_t length = *length_;
  length_.reset();
  drop(length);
  return item;
}

std::string framed(std::string_view content) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", content.size(), content);
}

} // namespace warplint::lsp
