//===- Json.cpp - evidence files and analyses as JSON ---------------------===//

#include "lint/evidence/Json.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace warplint {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

/// Six significant digits say more than any prediction is good for, and the
/// last bits of a quotient are no concern of a reader or of a `diff`.
double rounded(double value) {
  std::array<char, 64> text;
  auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 6);
  double result = value;
  if (error == std::errc())
    std::from_chars(text.data(), end, result);
  return result == 0 ? 0 : result; // no -0.0
}

bool isFinite(const EvidenceValue &value) {
  const auto *number = std::get_if<double>(&value);
  return !number || std::isfinite(*number);
}

OrderedJson exactJson(const EvidenceValue &value) {
  if (const auto *text = std::get_if<std::string>(&value))
    return validUtf8(*text);
  return std::visit([](const auto &plain) { return OrderedJson(plain); }, value);
}

OrderedJson exactJson(const Evidence &evidence) {
  OrderedJson json = OrderedJson::object();
  for (const auto &[name, value] : evidence)
    if (isFinite(value))
      json[validUtf8(name)] = exactJson(value);
  return json;
}

OrderedJson stringsJson(const std::vector<std::string> &strings) {
  OrderedJson json = OrderedJson::array();
  for (const std::string &text : strings)
    json.push_back(validUtf8(text));
  return json;
}

template <typename T> OrderedJson listJson(const std::vector<T> &values);

OrderedJson itemJson(const SourceSpan &span) {
  return {{"file", validUtf8(span.file)},
          {"line", span.line},
          {"column", span.column},
          {"end_line", span.endLine},
          {"end_column", span.endColumn}};
}

OrderedJson itemJson(const Use &use) {
  return {{"span", itemJson(use.span)}, {"statement", {use.statement.first, use.statement.last}}};
}

OrderedJson itemJson(const Note &note) {
  return {{"span", itemJson(note.span)}, {"text", validUtf8(note.text)}};
}

OrderedJson itemJson(const Edit &edit) {
  return {{"span", itemJson(edit.span)}, {"text", validUtf8(edit.text)}};
}

OrderedJson itemJson(const Fix &fix) {
  return {
      {"id", validUtf8(fix.id)}, {"title", validUtf8(fix.title)}, {"edits", listJson(fix.edits)}};
}

OrderedJson itemJson(const Site &site) {
  return {{"kind", name(site.kind)},
          {"span", itemJson(site.span)},
          {"statement", {site.statement.first, site.statement.last}},
          {"uses", listJson(site.uses)},
          {"kernel", validUtf8(site.kernel)},
          {"op", validUtf8(site.op)},
          {"expr", validUtf8(site.expr)},
          {"confidence", name(site.confidence)},
          {"assumptions", stringsJson(site.assumptions)},
          {"notes", listJson(site.notes)},
          {"fixes", listJson(site.fixes)},
          {"evidence", exactJson(site.evidence)}};
}

OrderedJson itemJson(const std::optional<std::array<unsigned, 3>> &shape) {
  return shape ? OrderedJson(*shape) : OrderedJson(nullptr);
}

template <typename Number>
OrderedJson numbersJson(const std::vector<std::optional<Number>> &numbers) {
  OrderedJson json = OrderedJson::array();
  for (const std::optional<Number> &number : numbers)
    json.push_back(number ? OrderedJson(*number) : OrderedJson(nullptr));
  return json;
}

OrderedJson itemJson(const LaunchRecord &launch) {
  return {
      {"kernel", validUtf8(launch.kernel)},
      {"span", itemJson(launch.span)},
      {"defined_in", validUtf8(launch.definedIn)},
      {"block", itemJson(launch.block)},
      {"grid", itemJson(launch.grid)},
      {"assumed", launch.assumed},
      {"cooperative", launch.cooperative ? OrderedJson(*launch.cooperative) : OrderedJson(nullptr)},
      {"cluster", itemJson(launch.cluster)},
      {"arguments", numbersJson(launch.arguments)},
      {"argument_axes", numbersJson(launch.argumentAxes)}};
}

OrderedJson itemJson(const Suppression &suppression) {
  return {{"span", itemJson(suppression.span)},
          {"first_line", suppression.firstLine},
          {"last_line", suppression.lastLine},
          {"rules", stringsJson(suppression.rules)},
          {"reason", validUtf8(suppression.reason)}};
}

OrderedJson itemJson(const DeviceFunction &function) {
  return {{"name", validUtf8(function.name)},
          {"span", itemJson(function.span)},
          {"kernel", function.kernel},
          {"hash", function.hash},
          {"tokens", function.tokens}};
}

