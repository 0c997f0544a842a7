// <math.h>: the prelude has it, for both sides.
#pragma once
#pragma clang system_header
#include "../prelude.h"
