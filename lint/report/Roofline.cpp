//===- Roofline.cpp - what bounds a kernel on a chip ----------------------===//

#include "lint/report/Roofline.h"

#include "lint/report/Card.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace warplint::report {
namespace {

constexpr double gigaPerTera = 1000;
constexpr std::array<std::string_view, 9> units{"fp16",        "fp32",        "fp64",
                                                "fp16_tensor", "bf16_tensor", "tf32_tensor",
                                                "fp64_tensor", "fp8_tensor",  "int8_tensor"};

} // namespace

Flops flopsOf(const Evidence &evidence) {
  Flops flops;
  for (std::string_view unit : units)
    if (const auto count = numberAt(evidence, "flops_" + std::string(unit)); count && *count > 0)
      flops.emplace(unit, *count);
  return flops;
}

double total(const Flops &flops) {
  double sum = 0;
  for (const auto &[unit, count] : flops)
    sum += count;
  return sum;
}

std::string_view name(BoundKind kind) {
  switch (kind) {
  case BoundKind::Memory:
    return "memory";
  case BoundKind::Compute:
    return "compute";
  case BoundKind::Open:
    return "open";
  }
  return "open";
}

std::optional<double> peakOf(const CardChip &chip, const std::string &unit) {
  for (const std::string &candidate : {unit, unit == "fp16" ? std::string("fp32") : unit})
    if (const auto found = chip.peak.find(candidate); found != chip.peak.end())
      return found->second * gigaPerTera;
  return std::nullopt;
}

Bound boundOf(const Flops &flops, double bytes, const CardChip &chip) {
  Bound bound;
  if (bytes > 0)
    bound.intensity = total(flops) / bytes;
  double computing = 0; // seconds × 1e9
  double longest = 0;
  for (const auto &[unit, count] : flops) {
    const auto peak = peakOf(chip, unit);
    if (!peak) {
      bound.remark = fmt::format("the rate of {} of {} is not known", unit, chip.name);
      return bound;
    }
    const double time = count / *peak;
    computing += time;
    if (time > longest) {
      longest = time;
      bound.unit = unit;
    }
  }
  if (chip.bandwidth <= 0) {
    bound.remark = fmt::format("the bandwidth of {} is not known", chip.name);
    return bound;
  }
  if (!bound.unit.empty())
    bound.knee = *peakOf(chip, bound.unit) / chip.bandwidth;
  const double moving = bytes / chip.bandwidth;
  if (computing <= 0 && moving <= 0)
    return bound;
  bound.kind = moving >= computing ? BoundKind::Memory : BoundKind::Compute;
  if (!flops.empty())
    bound.attainable = total(flops) / std::max(moving, computing);
  return bound;
}

Bound predictedBound(const Evidence &kernel, const CardChip &chip) {
  Bound bound;
  const Flops flops = flopsOf(kernel);
  if (const auto unseen = stringAt(kernel, "traffic_unseen")) {
    bound.remark = fmt::format("not all bytes are counted: {}", *unseen);
    return bound;
  }
  const auto unique = numberAt(kernel, "bytes_unique");
  const auto accessed = numberAt(kernel, "bytes_accessed");
  if (!accessed) {
    bound.remark = stringAt(kernel, "work_basis") ? "no bytes of global memory were seen"
                                                  : "neither arithmetic nor traffic was counted";
    return bound;
  }
  bound = boundOf(flops, unique.value_or(*accessed), chip);
  if (flops.empty()) {
    bound.intensity.reset();
    // What the integer units can do is not in the table of chips.
    constexpr double fewPerByte = 4;
    if (numberAt(kernel, "integer_operations").value_or(0) > fewPerByte * *accessed) {
      bound.kind = BoundKind::Open;
      bound.remark = "no floating-point arithmetic, and much of integers, whose roof is not known";
    } else if (bound.kind == BoundKind::Memory) {
      bound.remark = "no floating-point arithmetic: its roof is the bandwidth";
    }
    return bound;
  }
  if (unique && *unique == 0) {
    bound.remark = *accessed > 0 ? "all iterations move the same bytes: caches may keep them"
                                 : "the bytes do not grow with the loop, the operations do";
    return bound;
  }
  if (!unique) {
    bound.remark = "addresses come from data: by the bytes that threads ask for";
    return bound;
  }
  const auto requested = numberAt(kernel, "bytes_requested");
  if (bound.kind == BoundKind::Compute && requested &&
      boundOf(flops, *requested, chip).kind == BoundKind::Memory)
    bound.remark = "memory, where caches do not keep what the block loads again";
  return bound;
}

//===----------------------------------------------------------------------===//
// The plot
//===----------------------------------------------------------------------===//

namespace {

constexpr double width = 720, height = 400;
constexpr double left = 84, right = 20, top = 18, bottom = 48;

/// Powers of ten of the axes, and how numbers lie between them.
class Scale {
public:
  Scale(double least, double most, double begin, double end)
      : low_(std::floor(std::log10(least))), high_(std::ceil(std::log10(most))), begin_(begin),
        end_(end) {
    high_ = std::max(high_, low_ + 1);
  }
  double operator()(double value) const {
    const double part = (std::log10(std::max(value, 1e-12)) - low_) / (high_ - low_);
    return begin_ + std::clamp(part, 0.0, 1.0) * (end_ - begin_);
  }
  int low() const { return static_cast<int>(low_); }
  int high() const { return static_cast<int>(high_); }
  double least() const { return std::pow(10.0, low_); }
  double most() const { return std::pow(10.0, high_); }

private:
  double low_, high_, begin_, end_;
};

std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text)
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += c;
    }
  return result;
}

