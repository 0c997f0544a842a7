//===- HostAlgorithms.h - what CUDA's libraries do on the host -*- C++ -*-===//
//
// `thrust::sort(…)` in code for the host asks for hundreds of functions and classes of Thrust, CUB
// and libcu++, which take Clang longer than everything else of a file, and in which nothing is
// looked at: kernels of these libraries are left alone, and so is how they are launched.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_HOSTALGORITHMS_H
#define WARPLINT_FRONTEND_HOSTALGORITHMS_H

namespace clang {
class FunctionDecl;
class Sema;
} // namespace clang

namespace warplint::frontend {

class ProjectFiles;

/// Is it declared by Thrust, CUB or libcu++, whoever's copy that is?
bool isOfCudaLibraries(const clang::FunctionDecl &function);

/// Is `function`, which has just been put last in the queue of what is to be instantiated, one of
/// CUDA's libraries that code for the host calls? Then it is taken from the queue, and put into it
/// again by whoever asks for it next. What only works out a number from others stays, as launches
/// may be made of it.
bool leaveToHost(clang::Sema &sema, clang::FunctionDecl &function, ProjectFiles &project);

} // namespace warplint::frontend

#endif
