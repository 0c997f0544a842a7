"""Lints the CUDA targets of a workspace with warplint; README.md beside it says how to use it.

Written for Bazel 4 and later. Nothing is loaded from other repositories but the one provider that has moved
between versions.
"""

load("@warplint_cc_info//:cc_info.bzl", "CC_INFO")

WarplintSettingsInfo = provider(
    doc = "How to lint: the attributes of warplint_settings.",
    fields = ["program", "config", "data", "evidence", "arch", "fail_on", "strict", "all_targets", "arguments"],
)

WarplintInfo = provider(
    doc = "What warplint has found out of a target, and of those in the same workspace below it.",
    fields = {
        "analyses": "depset of what `warplint lint --analyses` wrote of the target",
        "inputs": "depset of the files that the target was linted with",
        "originals": "depset of headers that are included from elsewhere than they lie, here and below",
        "path_map": "depset of FROM=TO: folders that those are included from, and where they lie",
        "settings": "the WarplintSettingsInfo that it was done by",
        "transitive_analyses": "as analyses, with those of the dependencies",
        "transitive_inputs": "as inputs, with those of the dependencies",
    },
)

# What warplint takes for sources and headers; it looks into those that are not CUDA's by name, and
# leaves out the ones without device code.
_EXTENSIONS = ["cu", "cuh", "h", "hh", "hpp", "hxx", "inl", "cc", "cpp", "cxx"]

# Attributes of rules that lead to the targets they are built from.
_EDGES = ["deps", "implementation_deps"]

def _settings_impl(ctx):
    return [WarplintSettingsInfo(
        program = ctx.attr.program[DefaultInfo].files_to_run if ctx.attr.program else None,
        config = ctx.file.config,
        data = ctx.files.config_data,
        evidence = ctx.files.evidence,
        arch = ctx.attr.arch,
        fail_on = ctx.attr.fail_on,
        strict = ctx.attr.strict,
        all_targets = ctx.attr.all_targets,
        arguments = ctx.attr.arguments,
    )]

warplint_settings = rule(
    implementation = _settings_impl,
    doc = "How to lint. The flag :settings beside this file names the one to use.",
    attrs = {
        "all_targets": attr.bool(doc = "Also look into C++ targets in which nothing is named .cu or .cuh."),
        "arch": attr.string(doc = "sm_80: the architecture, where options do not say it."),
        "arguments": attr.string_list(doc = "More for `warplint lint`, such as --timeout=600."),
        "config": attr.label(
            allow_single_file = True,
            doc = "A .warplint.yaml. Actions look for none above their files, so it must be named.",
        ),
        "config_data": attr.label_list(
            allow_files = True,
            doc = "What the configuration names: files of `rules-dir`.",
        ),
        "evidence": attr.label_list(
            allow_files = True,
            doc = "What `warplint confirm --record` has written.",
        ),
        "fail_on": attr.string(
            doc = "The level from which on findings fail; if empty, what the configuration says, else warning.",
            values = ["", "note", "warning", "error", "never"],
        ),
        "program": attr.label(
            allow_files = True,
            cfg = "exec",
            doc = "The program: a file, or an executable target.",
            executable = True,
        ),
        "strict": attr.bool(doc = "What could not be analysed, or only in part, fails too."),
    },
)

#--- what a rule says ----------------------------------------------------------------------------

def _targets(ctx, name):
    """The targets in an attribute of the rule; none where it has no such attribute."""
    value = getattr(ctx.rule.attr, name, None)
    if type(value) == "Target":
        return [value]
    if type(value) != "list":
        return []
    return [target for target in value if type(target) == "Target"]

def _files(ctx, name):
    return [file for target in _targets(ctx, name) for file in target.files.to_list()]

def _expanded(ctx, text):
    """`text` with the Make variables and locations that the rule may use."""
    if "$(location" in text or "$(execpath" in text:
        known = []
        for name in ["srcs", "hdrs", "textual_hdrs", "data", "deps", "additional_compiler_inputs"]:
            known += [target for target in _targets(ctx, name) if target not in known]
        text = ctx.expand_location(text, known)
    pieces = text.split("$(")
    result = pieces[0]
    for piece in pieces[1:]:
        name, _, rest = piece.partition(")")
        result += ctx.var.get(name, "$(" + name + ")") + rest
    return result