template <typename T> OrderedJson listJson(const std::vector<T> &values) {
  OrderedJson json = OrderedJson::array();
  for (const T &value : values)
    json.push_back(itemJson(value));
  return json;
}

/// Thrown and caught in this file only; nlohmann reports its own errors likewise.
struct BadValue {
  std::string what;
};

void read(const Json &json, bool &value) { value = json.get<bool>(); }
void read(const Json &json, std::string &value) { value = json.get<std::string>(); }
void read(const Json &json, std::int64_t &value) { value = json.get<std::int64_t>(); }

void read(const Json &json, unsigned &value) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() > ~0U)
    throw BadValue{"a line, column or size is not a natural number: " + json.dump()};
  value = json.get<unsigned>();
}

template <typename Enum>
Enum readName(const Json &json, std::optional<Enum> (*fromName)(std::string_view)) {
  const auto text = json.get<std::string>();
  if (std::optional<Enum> value = fromName(text))
    return *value;
  throw BadValue{"unknown name '" + text + "'"};
}
void read(const Json &json, SiteKind &kind) { kind = readName(json, siteKindFromName); }
void read(const Json &json, Confidence &value) { value = readName(json, confidenceFromName); }
void read(const Json &json, FileStatus &value) { value = readName(json, fileStatusFromName); }

void read(const Json &json, Evidence &evidence) {
  for (const auto &[name, value] : json.items()) {
    if (value.is_boolean())
      evidence[name] = value.get<bool>();
    else if (value.is_number_integer())
      evidence[name] = value.get<std::int64_t>();
    else if (value.is_number_float())
      evidence[name] = value.get<double>();
    else
      evidence[name] = value.get<std::string>();
  }
}

template <typename T> void read(const Json &json, std::vector<T> &values);

void read(const Json &json, std::optional<std::array<unsigned, 3>> &shape) {
  if (json.is_null())
    return;
  std::array<unsigned, 3> sizes;
  if (json.size() != sizes.size())
    throw BadValue{"a shape has three sizes: " + json.dump()};
  for (std::size_t axis = 0; axis < sizes.size(); ++axis)
    read(json.at(axis), sizes[axis]);
  shape = sizes;
}

void read(const Json &json, SourceSpan &span) {
  read(json.at("file"), span.file);
  read(json.at("line"), span.line);
  read(json.at("column"), span.column);
  read(json.at("end_line"), span.endLine);
  read(json.at("end_column"), span.endColumn);
}

void read(const Json &json, Note &note) {
  read(json.at("span"), note.span);
  read(json.at("text"), note.text);
}

void read(const Json &json, Use &use) {
  read(json.at("span"), use.span);
  read(json.at("statement").at(0), use.statement.first);
  read(json.at("statement").at(1), use.statement.last);
}

void read(const Json &json, Edit &edit) {
  read(json.at("span"), edit.span);
  read(json.at("text"), edit.text);
}

void read(const Json &json, Fix &fix) {
  read(json.at("id"), fix.id);
  read(json.at("title"), fix.title);
  read(json.at("edits"), fix.edits);
}

void read(const Json &json, Site &site) {
  read(json.at("kind"), site.kind);
  read(json.at("span"), site.span);
  read(json.at("statement").at(0), site.statement.first);
  read(json.at("statement").at(1), site.statement.last);
  read(json.at("uses"), site.uses);
  read(json.at("kernel"), site.kernel);
  read(json.at("op"), site.op);
  read(json.at("expr"), site.expr);
  read(json.at("confidence"), site.confidence);
  read(json.at("assumptions"), site.assumptions);
  read(json.at("notes"), site.notes);
  read(json.at("fixes"), site.fixes);
  read(json.at("evidence"), site.evidence);
}

template <typename Number>
void readNumbers(const Json &json, std::vector<std::optional<Number>> &numbers) {
  for (const Json &one : json) {
    numbers.emplace_back();
    if (!one.is_null())
      read(one, numbers.back().emplace());
  }
}

void read(const Json &json, LaunchRecord &launch) {
  read(json.at("kernel"), launch.kernel);
  read(json.at("span"), launch.span);
  read(json.at("defined_in"), launch.definedIn);
  read(json.at("block"), launch.block);
  read(json.at("grid"), launch.grid);
  read(json.at("assumed"), launch.assumed);
  if (const Json &cooperative = json.at("cooperative"); !cooperative.is_null())
    read(cooperative, launch.cooperative.emplace());
  read(json.at("cluster"), launch.cluster);
  readNumbers(json.at("arguments"), launch.arguments);
  readNumbers(json.at("argument_axes"), launch.argumentAxes);
}

