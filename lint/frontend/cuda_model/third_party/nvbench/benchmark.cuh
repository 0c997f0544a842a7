#pragma once
#pragma clang system_header
#include "nvbench_model.h"
