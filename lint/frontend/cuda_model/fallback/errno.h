// <errno.h> where the host has none.
#pragma once
#pragma clang system_header
extern "C" int *__errno_location() noexcept;
#define errno (*__errno_location())
