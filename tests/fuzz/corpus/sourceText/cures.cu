struct S { S(); };
__global__ void k() {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ S one, two[2] = {S(), S()};
  extern __shared__ alignas(16) char raw[];
  __shared__ alignas(alignof(float4)) float x[32];
  k<<<1, dim3(2, 3), 0, s>>>(R"x(<<<")x", '\'', "\"");
  child < < <1, 2>>>();
}