void read(const Json &json, Suppression &suppression) {
  read(json.at("span"), suppression.span);
  read(json.at("first_line"), suppression.firstLine);
  read(json.at("last_line"), suppression.lastLine);
  read(json.at("rules"), suppression.rules);
  read(json.at("reason"), suppression.reason);
}

void read(const Json &json, std::array<unsigned, 2> &place) {
  if (json.size() != place.size())
    throw BadValue{"a place has a line and a column: " + json.dump()};
  read(json.at(0), place[0]);
  read(json.at(1), place[1]);
}

void read(const Json &json, DeviceFunction &function) {
  read(json.at("name"), function.name);
  read(json.at("span"), function.span);
  read(json.at("kernel"), function.kernel);
  read(json.at("hash"), function.hash);
  read(json.at("tokens"), function.tokens);
}

template <typename T> void read(const Json &json, std::vector<T> &values) {
  if (!json.is_array())
    throw BadValue{"a list was expected: " + json.dump()};
  values.resize(json.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    read(json[i], values[i]);
}

FileAnalysis readAnalysis(const Json &json) {
  FileAnalysis analysis;
  read(json.at("file"), analysis.file);
  read(json.at("status"), analysis.status);
  read(json.at("kernels"), analysis.kernels);
  read(json.at("notes"), analysis.notes);
  read(json.at("sites"), analysis.sites);
  read(json.at("launches"), analysis.launches);
  read(json.at("kernels_with_assumed_shape"), analysis.kernelsWithAssumedShape);
  read(json.at("included_files"), analysis.includedFiles);
  read(json.at("suppressions"), analysis.suppressions);
  read(json.at("functions"), analysis.functions);
  return analysis;
}

} // namespace

std::string validUtf8(std::string_view text) {
  const bool ascii = std::all_of(text.begin(), text.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii)
    return std::string(text);
  // The library knows how to replace, but does so only while it dumps.
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace))
      .get<std::string>();
}

OrderedJson toJson(const EvidenceValue &value) {
  if (!isFinite(value))
    return nullptr;
  if (const auto *number = std::get_if<double>(&value))
    return rounded(*number);
  return exactJson(value);
}

OrderedJson toJson(const Evidence &evidence) {
  OrderedJson json = OrderedJson::object();
  for (const auto &[name, value] : evidence)
    if (isFinite(value))
      json[validUtf8(name)] = toJson(value);
  return json;
}

OrderedJson toJson(const KernelFigures &kernel) {
  OrderedJson stalls = OrderedJson::array();
  for (const Stall &stall : topStalls(kernel.evidence))
    stalls.push_back({{"reason", stall.reason}, {"percent", rounded(stall.percent)}});
  return {{"kernel", validUtf8(kernel.kernel)},
          {"instantiation", validUtf8(kernel.instantiation)},
          {"figures", toJson(kernel.evidence)},
          {"stalls", std::move(stalls)}};
}

OrderedJson evidenceFile(const std::vector<Site> &sites) {
  OrderedJson list = OrderedJson::array();
  for (const Site &site : sites) {
    OrderedJson json = {{"kind", name(site.kind)},          {"file", validUtf8(site.span.file)},
                        {"line", site.span.line},           {"column", site.span.column},
                        {"end_line", site.span.endLine},    {"end_column", site.span.endColumn},
                        {"kernel", validUtf8(site.kernel)}, {"op", validUtf8(site.op)},
                        {"expr", validUtf8(site.expr)},     {"confidence", name(site.confidence)}};
    if (!site.assumptions.empty())
      json["assumptions"] = stringsJson(site.assumptions);
    json["evidence"] = toJson(site.evidence);
    list.push_back(std::move(json));
  }
  return {{"version", 1},
          {"source", "predicted"},
          {"device", nullptr},
          {"per", "block"},
          {"sites", std::move(list)}};
}

OrderedJson toJson(const FileAnalysis &analysis) {
  return {{"file", validUtf8(analysis.file)},
          {"status", name(analysis.status)},
          {"kernels", analysis.kernels},
          {"notes", stringsJson(analysis.notes)},
          {"sites", listJson(analysis.sites)},
          {"launches", listJson(analysis.launches)},
          {"kernels_with_assumed_shape", stringsJson(analysis.kernelsWithAssumedShape)},
          {"included_files", stringsJson(analysis.includedFiles)},
          {"suppressions", listJson(analysis.suppressions)},
          {"functions", listJson(analysis.functions)}};
}

Expected<FileAnalysis> fileAnalysisFromJson(const Json &json) {
  try {
    return readAnalysis(json);
  } catch (const nlohmann::json::exception &error) {
    return makeError(std::string("not an analysis of warplint: ") + error.what());
  } catch (const BadValue &error) {
    return makeError("not an analysis of warplint: " + error.what);
  }
}

} // namespace warplint
