//===- ChangedLines.cpp - which lines a diff changes ----------------------===//

#include "lint/engine/ChangedLines.h"

#include <algorithm>
#include <charconv>

namespace warplint::engine {
namespace {

/// What stands behind "+++ ": a name, quoted or up to the tab before a time.
std::optional<std::string> nameIn(std::string_view text) {
  if (text.starts_with('"'))
    return unquoted(text);
  return std::string(text.substr(0, text.find('\t')));
}

/// Of hunks that overlap or do not follow one another, as no diff has them and any file may.
std::vector<Lines> ascending(std::vector<Lines> lines) {
  std::sort(lines.begin(), lines.end(),
            [](const Lines &a, const Lines &b) { return a.first < b.first; });
  std::vector<Lines> result;
  for (const Lines &next : lines)
    if (!result.empty() && next.first - 1 <= result.back().last)
      result.back().last = std::max(result.back().last, next.last);
    else
      result.push_back(next);
  return result;
}

bool readNumber(std::string_view &text, unsigned &number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc();
}

/// "12,3" and "12", which is 12,1.
bool readRange(std::string_view &text, unsigned &first, unsigned &count) {
  count = 1;
  if (!readNumber(text, first))
    return false;
  if (!text.starts_with(','))
    return true;
  text.remove_prefix(1);
  return readNumber(text, count);
}

/// Of a log; without a diff behind it, the commit has changed nothing (or merges what did).
bool namesCommit(std::string_view line) {
  constexpr std::string_view word = "commit ";
  constexpr std::size_t leastDigits = 4; // of what git abbreviates
  if (!line.starts_with(word))
    return false;
  const std::string_view name = line.substr(word.size());
  const std::size_t digits = name.find_first_not_of("0123456789abcdef");
  return digits == std::string_view::npos ? name.size() >= leastDigits
                                          : digits >= leastDigits && name[digits] == ' ';
}

class DiffReader {
public:
  explicit DiffReader(std::string_view diff) : rest_(diff) {}

  Expected<std::vector<ChangedFile>> read() {
    while (!rest_.empty())
      if (Expected<void> done = readLine(nextLine()); !done)
        return tl::unexpected(done.error());
    if (oldLeft_ > 0 || newLeft_ > 0)
      return error("the diff ends within a hunk");
    if (!any_ && lineNumber_ > 0 && !blank_)
      return error("this is no unified diff");
    endFile();
    return std::move(files_);
  }

private:
  std::string_view nextLine() {
    const std::size_t end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    ++lineNumber_;
    return line;
  }

  tl::unexpected<Error> error(std::string message) const {
    return makeError(std::move(message), {}, lineNumber_);
  }

  /// A hunk says how many lines it has: within it, nothing is a header, whatever it looks like.
  Expected<void> readLine(std::string_view line) {
    if (oldLeft_ > 0 || newLeft_ > 0)
      return readHunkLine(line);
    if (line.ends_with('\r'))
      line.remove_suffix(1);
    blank_ = blank_ && line.empty();
    if (line.starts_with("diff --git ")) {
      endFile();
      any_ = true;
    } else if (line.starts_with("--- ")) {
      endFile();
    } else if (line.starts_with("+++ ")) {
      return readName(line.substr(4));
    } else if (line.starts_with("@@ ")) {
      return readHunkHeader(line.substr(3));
    } else if (line.starts_with("@@@")) {
      return error("this is a combined diff, of a merge; compare with one state (git diff BASE)");
    } else if (line.starts_with("rename to ") || line.starts_with("Binary files ") ||
               line.starts_with("GIT binary patch") || namesCommit(line)) {
      any_ = true; // no line of it is changed, or none can be
    }
    return {};
  }

  Expected<void> readName(std::string_view text) {
    const std::optional<std::string> name = nameIn(text);
    if (!name || name->empty())
      return error("the name of the file cannot be read");
    any_ = true;
    file_ = {.name = *name, .lines = {}};
    isOpen_ = *name != "/dev/null";
    return {};
  }

