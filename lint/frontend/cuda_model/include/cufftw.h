#pragma once
#pragma clang system_header
#include "cufft.h"
