//===- Diagnose.cpp - why nothing was measured ----------------------------===//

#include "runtime-check/Diagnose.h"

#include <array>
#include <cstring>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace warplint::runtime {
namespace {

std::string loadingError() {
  const char *error = ::dlerror();
  return error ? error : "unknown reason";
}

std::string driverProblem() {
  void *driver = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!driver)
    return "there is no NVIDIA driver on this machine (libcuda.so.1 cannot be loaded: " +
           loadingError() + ")";
  using Init = int (*)(unsigned);
  using ErrorString = int (*)(int, const char **);
  const auto init = reinterpret_cast<Init>(::dlsym(driver, "cuInit"));
  const auto errorString = reinterpret_cast<ErrorString>(::dlsym(driver, "cuGetErrorString"));
  if (!init || !errorString)
    return "libcuda.so.1 is not a driver";
  const int result = init(0);
  if (result == 0)
    return {};
  const char *text = nullptr;
  errorString(result, &text);
  return std::string("CUDA cannot be used on this machine: ") +
         (text ? text : std::to_string(result).c_str());
}

std::string problem(const std::string &library) {
  if (::access(library.c_str(), R_OK) != 0)
    return "the collector is missing: " + library + " (" + std::strerror(errno) + ")";
  if (std::string driver = driverProblem(); !driver.empty())
    return driver;
  if (!::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL))
    return "the collector cannot be loaded: " + loadingError() +
           "; is CUPTI (of the CUDA Toolkit) on LD_LIBRARY_PATH?";
  return {};
}

} // namespace

std::string whatIsMissing(const std::string &injectionLibrary) {
  std::array<int, 2> ends;
  if (::pipe(ends.data()) != 0)
    return {};
  const pid_t child = ::fork();
  if (child == 0) {
    ::unsetenv("CUDA_INJECTION64_PATH");
    const std::string text = problem(injectionLibrary);
    (void)!::write(ends[1], text.data(), text.size());
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t size; (size = ::read(ends[0], buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(size));
  ::close(ends[0]);
  if (child > 0)
    ::waitpid(child, nullptr, 0);
  return text;
}

} // namespace warplint::runtime