def _words(ctx, name):
    """A list of strings of the rule, as Bazel reads them: expanded, and split as a shell would."""
    value = getattr(ctx.rule.attr, name, None)
    if type(value) != "list":
        return []
    words = []
    for text in value:
        if type(text) == "string":
            words += ctx.tokenize(_expanded(ctx, text))
    return words

def _is_cuda(ctx, files, options):
    """Whether anything of the target says that it is CUDA's."""
    for file in files:
        if file.extension in ["cu", "cuh"] or ".cu." in file.basename:
            return True
    if ctx.rule.kind.startswith("cuda_") or "-xcuda" in options:
        return True
    for i in range(len(options) - 1):
        if options[i] == "-x" and options[i + 1] in ["cuda", "cu"]:
            return True
    return False

def _moved_headers(ctx):
    """For strip_include_prefix and include_prefix Bazel makes links to headers, and includes those.

    Returns FROM=TO, from the links to what is written in the workspace, and the headers.
    """
    strip = getattr(ctx.rule.attr, "strip_include_prefix", "")
    prefix = getattr(ctx.rule.attr, "include_prefix", "")
    headers = _files(ctx, "hdrs")
    if type(strip) != "string" or type(prefix) != "string" or not (strip or prefix) or not headers:
        return [], []
    for header in headers:
        if not header.is_source:
            return [], []
    label = ctx.label
    here = [label.workspace_root, label.package]
    links = [ctx.bin_dir.path] + here + ["_virtual_includes", label.name, prefix]
    origin = [label.workspace_root, strip] if strip.startswith("/") else here + [strip]
    mapping = "%s=%s" % tuple(["/".join([part.strip("/") for part in parts if part.strip("/")]) for parts in [links, origin]])
    return [] if mapping.endswith("=") else [mapping], headers

#--- the command ---------------------------------------------------------------------------------

def _is_elsewhere(folder):
    """Whether an include folder is of another repository, whose code is not to be judged here."""
    return folder.startswith("external/") or "/bin/external/" in folder or folder.startswith("/")

def _context_flags(contexts, flags):
    """Defines and include folders, in the order in which a compiler of Bazel's gets them."""
    for context in contexts:
        flags.add_all(context.defines, before_each = "-D")
        flags.add_all(context.local_defines, before_each = "-D")
        flags.add_all(context.quote_includes, before_each = "-iquote")
        flags.add_all(context.includes, before_each = "-I")

        # The `includes` of cc_library count as system folders; warplint does not report on those.
        for folder in context.system_includes.to_list():
            flags.add_all([folder], before_each = "-isystem" if _is_elsewhere(folder) else "-I")
        if hasattr(context, "external_includes"):  # Bazel 6 and later
            flags.add_all(context.external_includes, before_each = "-isystem")

def _own_flags(ctx, flags):
    """What a rule that provides no CcInfo, such as cc_binary, says of its own compilation."""
    for folder in _words(ctx, "includes"):
        here = "/".join([part for part in [ctx.label.workspace_root, ctx.label.package, folder] if part])
        flags.add_all([here, ctx.bin_dir.path + "/" + here], before_each = "-I")
    flags.add_all(_words(ctx, "defines") + _words(ctx, "local_defines"), before_each = "-D")

def _flags(ctx, target, contexts, options):
    flags = ctx.actions.args()
    _context_flags(contexts, flags)

    # Bazel's own compilations have these in any case; not every rule passes them on.
    flags.add_all([ctx.label.workspace_root or ".", ctx.bin_dir.path], before_each = "-iquote")
    if CC_INFO not in target:
        _own_flags(ctx, flags)
    flags.add_all(ctx.fragments.cpp.copts)
    flags.add_all(ctx.fragments.cpp.cxxopts)
    flags.add_all(options)
    flags.set_param_file_format("shell")
    flags.use_param_file("--options-file=%s")
    return flags

def _add_config(arguments, config):
    if config:
        arguments.add("--config", config)

