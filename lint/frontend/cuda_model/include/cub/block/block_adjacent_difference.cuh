#pragma once
#pragma clang system_header
#include "../cub_model.h"
