//===- Outputs.h - which report goes where ---------------------*- C++ -*-===//
#ifndef WARPLINT_CLI_OUTPUTS_H
#define WARPLINT_CLI_OUTPUTS_H

#include "lint/evidence/Error.h"
#include "lint/report/Reporter.h"

namespace warplint::cli {

enum class Colour { Automatic, Always, Never };

struct Output {
  std::string format;
  std::string file; ///< empty: the standard output
};

/// From the values of --format and --output (`FMT=FILE`). Reports named by --output go to their
/// file, the other formats to the standard output; it gets the text where nothing else is asked
/// for it. An error for an unknown format, a folder that cannot be written to, and two reports
/// that cannot share the standard output.
Expected<std::vector<Output>> planOutputs(const std::vector<std::string> &formats,
                                          const std::vector<std::string> &outputs);

Expected<void> writeReport(const Output &output, report::Context context, Colour colour);

/// Writes to a file, or to the standard output where none is named. The error names the file.
Expected<void> writeOutput(const std::string &file, const std::string &text);

/// Is the standard output to be coloured?
bool paints(Colour colour);

/// Is the summary of the text report on the standard output?
bool showsSummary(const std::vector<Output> &outputs, bool quiet);

} // namespace warplint::cli

#endif
