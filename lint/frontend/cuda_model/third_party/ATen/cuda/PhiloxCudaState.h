#pragma once
#pragma clang system_header
#include "../../torch_model.h"
