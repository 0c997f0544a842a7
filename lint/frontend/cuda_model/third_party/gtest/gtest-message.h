#pragma once
#pragma clang system_header
#include "gtest.h"
