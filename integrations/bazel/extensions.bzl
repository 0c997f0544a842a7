"""For MODULE.bazel; see repositories.bzl."""

load(":repositories.bzl", "cc_info_repository")

def _cc_info_impl(_module_ctx):
    cc_info_repository(name = "warplint_cc_info", built_in = False)

cc_info = module_extension(implementation = _cc_info_impl)
