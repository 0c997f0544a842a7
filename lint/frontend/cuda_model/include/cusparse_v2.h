#pragma once
#pragma clang system_header
#include "cusparse.h"
