#pragma once
#pragma clang system_header
#include "../../thrust_model.h"
