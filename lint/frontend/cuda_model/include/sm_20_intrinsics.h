// The prelude declares what CUDA has here.
#pragma once
#pragma clang system_header
#include "../prelude.h"
