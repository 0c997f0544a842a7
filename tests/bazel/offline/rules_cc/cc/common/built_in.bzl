BUILT_IN = CcInfo
