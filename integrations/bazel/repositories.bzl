"""For WORKSPACE: what warplint.bzl loads. MODULE.bazel gets it by extensions.bzl."""

def _cc_info_repository_impl(repository_ctx):
    if repository_ctx.attr.built_in:
        text = "CC_INFO = CcInfo\n"
    else:
        text = "load(\"@rules_cc//cc/common:cc_info.bzl\", \"CcInfo\")\n\nCC_INFO = CcInfo\n"
    repository_ctx.file("cc_info.bzl", text)
    repository_ctx.file("BUILD.bazel", "")

cc_info_repository = repository_rule(
    implementation = _cc_info_repository_impl,
    doc = "Where CcInfo comes from: it is built into Bazel where there is a WORKSPACE, and else of rules_cc.",
    attrs = {"built_in": attr.bool(mandatory = True)},
)

def warplint_repositories():
    cc_info_repository(name = "warplint_cc_info", built_in = True)
