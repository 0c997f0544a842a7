#pragma once
#pragma clang system_header
#include "../prelude.h"
