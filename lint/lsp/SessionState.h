//===- SessionState.h - what a session keeps -------------------*- C++ -*-===//
//
// For the files that make up Session alone.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_LSP_SESSIONSTATE_H
#define WARPLINT_LSP_SESSIONSTATE_H

#include "lint/lsp/Session.h"

namespace warplint::lsp {

/// What the editor understands.
struct Session::Client {
  Encoding encoding = Encoding::Utf16; ///< what holds where nothing was agreed upon
  bool markdown = false;
  bool documentChanges = false;
  bool relatedInformation = false;
  bool codeDescription = false;
  bool tags = false;
  bool versions = false;            ///< in diagnostics
  bool codeActionLiterals = false;  ///< actions that are more than commands
  bool watchesFiles = false;        ///< where it is asked to
  std::vector<std::string> folders; ///< of its workspace, absolute
};

/// What is known of a document, and of which texts.
struct Session::Base {
  AnalysisResult result;
  std::map<std::string, std::shared_ptr<const Text>> texts; ///< of all that was open, by path
  std::optional<std::int64_t> version;                      ///< of the document
};

/// A request that is answered when the analysis has ended.
struct Session::Waiting {
  Json id;
  bool forHover = false;
  Range range;                   ///< of a hover: its start
  std::vector<std::string> only; ///< kinds of actions; empty: all
};

struct Session::Document {
  std::string uri; ///< as the editor writes it
  std::string path;
  std::optional<std::int64_t> version;
  bool isCuda = true;
  bool lost = false; ///< a change could not be understood: what the text is, nobody knows
  std::shared_ptr<const Text> text;
  std::optional<Time> due; ///< of the next analysis
  unsigned running = 0;    ///< number of the analysis under way; 0: none
  unsigned ended = 0;      ///< analyses
  Base given;              ///< to the analysis under way
  std::optional<Base> base;
  std::vector<Waiting> waiting;
  std::string published; ///< diagnostics, as they were sent last

  const std::shared_ptr<const Text> &analysedText() const { return base->texts.at(path); }
};

/// Members of JSON that nobody vouches for: what is absent, or no object's, is null.
inline const nlohmann::json &member(const nlohmann::json &json, const char *key) {
  static const nlohmann::json null;
  if (!json.is_object())
    return null;
  const auto found = json.find(key);
  return found == json.end() ? null : *found;
}

inline std::string textAt(const nlohmann::json &json, const char *key) {
  const nlohmann::json &value = member(json, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

inline bool flagAt(const nlohmann::json &json, const char *key) {
  const nlohmann::json &value = member(json, key);
  return value.is_boolean() && value.get<bool>();
}

std::optional<Range> rangeFrom(const nlohmann::json &json);
std::optional<Position> positionFrom(const nlohmann::json &json);

} // namespace warplint::lsp

#endif