def _lint(ctx, target, settings, listed, inputs, path_map, flags):
    """The action that analyses, and reports to files. It fails for wrong settings only."""
    name = target.label.name
    outputs = {
        "analyses": ctx.actions.declare_file(name + ".warplint"),
        "json": ctx.actions.declare_file(name + ".warplint.json"),
        "text": ctx.actions.declare_file(name + ".warplint.txt"),
    }
    options = ctx.actions.args()
    options.add_all(["lint", "--hermetic", "--cuda-path", "none", "--fail-on", "never", "-j", "1"])
    _add_config(options, settings.config)
    if settings.arch:
        options.add("--arch", settings.arch)
    if not target.label.workspace_root:
        options.add_all(["external", "bazel-out/*/external"], before_each = "--exclude")
    options.add_all(settings.evidence, before_each = "--evidence")
    options.add_all(path_map, before_each = "--path-map")
    options.add_all(settings.arguments)
    options.add("--analyses", outputs["analyses"])
    for format in ["json", "text"]:  # named, so that nothing goes to the terminal
        options.add_all(["--format", format])
        options.add(outputs[format], format = "--output=" + format + "=%s")
    files = ctx.actions.args()
    files.add_all(listed)
    files.set_param_file_format("multiline")
    files.use_param_file("--files-from=%s", use_always = True)
    ctx.actions.run(
        executable = settings.program,
        arguments = [options, files, "--", flags],
        inputs = inputs,
        outputs = outputs.values(),
        mnemonic = "WarplintLint",
        progress_message = "Linting the CUDA of %s" % target.label,
    )
    return outputs

def _merge_arguments(arguments, settings, analyses):
    arguments.add("merge")
    arguments.add_all(analyses)
    _add_config(arguments, settings.config)
    arguments.add_all(settings.evidence, before_each = "--evidence")

def _fail_level(level):
    return ["--fail-on", level] if level else []

def _check(ctx, target, settings, analyses, inputs):
    """The action that shows the findings, and fails where there are some at the level or above."""
    checked = ctx.actions.declare_file(target.label.name + ".warplint.checked")
    arguments = ctx.actions.args()
    _merge_arguments(arguments, settings, [analyses])
    arguments.add_all(["--quiet", "--format", "text"] + _fail_level(settings.fail_on))
    if settings.strict:
        arguments.add("--strict")
    arguments.add(checked, format = "--output=json=%s")
    ctx.actions.run(
        executable = settings.program,
        arguments = [arguments],
        inputs = depset([analyses], transitive = [inputs]),
        outputs = [checked],
        mnemonic = "WarplintCheck",
        progress_message = "Checking what was found in %s" % target.label,
    )
    return checked

#--- the aspect ----------------------------------------------------------------------------------

def _is_wanted(ctx, target, settings, listed, options):
    if not listed or target.label.workspace_root or "no-warplint" in ctx.rule.attr.tags:
        return False
    return settings.all_targets or _is_cuda(ctx, listed, options)

def _contexts(ctx, target):
    """What was declared of how the target is compiled: its own, or else that of its dependencies."""
    if CC_INFO in target:
        return [target[CC_INFO].compilation_context]
    deps = _targets(ctx, "deps") + _targets(ctx, "implementation_deps")
    return [dep[CC_INFO].compilation_context for dep in deps if CC_INFO in dep]

def _aspect_impl(target, ctx):
    settings = ctx.attr._settings[WarplintSettingsInfo]
    sources = _files(ctx, "srcs") + _files(ctx, "hdrs")
    listed = [file for file in sources if file.extension in _EXTENSIONS]
    options = _words(ctx, "copts") + _words(ctx, "cxxopts")
    below = [dep[WarplintInfo] for name in _EDGES for dep in _targets(ctx, name) if WarplintInfo in dep]
    mapping, moved = _moved_headers(ctx)
    path_map = depset(mapping, transitive = [info.path_map for info in below])
    originals = depset(moved, transitive = [info.originals for info in below])
    analyses, inputs, groups = depset(), depset(), {}
    if _is_wanted(ctx, target, settings, listed, options):
        if not settings.program:
            fail("%s names no program to lint with. In .bazelrc, name your own target of warplint_settings: " %
                 ctx.attr._settings.label + "build --@warplint_bazel//:settings=//label")
        contexts = _contexts(ctx, target)
        more = _files(ctx, "textual_hdrs") + _files(ctx, "additional_compiler_inputs")
        inputs = depset(
            sources + more + settings.data + settings.evidence + ([settings.config] if settings.config else []),
            transitive = [originals] + [context.headers for context in contexts],
        )
        outputs = _lint(ctx, target, settings, listed, inputs, path_map, _flags(ctx, target, contexts, options))
        checked = _check(ctx, target, settings, outputs["analyses"], inputs)
        analyses = depset([outputs["analyses"]])
        groups = {
            "warplint": depset(outputs.values()),
            "warplint_check": depset([checked]),
        }
    return [
        WarplintInfo(
            analyses = analyses,
            inputs = inputs,
            originals = originals,
            path_map = path_map,
            settings = settings,
            transitive_analyses = depset(transitive = [analyses] + [info.transitive_analyses for info in below]),
            transitive_inputs = depset(transitive = [inputs] + [info.transitive_inputs for info in below]),
        ),
        OutputGroupInfo(**groups),
    ]

