//===- Arc4Random.cpp - what LLVM asks of newer C libraries ---------------===//
//
// Debian's libLLVMSupport.a calls arc4random for the names of temporary files. It is the one
// function of glibc 2.36 in the released program; all others are there in 2.35, that of
// Ubuntu 22.04.
//
//===----------------------------------------------------------------------===//

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <sys/random.h>

extern "C" std::uint32_t arc4random() noexcept {
  std::uint32_t value = 0;
  while (getrandom(&value, sizeof value, 0) != sizeof value)
    if (errno != EINTR)
      std::abort(); // as glibc's own: nobody could be told
  return value;
}
