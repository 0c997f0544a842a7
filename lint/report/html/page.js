
// The findings of the report: filtered, sorted and drawn. All text is put into text nodes; nothing
// here makes markup of it.
(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const texts = data.texts;
  const severities = ["note", "warning", "error"];
  const confidences = ["exact", "likely", "possible"];
  const rules = new Map(data.rules.map((rule) => [rule.id, rule]));

  // [name, value, …] as an object.
  const evidence = (list) => {
    const result = {};
    for (let i = 0; list && i < list.length; i += 2) result[texts[list[i]]] = list[i + 1];
    return result;
  };
  const folderOf = (file) => (file.includes("/") ? file.slice(0, file.lastIndexOf("/")) || "/" : ".");
  const findings = data.findings.map((raw, index) => {
    const rule = texts[raw.rule];
    const file = texts[raw.file];
    return {
      index, raw, rule, file,
      family: rules.get(rule)?.family ?? "",
      folder: folderOf(file),
      severity: severities[raw.severity],
      confidence: confidences[raw.confidence],
      verdict: raw.verdict ?? "not measured",
      status: raw.suppressed ? "suppressed by " + raw.suppressed[0] : "open",
      message: texts[raw.message],
      kernel: raw.kernel === undefined ? "" : texts[raw.kernel],
      cost: raw.cost ?? 0,
      haystack: null,
    };
  });
  const byId = new Map();
  for (const finding of findings) if (!byId.has(finding.raw.id)) byId.set(finding.raw.id, finding);

  // Lines of source by file and number.
  const source = new Map();
  for (const [file, list] of Object.entries(data.source)) {
    const lines = new Map();
    let number = 0;
    for (const item of list)
      if (typeof item === "number") number = item;
      else lines.set(number++, item);
    source.set(texts[file], lines);
  }

  //===------------------------------------------------------------------------------------------===
  // Making elements
  //===------------------------------------------------------------------------------------------===

  const SVG = "http://www.w3.org/2000/svg";
  const fill = (element, attributes, children) => {
    for (const [name, value] of Object.entries(attributes ?? {})) {
      if (value === undefined || value === null || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
    return element;
  };
  const make = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
  const draw = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
  const number = (value) =>
    typeof value === "number" ? value.toLocaleString("en", { maximumFractionDigits: 2 }).replaceAll(",", "\u202f") : String(value);
  const plural = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
  const words = (name) => name.replaceAll("_", " ");
  // `code` in messages.
  const withCode = (text) =>
    text.split("`").map((part, i, all) => (i % 2 && i < all.length - 1 ? make("code", { class: "inline" }, part) : (i % 2 ? "`" : "") + part));

  //===------------------------------------------------------------------------------------------===
  // Source text
  //===------------------------------------------------------------------------------------------===

  const keywords = new Set(("alignas alignof auto bool break case catch char class const const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit extern false float for friend goto half if inline int long mutable namespace new noexcept nullptr operator private protected public register reinterpret_cast return short signed sizeof static static_assert static_cast struct switch template this throw true try typedef typename union unsigned using virtual void volatile while " +
    "__global__ __device__ __host__ __shared__ __constant__ __restrict__ __launch_bounds__ __forceinline__ __noinline__ threadIdx blockIdx blockDim gridDim warpSize __syncthreads __syncwarp").split(" "));
  const token = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(\b0[xX][\da-fA-F']+\w*|\b\d[\d.']*(?:[eE][+-]?\d+)?\w*)|([A-Za-z_]\w*)|^\s*#\s*\w+/gu;
  // Pieces of a line: [text, class], in order.
  const pieces = (line) => {
    const result = [];
    let at = 0;
    for (const match of line.matchAll(token)) {
      const [all, comment, string, digits, word] = match;
      const kind = comment ? "c" : string ? "s" : digits ? "n" : word ? (keywords.has(word) ? "k" : "") : "k";
      if (!kind) continue;
      if (match.index > at) result.push([line.slice(at, match.index), ""]);
      result.push([all, kind]);
      at = match.index + all.length;
    }
    if (at < line.length) result.push([line.slice(at), ""]);
    return result;
  };
  // Nodes of a line, marked from one column to another (UTF-16, 0-based).
  const highlighted = (line, from, to) => {
    const nodes = [];
    const mark = make("mark");
    let column = 0;
    const add = (parent, text, kind) => parent.push ? parent.push(kind ? make("span", { class: kind }, text) : text)
      : parent.append(kind ? make("span", { class: kind }, text) : text);
    for (const [text, kind] of pieces(line)) {
      const cuts = [0, Math.min(Math.max(from - column, 0), text.length), Math.min(Math.max(to - column, 0), text.length), text.length];
      const [before, inside, after] = [text.slice(0, cuts[1]), text.slice(cuts[1], cuts[2]), text.slice(Math.max(cuts[1], cuts[2]))];
      if (before) add(nodes, before, kind);
      if (inside) {
        if (!mark.isConnected && !nodes.includes(mark)) nodes.push(mark);
        add(mark, inside, kind);
      }
      if (after) add(nodes, after, kind);
      column += text.length;
    }
    return nodes;
  };
  const codeLine = (no, nodes, kind) =>
    make("span", { class: "line" + (kind ? " " + kind : "") }, make("span", { class: "no", "aria-hidden": "true" }, String(no)), nodes.length ? nodes : " ", "\n");

  const excerpt = (finding) => {
    if (!finding.raw.excerpt) return null;
    const [first, last, from, end, to] = finding.raw.excerpt;
    const lines = source.get(finding.file) ?? new Map();
    const start = finding.raw.line;
    const shown = [];
    for (let no = first; no <= last; ++no) {
      if (!lines.has(no) || (no > end && lines.get(no) === "" && no === last)) continue;
      const text = lines.get(no);
      const hot = no >= start && no <= end;
      const indent = text.length - text.trimStart().length;
      shown.push(codeLine(no, highlighted(text, hot ? (no === start ? from : indent) : 0, hot ? (no === end ? to : text.length) : 0), hot ? "hot" : ""));
    }
    if (!shown.some((line) => line.textContent.trim().length > 8)) return null;
    return make("pre", { class: "code", tabindex: "0", role: "group", "aria-label": `Source of ${finding.file}, line ${start}` }, make("code", {}, shown));
  };

  const fixView = (fix) => {
    const parts = [make("p", {}, withCode(texts[fix.title]), ". ", make("code", { class: "inline" }, "warplint lint --fix"), " makes this change.")];
    for (const change of fix.changes) {
      const lines = [];
      change.before.forEach((text, i) => lines.push(codeLine(change.line + i, ["- ", ...highlighted(texts[text], 0, 0)], "minus")));
      change.after.forEach((text) => lines.push(codeLine("", ["+ ", ...highlighted(texts[text], 0, 0)], "plus")));
      parts.push(make("pre", { class: "code", tabindex: "0", role: "group", "aria-label": "Change" }, make("code", {}, lines)));
    }
    return parts;
  };

  //===------------------------------------------------------------------------------------------===
  // Pictures: only what the evidence says
  //===------------------------------------------------------------------------------------------===

  const WARP = 32, SECTOR = 32, BANKS = 32;
  const figure = (height, label, caption, ...parts) =>
    make("figure", { class: "picture" },
      draw("svg", { viewBox: `0 0 640 ${height}`, role: "img", "aria-label": label }, ...parts),
      make("figcaption", {}, caption));
  const text = (x, y, content, attributes) => draw("text", { x, y, ...attributes }, content);

  // Neighbouring lanes are a known number of bytes apart: which sectors a warp's request touches.
  const strideInBytes = (values) => {
    if (values.pattern === "aos" && values.struct_bytes) return values.struct_bytes;
    if (typeof values.stride !== "number" || !values.bytes) return null;
    return Math.abs(values.stride) * values.bytes;
  };
  const sectorPicture = (values) => {
    const apart = strideInBytes(values);
    const perRequest = values.sectors_per_request;
    if (apart === null || !values.bytes || values.data_dependent || values.lanes_active !== WARP) return null;
    const start = values.start_offset ?? 0;
    const touched = new Map();
    for (let lane = 0; lane < WARP; ++lane)
      for (let at = start + lane * apart; at < start + lane * apart + values.bytes; at += 1)
        touched.set(Math.floor(at / SECTOR), (touched.get(Math.floor(at / SECTOR)) ?? new Set()).add(lane));
    // A picture that the count contradicts would be an invention.
    if (Math.abs(touched.size - perRequest) > 0.01) return null;
    const sectors = [...touched.keys()].sort((a, b) => a - b);
    const ideal = values.sectors_ideal_per_request ?? 0;
    const laneX = (lane) => 20 + (lane + 0.5) * (600 / WARP);
    const sectorX = (i) => 20 + i * (600 / sectors.length);
    const width = Math.min(600 / sectors.length - 1.5, 60);
    const parts = [text(20, 12, "lanes of one warp", { class: "label" }), text(20, 138, `${plural(sectors.length, "sector")} of 32 bytes, where ${number(ideal)} would do`, { class: "label" })];
    sectors.forEach((sector, i) => {
      const x = sectorX(i);
      parts.push(draw("rect", { class: "waste", x, y: 96, width, height: 26, rx: 2 }));
      for (let byte = 0; byte < SECTOR; ++byte) {
        const at = sector * SECTOR + byte - start;
        const lane = apart ? Math.floor(at / apart) : 0;
        const inside = at >= 0 && (apart ? lane < WARP && at - lane * apart < values.bytes : at < values.bytes);
        if (inside) parts.push(draw("rect", { class: "used", x: x + (byte * width) / SECTOR, y: 96, width: width / SECTOR + 0.15, height: 26 }));
      }
      for (const lane of touched.get(sector)) parts.push(draw("path", { class: "wire", d: `M${laneX(lane)},34 C${laneX(lane)},66 ${x + width / 2},64 ${x + width / 2},96` }));
    });
    for (let lane = 0; lane < WARP; ++lane) {
      parts.push(draw("rect", { class: "lane", x: laneX(lane) - 7, y: 18, width: 14, height: 16, rx: 2 }));
      if (lane % 8 === 0 || lane === WARP - 1) parts.push(text(laneX(lane), 29.5, String(lane), { "text-anchor": "middle", class: "onlane" }));
    }
    const caption = `By the predicted stride: neighbouring lanes are ${plural(apart, "byte")} apart and move ${plural(values.bytes, "byte")} each. Green is what is used of a sector; what is around it is moved and thrown away.` +
      (values.start_offset === undefined ? " Drawn as if lane 0 began at a sector." : ` The first lane begins ${plural(start, "byte")} into a sector.`);
    return figure(146, `${WARP} lanes touch ${sectors.length} sectors where ${ideal} would do`, caption, parts);
  };

  // Nothing is known of which lane touches what: how many sectors there are, and would be.
  const countPicture = (taken, enough, noun, caption) => {
    if (!(taken > enough) || !(enough > 0) || taken > 256) return null;
    const whole = Math.ceil(taken - 0.001);
    const perRow = 32, size = 600 / perRow;
    const parts = [text(20, 12, `a request of one warp, on average: ${number(taken)} ${noun}, where ${number(enough)} would do`, { class: "label" })];
    for (let i = 0; i < whole; ++i)
      parts.push(draw("rect", { class: i < Math.round(enough) ? "used" : "waste", x: 20 + (i % perRow) * size, y: 22 + Math.floor(i / perRow) * 20, width: size - 2, height: 16, rx: 2 }));
    return figure(30 + Math.ceil(whole / perRow) * 20, `${number(taken)} ${noun} where ${number(enough)} would do`, caption, parts);
  };

  // The notes of a bank conflict name the banks of the first lanes. If the distance between these,
  // kept by all lanes, gives the predicted number of ways, that is how the lanes fall.
  const bankPicture = (finding, values) => {
    const ways = values.ways;
    const note = (finding.raw.notes ?? []).map((item) => texts[item[0]]).find((item) => /fall into banks/.test(item));
    const banks = note?.match(/fall into banks ([\d, ]+)/)?.[1].split(",").map((item) => item.trim()).filter(Boolean).map(Number);
    if (!ways || !banks || banks.length < 4 || values.bytes !== 4 || values.lanes_active !== WARP) return null;
    const step = (((banks[1] - banks[0]) % BANKS) + BANKS) % BANKS;
    if (banks.some((bank, i) => bank !== (banks[0] + i * step) % BANKS)) return null;
    const lanes = Array.from({ length: BANKS }, () => []);
    for (let lane = 0; lane < WARP; ++lane) lanes[(banks[0] + lane * step) % BANKS].push(lane);
    const tallest = Math.max(...lanes.map((list) => list.length));
    if (tallest !== ways) return null;
    const size = 600 / BANKS, unit = Math.max(5, Math.min(14, 180 / tallest));
    const base = 22 + tallest * unit;
    const parts = [text(20, 12, "lanes that ask each of the 32 banks for a word of its own", { class: "label" })];
    lanes.forEach((list, bank) => {
      const x = 20 + bank * size;
      parts.push(draw("rect", { class: "box", x: x + 1, y: base, width: size - 2, height: 16, rx: 2 }));
      if (bank % 4 === 0 || bank === BANKS - 1) parts.push(text(x + size / 2, base + 11.5, String(bank), { "text-anchor": "middle" }));
      list.forEach((lane, i) => parts.push(draw("rect", { class: i === 0 ? "used" : "hit", x: x + 2.5, y: base - (i + 1) * unit, width: size - 5, height: unit - 1.2, rx: 1.5 })));
    });
    parts.push(text(20, base + 30, `banks of shared memory: ${plural(tallest, "pass")}`.replace("passs", "passes") + " to serve the warp, where 1 would do", { class: "label" }));
    return figure(base + 38, `${tallest} lanes ask one bank`, `By the banks of the first lanes: ${step ? `each falls ${plural(step, "bank")} further than the lane before` : "all fall into the same one"}. The ${tallest} lanes that this puts into one bank are the predicted number of ways. A bank serves one word a pass; red lanes wait for another.`, parts);
  };

  // How many lanes of a warp work, and which part of their time.
  const lanePicture = (active, label, caption) => {
    const size = 600 / WARP;
    const parts = [text(20, 12, label, { class: "label" })];
    for (let lane = 0; lane < WARP; ++lane) {
      const x = 20 + lane * size;
      parts.push(draw("rect", { class: "idle", x, y: 20, width: size - 2, height: 20, rx: 2 }));
      const part = Math.min(1, Math.max(0, active - lane));
      if (part > 0) parts.push(draw("rect", { class: "lane", x, y: 20, width: (size - 2) * part, height: 20, rx: 2 }));
    }
    return figure(50, label, caption, parts);
  };
  const picture = (finding) => {
    const values = evidence(finding.raw.predicted);
    const family = finding.family;
    if (values.sectors_per_request !== undefined && values.sectors_ratio > 1.01)
      return sectorPicture(values) ?? countPicture(values.sectors_per_request, values.sectors_ideal_per_request, "sectors",
        "Each box is a sector of 32 bytes that is fetched; green ones would do. Which lane touches which is not known before the program runs.");
    if (values.ways !== undefined && values.wavefronts_ratio > 1.01)
      return bankPicture(finding, values) ?? countPicture(values.wavefronts_per_request, values.wavefronts_ideal_per_request, "passes over the banks",
        "Each box is a pass over the 32 banks of shared memory; green ones would do.");
    if (values.divergent_warps > 0 && values.wasted_lanes > 0)
      return lanePicture(WARP - values.wasted_lanes, `${number(WARP - values.wasted_lanes)} of 32 lanes work on average, ${number(values.wasted_lanes)} wait for the other side`,
        values.lanes_true !== undefined ? `The condition holds for ${plural(values.lanes_true, "lane")} of a warp and not for ${number(values.lanes_false)}: both sides run one after the other. How many lanes is shown, not which.` : "How many lanes is shown, not which.");
    if (family === "divergence" && values.few_lanes > 0)
      return lanePicture(values.few_lanes, `${number(values.few_lanes)} of 32 lanes run this side`, "How many lanes is shown, not which.");
    if (values.wasted > 0 && values.warp_trips > 0)
      return lanePicture(WARP * (1 - values.wasted), `${number(100 * values.wasted)} % of the lanes' time in this loop is waiting`, "The blue part is the share of the time in which lanes work.");
    if (values.threads_expected > 0 && values.threads_arriving < values.threads_expected) {
      const part = values.threads_arriving / values.threads_expected;
      return figure(50, `${values.threads_arriving} of ${values.threads_expected} threads arrive`, "The blue part arrives; the rest never does.",
        text(20, 12, `${number(values.threads_arriving)} of ${plural(values.threads_expected, "thread")} arrive`, { class: "label" }),
        draw("rect", { class: "idle", x: 20, y: 20, width: 600, height: 20, rx: 3 }), draw("rect", { class: "lane", x: 20, y: 20, width: 600 * part, height: 20, rx: 3 }));
    }
    return null;
  };

  //===------------------------------------------------------------------------------------------===
  // One finding
  //===------------------------------------------------------------------------------------------===

  const evidenceTable = (finding) => {
    const predicted = evidence(finding.raw.predicted);
    const measured = finding.raw.measured ? evidence(finding.raw.measured) : null;
    const names = [...new Set([...Object.keys(predicted), ...Object.keys(measured ?? {})])].sort();
    if (!names.length) return null;
    // Counts are of a block here and of a run there: only what is not a count compares.
    const compares = (name) => !Number.isInteger(predicted[name]) || !Number.isInteger(measured[name]) || /ratio|_per_/.test(name);
    const cell = (name) => {
      if (!measured) return null;
      if (measured[name] === undefined) return make("td", { class: "number none" }, "–");
      let kind = "";
      if (predicted[name] !== undefined && compares(name)) {
        const close = typeof predicted[name] === "number" ? Math.abs(predicted[name] - measured[name]) <= 0.01 * Math.abs(measured[name]) : predicted[name] === measured[name];
        kind = close ? " same" : " differs";
      }
      return make("td", { class: "number" + kind }, number(measured[name]), kind === " same" ? " =" : kind ? " ≠" : "");
    };
    const rows = names.map((name) => {
      const [unit, definition] = data.units[name] ?? ["", ""];
      return make("tr", {}, make("th", { scope: "row", title: definition || null }, words(name), unit && unit !== name ? make("span", { class: "files" }, ` (${unit})`) : null),
        predicted[name] === undefined ? make("td", { class: "number none" }, "–") : make("td", { class: "number" }, number(predicted[name])), cell(name));
    });
    return make("table", { class: "values" }, make("caption", { class: "visually-hidden" }, "Predicted and measured evidence"),
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Evidence"), make("th", { scope: "col", class: "number" }, "predicted, per block"), measured ? make("th", { scope: "col", class: "number" }, "measured, per run") : null)),
      make("tbody", {}, rows));
  };

  const isWeb = (address) => /^https?:\/\/[^\s]+$/.test(address);
  const ruleView = (id) => {
    const rule = rules.get(id);
    if (!rule) return null;
    const references = rule.references.map((item) => {
      const address = item.match(/https?:\/\/\S+/)?.[0];
      return make("li", {}, address && isWeb(address) ? make("a", { href: address, rel: "noopener noreferrer", target: "_blank" }, item) : item);
    });
    return make("details", {}, make("summary", {}, `About ${rule.id}: ${rule.title}`), make("h3", {}, "Why"), make("p", { class: "prose" }, withCode(rule.why)),
      make("h3", {}, "What to do"), make("p", { class: "prose" }, withCode(rule.help)), references.length ? [make("h3", {}, "References"), make("ul", { class: "notes" }, references)] : null);
  };

  const noteView = (note, finding) => {
    const [textIndex, file, line] = note;
    if (file === finding.raw.file && line === finding.raw.line) return make("li", {}, withCode(texts[textIndex])); // its source is shown
    const where = file === undefined ? null : make("span", { class: "path files" }, ` ${texts[file]}:${line}`);
    const code = file === undefined ? null : source.get(texts[file])?.get(line);
    return make("li", {}, withCode(texts[textIndex]), where, code ? [make("br"), make("code", { class: "inline" }, code.trim())] : null);
  };

  const detailView = (finding) => {
    const raw = finding.raw;
    const place = `${finding.file}:${raw.line}${raw.column ? ":" + raw.column : ""}`;
    const said = make("span", { class: "files", role: "status" });
    const copy = (what, label) => make("button", { class: "button", type: "button", onclick: () => {
      const done = () => (said.textContent = "copied"), failed = () => (said.textContent = what);
      if (navigator.clipboard) navigator.clipboard.writeText(what).then(done, failed);
      else failed();
    } }, label);
    const facts = make("dl", { class: "facts" });
    const fact = (name, ...value) => facts.append(make("dt", {}, name), make("dd", {}, ...value));
    fact("Where", make("span", { class: "mono" }, place));
    if (finding.kernel) fact("Kernel", make("span", { class: "mono" }, finding.kernel));
    fact("Confidence", finding.confidence, raw.assumptions ? [": ", raw.assumptions.flatMap((item, i) => [i ? "; " : "", ...withCode(texts[item])])] : null);
    if (raw.cost) fact("Cost", `${plural(raw.cost, "slot")} of one block: ${texts[raw.excess]}`);
    if (raw.verdict) fact("On the GPU", raw.verdict);
    if (raw.suppressed) fact("Suppressed", `by ${raw.suppressed[0]}${raw.suppressed[1] ? ": " + raw.suppressed[1] : ""}`);
    if (raw.help !== undefined) fact("Instead", ...withCode(texts[raw.help]));
    const drawn = picture(finding);
    const table = evidenceTable(finding);
    return [
      make("div", { class: "pills" }, make("span", { class: "pill " + finding.severity }, finding.severity), make("span", { class: "pill" }, finding.rule),
        raw.verdict ? make("span", { class: "pill " + raw.verdict }, raw.verdict) : null, raw.suppressed ? make("span", { class: "pill" }, "suppressed") : null),
      make("h2", { id: "detail-title", tabindex: "-1" }, withCode(finding.message)),
      make("p", { class: "pills" }, copy(place, "Copy place"), copy(location.href.split("#")[0] + "#finding=" + encodeURIComponent(raw.id), "Copy link"), said),
      facts,
      excerpt(finding) && [make("h3", {}, "Source"), excerpt(finding)],
      drawn && [make("h3", {}, "What the lanes do"), drawn],
      raw.notes && [make("h3", {}, "How it comes about"), make("ul", { class: "notes" }, raw.notes.map((note) => noteView(note, finding)))],
      raw.fixes && [make("h3", {}, "Fix"), ...raw.fixes.flatMap(fixView)],
      table && [make("h3", {}, raw.measured ? "Predicted beside measured" : "Predicted"), table],
      ruleView(finding.rule),
    ].flat(Infinity).filter(Boolean);
  };

  //===------------------------------------------------------------------------------------------===
  // Filters, list, address
  //===------------------------------------------------------------------------------------------===

  const counted = (key) => {
    const counts = new Map();
    for (const finding of findings) counts.set(finding[key], (counts.get(finding[key]) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  };
  // All folders that hold some, at any depth.
  const folders = () => {
    const counts = new Map();
    for (const finding of findings)
      for (let folder = finding.folder; ; folder = folderOf(folder)) {
        counts.set(folder, (counts.get(folder) ?? 0) + 1);
        if (!folder.includes("/") || folder === "/") break;
      }
    return [...counts].sort((a, b) => (a[0] < b[0] ? -1 : 1));
  };
  const select = (name, label, options, all) =>
    make("label", {}, label, make("select", { name }, make("option", { value: "" }, all ?? "all"), options.map(([value, count]) => make("option", { value }, `${value} (${number(count)})`))));
  const keys = ["rule", "family", "folder", "severity", "confidence", "verdict", "status"];
  const sorts = {
    cost: (a, b) => b.cost - a.cost || b.raw.severity - a.raw.severity || a.index - b.index,
    severity: (a, b) => b.raw.severity - a.raw.severity || b.cost - a.cost || a.index - b.index,
    place: (a, b) => a.index - b.index,
    rule: (a, b) => (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : b.cost - a.cost || a.index - b.index),
  };

  const root = document.getElementById("findings");
  const search = make("input", { type: "search", name: "text", placeholder: "message, file, kernel, rule", autocomplete: "off", spellcheck: "false" });
  const form = make("form", { class: "filters", role: "search", "aria-label": "Filter the findings" },
    make("label", { class: "search" }, "Search", search), select("rule", "Rule", counted("rule")), select("family", "Family", counted("family")), select("folder", "Folder", folders()),
    select("severity", "Severity", counted("severity")), select("confidence", "Confidence", counted("confidence")), select("verdict", "Verdict", counted("verdict")),
    select("status", "Status", counted("status")),
    make("label", {}, "Sort by", make("select", { name: "sort" }, make("option", { value: "cost" }, "cost"), make("option", { value: "severity" }, "severity"), make("option", { value: "place" }, "place"), make("option", { value: "rule" }, "rule"))),
    make("button", { type: "reset", class: "button" }, "Clear"));
  const count = make("p", { class: "count" });
  const status = make("span", { role: "status" });
  count.append(status, make("span", { class: "keys" }, make("kbd", {}, "j"), " ", make("kbd", {}, "k"), " next and previous, ", make("kbd", {}, "/"), " search"));
  const list = make("ul", { class: "list", "aria-label": "Findings" });
  const detail = make("article", { class: "detail", "aria-labelledby": "detail-title" });
  root.append(make("section", { class: "tool card", "aria-labelledby": "findings-title" }, make("h2", { id: "findings-title" }, "Findings"), form, count), make("div", { class: "panes" }, list, detail));

  let shown = [];
  let rendered = 0;
  let current = null;
  const PAGE = 100;

  const row = (finding) =>
    make("li", {}, make("a", { class: "row " + finding.severity, href: "#" + address(finding), "data-index": finding.index, "aria-current": finding === current ? "true" : null },
      make("span", { class: "what" }, make("span", { class: "visually-hidden" }, finding.severity + ": "), finding.message.replaceAll("`", "")),
      make("span", { class: "where" }, make("span", { class: "path" }, `${finding.file}:${finding.raw.line}`), make("span", {}, finding.rule), finding.raw.verdict ? make("span", {}, finding.raw.verdict) : null,
        finding.raw.suppressed ? make("span", {}, "suppressed") : null, finding.cost ? make("span", { class: "cost" }, plural(finding.cost, "slot")) : null)));
  const more = make("li", { class: "more" }, make("button", { class: "button", type: "button", onclick: () => renderMore() }, "Show more"));
  const renderMore = (until = rendered + PAGE) => {
    more.remove();
    const end = Math.min(shown.length, Math.max(until, rendered + PAGE));
    const fragment = document.createDocumentFragment();
    for (; rendered < end; ++rendered) fragment.append(row(shown[rendered]));
    list.append(fragment);
    if (rendered < shown.length) list.append(more);
  };
  new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && more.isConnected && renderMore(), { root: list, rootMargin: "600px" }).observe(more);

  const state = () => Object.fromEntries([...new FormData(form)].filter(([name, value]) => value && !(name === "sort" && value === "cost")));
  const address = (finding) => {
    const parameters = new URLSearchParams(state());
    if (finding) parameters.set("finding", finding.raw.id);
    return parameters.toString();
  };
  const matches = (finding, wanted, terms) => {
    for (const key of keys) {
      const value = wanted[key];
      if (!value) continue;
      if (key === "folder" ? finding.folder !== value && !finding.folder.startsWith(value === "/" ? "/" : value + "/") : finding[key] !== value) return false;
    }
    if (!terms.length) return true;
    finding.haystack ??= `${finding.message} ${finding.file}:${finding.raw.line} ${finding.kernel} ${finding.rule}`.toLowerCase();
    return terms.every((term) => finding.haystack.includes(term));
  };
  const refresh = () => {
    const wanted = state();
    const terms = (wanted.text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    shown = findings.filter((finding) => matches(finding, wanted, terms)).sort(sorts[wanted.sort ?? "cost"] ?? sorts.cost);
    rendered = 0;
    list.replaceChildren();
    renderMore();
    list.hidden = !shown.length;
    list.scrollTop = 0;
    status.textContent = shown.length === findings.length ? plural(findings.length, "finding") : `${number(shown.length)} of ${plural(findings.length, "finding")}`;
  };
  const choose = (finding) => {
    list.querySelector('[aria-current="true"]')?.removeAttribute("aria-current");
    current = finding;
    if (!finding) {
      detail.replaceChildren(make("p", { class: "empty", id: "detail-title" }, findings.length ? (shown.length ? "Choose a finding." : "No finding matches these filters.") : "Nothing was found."));
      return;
    }
    detail.replaceChildren(...detailView(finding));
    const at = shown.indexOf(finding);
    if (at >= rendered) renderMore(at + 1);
    const link = list.querySelector(`[data-index="${finding.index}"]`);
    link?.setAttribute("aria-current", "true");
    return link;
  };

  const fromAddress = (scroll) => {
    const parameters = new URLSearchParams(location.hash.slice(1));
    const finding = byId.get(parameters.get("finding") ?? location.hash.slice(1).replace(/^finding-/, ""));
    for (const control of form.elements) if (control.name) control.value = parameters.get(control.name) ?? (control.name === "sort" ? "cost" : "");
    refresh();
    const link = choose(finding ?? (location.hash.length > 1 && parameters.has("finding") ? null : shown[0]) ?? null);
    if (parameters.has("finding") && !finding) detail.replaceChildren(make("p", { class: "empty", id: "detail-title" }, "This finding is not in the report: it may have been fixed."));
    if (finding && scroll) {
      document.getElementById("findings").scrollIntoView();
      link?.scrollIntoView({ block: "nearest" });
    }
  };
  const follow = () => {
    refresh();
    choose(shown.includes(current) ? current : shown[0] ?? null);
    history.replaceState(null, "", "#" + address(current));
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  search.addEventListener("input", follow);
  form.addEventListener("change", (event) => event.target !== search && follow());
  form.addEventListener("reset", () => setTimeout(follow));
  const go = (finding, focus) => {
    if (!finding) return;
    const link = choose(finding);
    link?.scrollIntoView({ block: "nearest" });
    if (focus) link?.focus({ preventScroll: true });
    history.replaceState(null, "", "#" + address(finding));
  };
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a.row");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(findings[Number(link.dataset.index)], true);
    if (matchMedia("(max-width: 62rem)").matches) detail.scrollIntoView();
    document.getElementById("detail-title")?.focus({ preventScroll: true });
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const step = { j: 1, k: -1 }[event.key] ?? (event.target.classList?.contains("row") ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : undefined);
    if (step) {
      const at = shown.indexOf(current);
      go(shown[Math.min(shown.length - 1, Math.max(0, at + step))], true);
      event.preventDefault();
    } else if (event.key === "/") {
      search.focus();
      search.select();
      event.preventDefault();
    }
  });
  addEventListener("hashchange", () => fromAddress(true));

  // The tables of the summary lead to what they count.
  for (const cell of document.querySelectorAll("[data-filter], [data-finding]")) {
    const button = make("button", { class: "link", type: "button", onclick: () => {
      if (cell.dataset.finding) {
        form.reset();
        refresh();
        go(byId.get(cell.dataset.finding), true);
      } else {
        form.elements[cell.dataset.filter].value = cell.dataset.value;
        follow();
      }
      root.scrollIntoView();
    } });
    button.append(...cell.childNodes);
    cell.append(button);
  }

  fromAddress(true);
})();
