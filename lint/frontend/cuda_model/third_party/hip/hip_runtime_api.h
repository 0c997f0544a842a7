#pragma once
#pragma clang system_header
#include "hip_runtime.h"