  Expected<void> readHunkHeader(std::string_view text) {
    unsigned oldFirst = 0, newFirst = 0;
    const auto skip = [&](char c) {
      const bool there = text.starts_with(c);
      text.remove_prefix(there ? 1 : 0);
      return there;
    };
    if (!skip('-') || !readRange(text, oldFirst, oldLeft_) || !skip(' ') || !skip('+') ||
        !readRange(text, newFirst, newLeft_) || !text.starts_with(" @@") ||
        newFirst > std::numeric_limits<unsigned>::max() - newLeft_ ||
        (newFirst == 0 && newLeft_ > 0)) // lines count from 1
      return error("the header of the hunk cannot be read");
    if (file_.name.empty())
      return error("a hunk of no file");
    // Of none, the line before is named.
    line_ = newLeft_ == 0 ? newFirst + 1 : newFirst;
    return {};
  }

  Expected<void> readHunkLine(std::string_view line) {
    // Some mailers take the space off a line that holds nothing else.
    const char kind = line.empty() || line == "\r" ? ' ' : line.front();
    if (kind == '\\') // "\ No newline at end of file"
      return {};
    const bool isOld = kind == ' ' || kind == '-', isNew = kind == ' ' || kind == '+';
    if ((!isOld && !isNew) || (isOld && oldLeft_ == 0) || (isNew && newLeft_ == 0))
      return error("the hunk has other lines than its header says");
    oldLeft_ -= isOld;
    newLeft_ -= isNew;
    if (kind == '+') {
      addLine(line_);
      file_.added.emplace_back(line_, line.substr(1));
    } else if (kind == '-') {
      addGone(line.substr(1));
    }
    line_ += isNew;
    return {};
  }

  void addLine(unsigned line) {
    if (!file_.lines.empty() && file_.lines.back().last + 1 == line)
      file_.lines.back().last = line;
    else
      file_.lines.push_back({line, line});
  }

  void addGone(std::string_view text) {
    constexpr std::string_view words[] = {"sync", "barrier", "fence", "wait", "arrive", "commit"};
    const bool keptOrder = std::any_of(std::begin(words), std::end(words), [&](auto word) {
      return text.find(word) != std::string_view::npos;
    });
    const unsigned after = line_ == 0 ? 0 : line_ - 1;
    if (file_.gone.empty() || file_.gone.back().after != after)
      file_.gone.push_back({after, keptOrder});
    else
      file_.gone.back().keptOrder |= keptOrder;
  }

  void endFile() {
    if (isOpen_) {
      file_.lines = ascending(std::move(file_.lines));
      files_.push_back(std::move(file_));
    }
    isOpen_ = false;
    file_ = {};
  }

  std::string_view rest_;
  unsigned lineNumber_ = 0;
  bool any_ = false;  ///< something of a diff was seen
  bool blank_ = true; ///< nothing at all was
  bool isOpen_ = false;
  ChangedFile file_;
  unsigned oldLeft_ = 0, newLeft_ = 0; ///< lines of the hunk
  unsigned line_ = 0;                  ///< of the new file
  std::vector<ChangedFile> files_;
};

bool touches(const ChangedLines &changed, const SourceSpan &span) {
  const unsigned last = std::max(span.line, span.endLine);
  return changed.touch(span.file, span.line, last) || changed.lack(span.file, span.line, last);
}

/// What it says lies with what is missing between accesses.
bool isOfOrder(const Finding &finding) {
  return finding.family == "async" || finding.family == "sync" || finding.rule.ends_with("-race");
}

/// From the first to the last place of the file that the finding names.
Lines reach(const Finding &finding) {
  Lines lines{finding.span.line, std::max(finding.span.line, finding.span.endLine)};
  for (const Note &note : finding.notes)
    if (note.span.line != 0 && note.span.file == finding.span.file) {
      lines.first = std::min(lines.first, note.span.line);
      lines.last = std::max({lines.last, note.span.line, note.span.endLine});
    }
  return lines;
}

} // namespace

std::optional<std::string> unquoted(std::string_view text) {
  std::string name;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"')
      return name;
    if (text[i] != '\\') {
      name += text[i];
      continue;
    }
    if (++i == text.size())
      return std::nullopt;
    constexpr std::string_view letters = "abtnvfr\"\\", meant = "\a\b\t\n\v\f\r\"\\";
    if (const std::size_t which = letters.find(text[i]); which != std::string_view::npos) {
      name += meant[which];
      continue;
    }
    constexpr unsigned octal = 8, digits = 3, byte = 256;
    unsigned value = 0, read = 0;
    for (; read < digits && i < text.size() && text[i] >= '0' && text[i] < '8'; ++read, ++i)
      value = value * octal + static_cast<unsigned>(text[i] - '0');
    if (read == 0 || value >= byte)
      return std::nullopt;
    name += static_cast<char>(static_cast<unsigned char>(value));
    --i;
  }
  return std::nullopt;
}