std::string powerOfTen(int power) {
  if (power >= 0 && power <= 6)
    return compactCount(std::pow(10.0, power));
  if (power < 0 && power >= -4)
    return compact(std::pow(10.0, power));
  return fmt::format("1e{}", power);
}

} // namespace

std::string rooflineSvg(const CardChip &chip, const std::vector<std::string> &drawn,
                        const std::vector<RooflinePoint> &points) {
  std::vector<std::pair<std::string, double>> roofs;
  for (const std::string &unit : drawn)
    if (const auto peak = peakOf(chip, unit))
      roofs.emplace_back(unit, *peak);
  if (roofs.empty() || chip.bandwidth <= 0)
    return {};
  std::sort(roofs.begin(), roofs.end(),
            [](const auto &a, const auto &b) { return a.second > b.second; });
  const double peak = roofs.front().second;
  double leastX = 0.1, mostX = 10 * peak / chip.bandwidth;
  for (const RooflinePoint &point : points) {
    leastX = std::min(leastX, point.intensity / 1.5);
    mostX = std::max(mostX, point.intensity * 1.5);
  }
  leastX = std::max(leastX, 1e-3);
  const Scale x(leastX, mostX, left, width - right);
  double leastY = x.least() * chip.bandwidth;
  for (const RooflinePoint &point : points)
    if (point.gflops > 0)
      leastY = std::min(leastY, point.gflops / 1.5);
  const Scale y(std::max(leastY, 1e-3), peak * 1.5, height - bottom, top);

  std::string svg = fmt::format("<svg class=\"roofline\" viewBox=\"0 0 {} {}\" role=\"img\" "
                                "aria-label=\"Roofline of {}\">\n",
                                width, height, escaped(chip.name));
  const auto line = [&](double x1, double y1, double x2, double y2, std::string_view style) {
    svg += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
                       "class=\"{}\"/>\n",
                       x1, y1, x2, y2, style);
  };
  const auto text = [&](double atX, double atY, std::string_view anchor, std::string_view style,
                        std::string_view words, std::string_view transform = "") {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" class=\"{}\"{}>{}"
                       "</text>\n",
                       atX, atY, anchor, style, transform, escaped(words));
  };
  for (int power = x.low(); power <= x.high(); ++power) {
    const double at = x(std::pow(10.0, power));
    line(at, top, at, height - bottom, "grid");
    text(at, height - bottom + 17, "middle", "tick", powerOfTen(power));
  }
  for (int power = y.low(); power <= y.high(); ++power) {
    const double at = y(std::pow(10.0, power));
    line(left, at, width - right, at, "grid");
    text(left - 8, at + 4, "end", "tick", powerOfTen(power));
  }
  text((left + width - right) / 2, height - 8, "middle", "axis",
       "arithmetic intensity, FLOP per byte of device memory");
  text(13, (top + height - bottom) / 2, "middle", "axis", "GFLOP/s",
       fmt::format(" transform=\"rotate(-90 13 {:.1f})\"", (top + height - bottom) / 2));

  // Memory's roof up to the highest knee, and a flat one for each unit.
  const double lastKnee = peak / chip.bandwidth;
  const double firstX = std::max(x.least(), y.least() / chip.bandwidth);
  line(x(firstX), y(firstX * chip.bandwidth), x(lastKnee), y(peak), "roof");
  double labelledY = -100;
  for (const auto &[unit, rate] : roofs) {
    const double knee = rate / chip.bandwidth;
    line(x(knee), y(rate), width - right, y(rate), "roof");
    const double at = std::max(y(rate) - 6, labelledY + 14);
    labelledY = at;
    text(width - right - 4, at, "end", "label",
         fmt::format("{} {} TFLOP/s, knee {}", unit, compact(rate / gigaPerTera), compact(knee)));
  }
  // Where it is farthest from the points.
  double middle = firstX;
  double farthest = -1;
  for (const double part : {0.5, 0.3, 0.7}) {
    const double candidate = firstX * std::pow(lastKnee / firstX, part);
    double nearest = width;
    for (const RooflinePoint &point : points)
      nearest = std::min(nearest, std::abs(x(point.intensity) - x(candidate)));
    if (nearest > farthest + 1) {
      farthest = nearest;
      middle = candidate;
    }
  }
  const double slope = std::atan2(y(middle * chip.bandwidth) - y(10 * middle * chip.bandwidth),
                                  x(10 * middle) - x(middle)) *
                       180 / 3.14159265358979;
  text(x(middle), y(middle * chip.bandwidth) - 8, "middle", "label",
       fmt::format("device memory {} GB/s", compactCount(chip.bandwidth)),
       fmt::format(" transform=\"rotate({:.1f} {:.1f} {:.1f})\"", -slope, x(middle),
                   y(middle * chip.bandwidth) - 8));
  for (const RooflinePoint &point : points) {
    const double atX = x(point.intensity);
    const double atY = y(point.gflops);
    line(atX, atY, atX, height - bottom, point.isMeasured ? "drop measured" : "drop");
    if (point.isMeasured)
      svg += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"11\" height=\"11\" "
                         "transform=\"rotate(45 {:.1f} {:.1f})\" class=\"point measured\"/>\n",
                         atX - 5.5, atY - 5.5, atX, atY);
    else
      svg +=
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\" class=\"point\"/>\n", atX, atY);
    const bool toTheLeft = atX > width * 0.62;
    text(atX + (toTheLeft ? -11 : 11), atY + (point.isMeasured ? -9 : 18),
         toTheLeft ? "end" : "start", point.isMeasured ? "name measured" : "name", point.label);
  }
  return svg + "</svg>\n";
}

} // namespace warplint::report
