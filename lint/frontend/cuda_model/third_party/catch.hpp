#pragma once
#pragma clang system_header
#include "catch2/catch_model.h"
