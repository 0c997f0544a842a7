#pragma once
#pragma clang system_header
#include "curand_kernel.h"
