//===- EvidenceFile.h - a file of evidence that is always whole -*- C++ -*-===//
//
// The measured process may end at any moment: by `_exit`, by a signal that
// nobody can catch, by a crash of its own. So there is no "write at the end":
// each measured launch appends its sites and the end of the file in one write,
// over the former end, and the file is valid JSON before and after it.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_COLLECTOR_EVIDENCEFILE_H
#define WARPLINT_RUNTIME_COLLECTOR_EVIDENCEFILE_H

#include <string>
#include <string_view>
#include <vector>

namespace warplint::runtime {

/// "text" with its quotes, escaped.
std::string jsonString(std::string_view text);

/// Not for two threads at once.
class EvidenceFile {
public:
  /// `head` is what comes before the sites: `"version": 1, …` without braces.
  EvidenceFile(const std::string &path, const std::string &head);
  ~EvidenceFile();
  EvidenceFile(const EvidenceFile &) = delete;
  EvidenceFile &operator=(const EvidenceFile &) = delete;

  bool isOpen() const { return descriptor_ >= 0; }
  /// Another head, while there are no sites yet; ignored later.
  void setHead(const std::string &head);
  /// A site is a JSON object.
  void append(const std::vector<std::string> &sites);
  /// A sentence for the person who reads the verdicts; the same one is kept once.
  void note(const std::string &text);

private:
  void write(const std::string &text);
  std::string tail() const;

  int descriptor_ = -1;
  std::size_t end_ = 0; ///< offset of the tail
  bool hasSites_ = false;
  std::vector<std::string> notes_;
};

} // namespace warplint::runtime

#endif