Expected<std::vector<ChangedFile>> parseDiff(std::string_view diff) {
  return DiffReader(diff).read();
}

void ChangedLines::add(const std::string &file, const std::vector<Lines> &lines,
                       const std::vector<Gone> &gone) {
  std::vector<Lines> &all = byFile_[file];
  all.insert(all.end(), lines.begin(), lines.end());
  std::vector<Gone> &allGone = gone_[file];
  allGone.insert(allGone.end(), gone.begin(), gone.end());
}

bool ChangedLines::lack(const std::string &file, unsigned first, unsigned last) const {
  const auto found = gone_.find(file);
  return found != gone_.end() &&
         std::any_of(found->second.begin(), found->second.end(),
                     [&](const Gone &gone) { return first <= gone.after && gone.after < last; });
}

bool ChangedLines::lackOrder(const std::string &file) const {
  const auto found = gone_.find(file);
  return found != gone_.end() && std::any_of(found->second.begin(), found->second.end(),
                                             [](const Gone &gone) { return gone.keptOrder; });
}

bool ChangedLines::touch(const std::string &file, unsigned first, unsigned last) const {
  const auto found = byFile_.find(file);
  return found != byFile_.end() &&
         std::any_of(found->second.begin(), found->second.end(), [&](const Lines &lines) {
           return lines.first <= last && first <= lines.last;
         });
}

std::vector<std::string> ChangedLines::files() const {
  std::vector<std::string> files;
  for (const auto &[file, lines] : byFile_)
    files.push_back(file);
  return files;
}

bool concerns(const ChangedLines &changed, const Finding &finding) {
  if (touches(changed, finding.span))
    return true;
  const Lines &statement = finding.statement;
  if (statement.first != 0 && (changed.touch(finding.span.file, statement.first, statement.last) ||
                               changed.lack(finding.span.file, statement.first, statement.last)))
    return true;
  if (isOfOrder(finding)) {
    const Lines lines = reach(finding);
    if (changed.lack(finding.span.file, lines.first, lines.last) ||
        changed.lackOrder(finding.span.file))
      return true;
  }
  if (std::any_of(finding.uses.begin(), finding.uses.end(),
                  [&](const Use &use) { return touches(changed, use.span); }))
    return true;
  if (std::any_of(finding.notes.begin(), finding.notes.end(), [&](const Note &note) {
        return note.span.line != 0 && touches(changed, note.span);
      }))
    return true;
  return std::any_of(finding.fixes.begin(), finding.fixes.end(), [&](const Fix &fix) {
    return std::any_of(fix.edits.begin(), fix.edits.end(),
                       [&](const Edit &edit) { return touches(changed, edit.span); });
  });
}

unsigned keepChanged(const ChangedLines &changed, Report &report) {
  unsigned dropped = 0;
  std::erase_if(report.findings, [&](const Finding &finding) {
    if (concerns(changed, finding))
      return false;
    dropped += !finding.suppressed;
    return true;
  });
  return dropped;
}

} // namespace warplint::engine
