//===- EvidenceFile.cpp - a file of evidence that is always whole ---------===//

#include "runtime-check/collector/EvidenceFile.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace warplint::runtime {

std::string jsonString(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", byte);
      result += escape;
    } else {
      result += c;
    }
  }
  return result + '"';
}

EvidenceFile::EvidenceFile(const std::string &path, const std::string &head)
    : descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {
  setHead(head);
}

EvidenceFile::~EvidenceFile() {
  if (isOpen())
    ::close(descriptor_);
}

std::string EvidenceFile::tail() const {
  std::string text = "\n],\"notes\":[";
  for (const std::string &note : notes_)
    text += (&note == &notes_.front() ? "\n" : ",\n") + jsonString(note);
  return text + "]}\n";
}

void EvidenceFile::setHead(const std::string &head) {
  if (hasSites_)
    return;
  end_ = 0;
  write("{" + head + ",\"sites\":[");
}

void EvidenceFile::append(const std::vector<std::string> &sites) {
  std::string text;
  for (const std::string &site : sites) {
    text += hasSites_ ? ",\n" : "\n";
    text += site;
    hasSites_ = true;
  }
  write(text);
}

void EvidenceFile::note(const std::string &text) {
  if (std::find(notes_.begin(), notes_.end(), text) != notes_.end())
    return;
  notes_.push_back(text);
  write({});
}

void EvidenceFile::write(const std::string &text) {
  if (!isOpen())
    return;
  const std::string bytes = text + tail();
  const auto written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(end_));
  if (written != static_cast<ssize_t>(bytes.size())) { // a full disk: what stands there is lost
    ::close(descriptor_);
    descriptor_ = -1;
    return;
  }
  end_ += text.size();
  if (end_ == text.size()) // a new head may be shorter than the former one
    (void)!::ftruncate(descriptor_, static_cast<off_t>(bytes.size()));
}

} // namespace warplint::runtime
