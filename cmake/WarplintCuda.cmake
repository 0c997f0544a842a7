# The CUDA Toolkit, where there is one. Nothing of it is needed to lint.
#
#   WARPLINT_CUPTI          the collector can be built: the target warplint_cupti
#   WARPLINT_CUPTI_MISSING  a sentence on what is missing
#   WARPLINT_NVCC           the compiler, for the reference kernels
#
# CUDA_HOME chooses among several Toolkits.

block(PROPAGATE WARPLINT_CUPTI WARPLINT_CUPTI_MISSING)

find_program(WARPLINT_NVCC NAMES nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATH_SUFFIXES bin
             PATHS /usr/local/cuda /opt/cuda)
set(toolkits $ENV{CUDA_HOME} $ENV{CUDA_PATH})
if(WARPLINT_NVCC)
  file(REAL_PATH ${WARPLINT_NVCC} nvcc)
  cmake_path(GET nvcc PARENT_PATH folder)
  cmake_path(GET folder PARENT_PATH folder)
  list(APPEND toolkits ${folder})
endif()
list(APPEND toolkits /usr/local/cuda /opt/cuda)

# CUPTI lies among the Toolkit's headers or in a folder of its own.
set(below extras/CUPTI targets/x86_64-linux targets/sbsa-linux .)
set(places)
foreach(toolkit IN LISTS toolkits)
  foreach(part IN LISTS below)
    list(APPEND places ${toolkit}/${part})
  endforeach()
endforeach()
find_path(WARPLINT_CUPTI_INCLUDE NAMES cupti_sass_metrics.h HINTS ${places}
          PATH_SUFFIXES include)
find_path(WARPLINT_CUDA_INCLUDE NAMES cuda.h HINTS ${places} PATH_SUFFIXES include)
find_library(WARPLINT_CUPTI_LIBRARY NAMES cupti HINTS ${places} PATH_SUFFIXES lib64 lib)
find_library(WARPLINT_CUDA_STUB NAMES cuda HINTS ${places}
             PATH_SUFFIXES lib64/stubs lib/stubs stubs)
mark_as_advanced(WARPLINT_NVCC WARPLINT_CUPTI_INCLUDE WARPLINT_CUDA_INCLUDE WARPLINT_CUPTI_LIBRARY
                 WARPLINT_CUDA_STUB)

set(WARPLINT_CUPTI ON)
if(NOT WARPLINT_CUDA_INCLUDE)
  set(WARPLINT_CUPTI_MISSING "no CUDA Toolkit was found (CUDA_HOME names one)")
elseif(NOT WARPLINT_CUPTI_INCLUDE OR NOT WARPLINT_CUPTI_LIBRARY)
  set(WARPLINT_CUPTI_MISSING "no CUPTI with counters per instruction (CUDA 12.2 or newer) was found")
elseif(NOT WARPLINT_CUDA_STUB)
  set(WARPLINT_CUPTI_MISSING "the Toolkit's stub of libcuda was not found")
endif()
if(WARPLINT_CUPTI_MISSING)
  set(WARPLINT_CUPTI OFF)
elseif(NOT TARGET warplint_cupti)
  add_library(warplint_cupti INTERFACE)
  target_include_directories(warplint_cupti SYSTEM INTERFACE
    ${WARPLINT_CUPTI_INCLUDE} ${WARPLINT_CUDA_INCLUDE})
  target_link_libraries(warplint_cupti INTERFACE ${WARPLINT_CUPTI_LIBRARY} ${WARPLINT_CUDA_STUB})
  # Where it was found now is where the driver's loader is to look for it, also once installed.
  cmake_path(GET WARPLINT_CUPTI_LIBRARY PARENT_PATH folder)
  target_link_options(warplint_cupti INTERFACE -Wl,-rpath,${folder})
endif()

endblock()
