#pragma once
#pragma clang system_header
#include "cuda_bf16.h"
