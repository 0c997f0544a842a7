load(":built_in.bzl", "BUILT_IN")

CcInfo = BUILT_IN
