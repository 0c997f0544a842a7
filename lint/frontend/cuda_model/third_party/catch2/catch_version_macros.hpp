#pragma once
#pragma clang system_header
#include "catch_model.h"
