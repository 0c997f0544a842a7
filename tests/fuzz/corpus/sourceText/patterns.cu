int a; // NOLINT(warplint-*ank*, warplint-[a-z]?*)
// warplint: allow(*) 
__global__ void k() {}
