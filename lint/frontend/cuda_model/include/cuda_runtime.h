#pragma once
#include "../prelude.h"
