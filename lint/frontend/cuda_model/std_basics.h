//===- std_basics.h - what nvcc includes of the C++ library ----*- C++ -*-===//
//
// Force-included before a second try, where a file names something of namespace
// std without including its header: nvcc's own includes bring it. Not part of the
// prelude, as it costs more than the prelude itself.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#if __has_include(<algorithm>)
#include <algorithm>
#endif
#if __has_include(<iostream>)
#include <iostream> // Thrust brings it.
#endif
#if __has_include(<limits>)
#include <limits>
#endif
#if __has_include(<type_traits>)
#include <type_traits>
#endif
#if __has_include(<utility>)
#include <utility>
#endif
#if __has_include(<string>)
#include <string>
#endif
#if __has_include(<vector>)
#include <vector>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
