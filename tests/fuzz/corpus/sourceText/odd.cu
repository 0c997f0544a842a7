??=include <x>
/* never ended __global__ void k() {
#elif
#else
#endif
R"(