# Output groups: `warplint` has the reports, and fails for nothing that is found; `warplint_check` fails for
# findings. Neither is `_validation`, so that it is the same in all versions of Bazel.
warplint = aspect(
    implementation = _aspect_impl,
    doc = "Lints what it is applied to.",
    attr_aspects = _EDGES,
    attrs = {"_settings": attr.label(default = ":settings")},
    fragments = ["cpp"],
)

#--- rules over what it found --------------------------------------------------------------------

def _gathered(ctx):
    """What the aspect has found out of the targets of a rule."""
    infos = [target[WarplintInfo] for target in ctx.attr.targets]
    if not infos:
        fail("targets: name at least one")
    analyses = [i.transitive_analyses if ctx.attr.with_deps else i.analyses for i in infos]
    inputs = [i.transitive_inputs if ctx.attr.with_deps else i.inputs for i in infos]
    gathered = struct(
        analyses = depset(transitive = analyses),
        inputs = depset(transitive = inputs),
        settings = infos[0].settings,
    )
    if not gathered.analyses.to_list():
        fail("targets: nothing in them is CUDA's")
    return gathered

_ATTRIBUTES = {
    "targets": attr.label_list(
        aspects = [warplint],
        doc = "Targets whose findings count.",
        mandatory = True,
    ),
    "with_deps": attr.bool(doc = "Those that they depend on, in the same workspace, count too."),
}

def _report_impl(ctx):
    gathered = _gathered(ctx)
    arguments = ctx.actions.args()
    _merge_arguments(arguments, gathered.settings, gathered.analyses)
    arguments.add_all(["--fail-on", "never"])
    arguments.add_all(ctx.attr.formats, before_each = "--format")
    outputs = []
    for format in ctx.attr.formats:
        output = ctx.actions.declare_file("%s.%s" % (ctx.label.name, "txt" if format == "text" else format))
        arguments.add(output, format = "--output=" + format + "=%s")
        outputs.append(output)
    ctx.actions.run(
        executable = gathered.settings.program,
        arguments = [arguments],
        inputs = depset(transitive = [gathered.analyses, gathered.inputs]),
        outputs = outputs,
        mnemonic = "WarplintMerge",
        progress_message = "Merging what warplint found into %s" % ctx.label,
    )
    return [DefaultInfo(files = depset(outputs))]

warplint_report = rule(
    implementation = _report_impl,
    doc = "One report of several targets, in each format: NAME.txt, NAME.json, NAME.sarif.",
    attrs = dict(_ATTRIBUTES, formats = attr.string_list(
        default = ["text", "json", "sarif"],
        doc = "Formats of `warplint lint --format`.",
    )),
)

def _quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"

def _test_impl(ctx):
    gathered = _gathered(ctx)
    settings = gathered.settings
    words = [settings.program.executable.short_path, "merge"]
    words += [file.short_path for file in gathered.analyses.to_list()]
    if settings.config:
        words += ["--config", settings.config.short_path]
    for file in settings.evidence:
        words += ["--evidence", file.short_path]
    words += _fail_level(ctx.attr.fail_on or settings.fail_on)
    if settings.strict:
        words.append("--strict")
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(
        script,
        "#!/bin/sh\nexec %s --format text ${XML_OUTPUT_FILE:+--output=junit=\"$XML_OUTPUT_FILE\"}\n" %
        " ".join([_quoted(word) for word in words]),
        is_executable = True,
    )
    return [DefaultInfo(
        executable = script,
        runfiles = ctx.runfiles(
            files = [settings.program.executable],
            transitive_files = depset(transitive = [gathered.analyses, gathered.inputs]),
        ),
    )]

warplint_test = rule(
    implementation = _test_impl,
    doc = "Fails for findings in its targets.",
    test = True,
    attrs = dict(_ATTRIBUTES, fail_on = attr.string(
        doc = "The level from which on findings fail; if empty, that of the settings.",
        values = ["", "note", "warning", "error", "never"],
    )),
)
