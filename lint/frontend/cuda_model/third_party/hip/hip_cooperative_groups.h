#pragma once
#pragma clang system_header
#include <cooperative_groups.h>
