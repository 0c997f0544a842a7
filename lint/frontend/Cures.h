//===- Cures.h - what nvcc takes and Clang refuses -------------*- C++ -*-===//
//
// Some refusals are cured by reading the file with another text in place of
// the one refused, or with another option. Lines never move; columns move only
// behind the end of a declaration.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_CURES_H
#define WARPLINT_FRONTEND_CURES_H

#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplint::frontend {

struct TextEdit {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;
};

/// Applies edits that do not overlap; of those that do, the first by offset.
std::string applyEdits(llvm::StringRef text, std::vector<TextEdit> edits);

/// The cures work on the declaration at `offset` of `text`; no edits if it is not of their kind.
///
/// `__shared__ Class object;` with a constructor: Clang rejects the initialisation. `__shared__`
/// becomes `__warpsh__`, a macro for __attribute__((annotate("warplint_shared"))).
std::vector<TextEdit> cureSharedInitialisation(llvm::StringRef text, std::size_t offset);
/// `extern __shared__ T s[];` where another `s` has another type: becomes a local array with the
/// annotations warplint_shared and warplint_shared_dynamic and an arbitrary large extent.
std::vector<TextEdit> cureExternSharedType(llvm::StringRef text, std::size_t offset);
/// `extern __shared__ T s[4][32];`, which Clang wants without a first bound. nvcc 13.0 takes it for
/// static (warning 20044): `extern` goes.
std::vector<TextEdit> cureExternSharedBounds(llvm::StringRef text, std::size_t offset);
/// `__device__ __shared__ T s[4];` in a function: nvcc takes no notice of `__device__`.
std::vector<TextEdit> cureDeviceShared(llvm::StringRef text, std::size_t offset);
/// `const T __restrict__ x[4]` as a parameter, where the word is about the pointer that x is, and
/// `uint32_t __restrict__ x`, where it is about nothing: nvcc takes it of a type that has a name.
std::vector<TextEdit> cureRestrictedObject(llvm::StringRef text, std::size_t offset);
/// `template <…> static T f(…) {…}` of a function template that was declared without `static`,
/// which nvcc and its host compiler take.
std::vector<TextEdit> cureStaticTemplate(llvm::StringRef text, std::size_t offset);
/// `template <typename T> void Class::f<T>(T *x) {…}`, which nvcc takes for `Class::f(T *x)`: the
/// arguments go. `offset` is that of the name before them.
std::vector<TextEdit> cureOwnTemplateArguments(llvm::StringRef text, std::size_t offset);
/// `template int f<int>(int);` of a `__host__ __device__` function template, without these words,
/// which nvcc takes, or of one with them that calls functions of the host: it goes. Who needs the
/// instance asks for it. `offset` is that of the name.
std::vector<TextEdit> cureInstanceOfOtherTarget(llvm::StringRef text, std::size_t offset);
/// `__shared__ alignas(16) T x[…]`, of which Clang refuses the one or the other part by what T is:
/// alignas goes first.
std::vector<TextEdit> cureAlignasOrder(llvm::StringRef text, std::size_t offset);
/// A function that `offset` is in the head of, `double atomicAdd(double *, double) {…}`, of a time
/// when CUDA had none of that type: CUDA's own takes its place.
std::vector<TextEdit> cureOwnIntrinsic(llvm::StringRef text, std::size_t offset);
/// `kernel<<<…>>>(…)` in device code, where overload resolution finds no kernel that may be called:
/// the launch becomes `(void)0`. What surrounds it can then be analysed.
std::vector<TextEdit> cureDeviceLaunch(llvm::StringRef text, std::size_t offset);
/// `constexpr T x = …;` of a value that Clang 19 does not take for constant, as one that is read
/// through a reference to no matter what (C++23's P2280, which nvcc follows): `const` will do.
std::vector<TextEdit> cureConstexprVariable(llvm::StringRef text, std::size_t offset);
/// `if constexpr (member.isIt)`, where isIt is a static constant and Clang 19 wants to know the
/// object (P2280 again): a plain `if`. `offset` is that of the condition.
std::vector<TextEdit> cureConstexprIf(llvm::StringRef text, std::size_t offset);
/// `asm("…" : : "r"(a) "r"(b))`, where nvcc does without the comma between operands: blanks that
/// stand there become commas. `offset` is that of an operand without.
std::vector<TextEdit> cureAsmOperands(llvm::StringRef text, std::size_t offset);

/// `std::array<float, 2>(a, b)`, of C++20, in which nvcc takes what is in parentheses for what is
/// in the array that is in the object, as of braces: the parentheses become braces. `offset` is
/// that of the first argument; of one alone no edits.
std::vector<TextEdit> cureArrayInParentheses(llvm::StringRef text, std::size_t offset);

/// `kernel<<<{g}, {8, 32}>>>(…)`, of which Clang takes the braces for no expression: `dim3` goes
/// before them. `offset` is that of the launch's first.
std::vector<TextEdit> cureBracedConfiguration(llvm::StringRef text, std::size_t offset);

/// A name of the same length as another one, as a macro for more than that one.
struct StandIn {
  std::string name;
  std::string text; ///< what the macro stands for
  std::string macro;
};
/// The cures below add those that they need, each once.
using StandIns = std::vector<StandIn>;

/// `T::name<N>(…)` at `offset` reads as comparisons where T depends on template parameters and
/// `template` does not stand before the name: nvcc looks into T's template. The name becomes a
/// macro for `template name`. `isOfPlace`: it is the first behind `offset`, else the last before
/// the call.
std::vector<TextEdit> cureTemplateKeyword(llvm::StringRef text, std::size_t offset,
                                          StandIns &standIns, bool isOfPlace = false);
/// A parameter of a kernel, of a type of which nothing is known: it becomes one that can do
/// nothing, so that the rest of the kernel is seen. `offset`: in the type.
std::vector<TextEdit> cureUnknownParameter(llvm::StringRef text, std::size_t offset,
                                           StandIns &standIns);
/// A macro that a header would define which is not at hand, for a loop over the grid.
struct LoopMacro {
  std::string name;
  std::string signature; ///< with its parameters
  std::string text;      ///< the head of the loop
};
/// With `X`, `Y` or `Z` behind it a macro for `x`, `y` or `z`, which loops name that are given
/// their axis.
inline constexpr llvm::StringLiteral axisOfLoop = "warplint_axis_";
/// `GPU_1D_KERNEL_LOOP(i, n) {` at `offset`, by its name: `i` is declared there and runs from the
/// thread's own number up to `n`, by as many as the grid has.
std::optional<LoopMacro> loopOverGrid(llvm::StringRef text, std::size_t offset);
/// `f<T::part>()` at `offset`, that of T, without `typename` where T depends on template
/// parameters, which nvcc knows for a type all the same. T becomes a macro for `typename T`.
std::vector<TextEdit> cureTypename(llvm::StringRef text, std::size_t offset, StandIns &standIns);
/// `f(x)` at `offset`, of a base class that depends on template parameters, without `this->`, which
/// nvcc looks up where the class is instantiated. f becomes a macro for `this->f`.
std::vector<TextEdit> cureDependentBase(llvm::StringRef text, std::size_t offset,
                                        StandIns &standIns);
/// `p + n`, `p += n`, … where p is a pointer to void, which nvcc counts in bytes (warning 1143).
/// `offset` is that of the operator, `operand` that of p's first word, which becomes a macro for
/// itself behind a cast; of `(void *)q + n` the cast is changed.
std::vector<TextEdit> cureVoidPointer(llvm::StringRef text, std::size_t offset, std::size_t operand,
                                      StandIns &standIns);
/// `void f();` in a class, of which only the definition outside of it says that it runs on the
/// device (nvcc's warnings 20039 and 20040): `spaces` are put behind the declaration's end.
/// `offset` is that of its name.
std::vector<TextEdit> cureExecutionSpace(llvm::StringRef text, std::size_t offset,
                                         llvm::StringRef spaces);
/// `friend T get<0>(const Box<T> &);` of a function template that runs on the device, without the
/// word that says so, as nvcc takes it: `spaces` are put behind the declaration's end. `offset` is
/// that of its name.
std::vector<TextEdit> cureFriendSpace(llvm::StringRef text, std::size_t offset,
                                      llvm::StringRef spaces);
/// `template <> void Solver<device>::run() const {… kernel<<<…>>>(…); …}`, where an error at
/// `offset`, before the name, says that the class is not known, of which Clang keeps nothing: it
/// becomes a function of no class, so that what it launches is seen. No edits where its text
/// launches nothing.
std::vector<TextEdit> cureLostLaunches(llvm::StringRef text, std::size_t offset);
/// `float C::f() {…}` of what is declared for the host and the device, or for the device: nvcc
/// takes both for one (warnings 20036 and 20037). The first word of the declaration that `offset`
/// is in becomes a macro for itself behind both spaces.
std::vector<TextEdit> cureNarrowerSpace(llvm::StringRef text, std::size_t offset,
                                        StandIns &standIns);
/// `template <> __device__ float f(int x)` of a template for the host and the device, which nvcc
/// takes for its specialisation: `__device__` becomes a macro for both. So it takes one for both of
/// a template for the device alone: `__host__` becomes a macro for nothing. `offset` is that of the
/// name.
std::vector<TextEdit> cureSpecialisationSpace(llvm::StringRef text, std::size_t offset,
                                              StandIns &standIns);
/// Every name that the text holds for another one as it was.
std::string withoutStandIns(llvm::StringRef text, const StandIns &standIns);

/// Conditionals that ask for `__NVCC__`, wherever they stand, ask for `__CUDACC__` instead.
std::vector<TextEdit> conditionsOnNvcc(llvm::StringRef text);

/// Of the same length as `__NVCC__`, which only nvcc defines.
inline constexpr llvm::StringLiteral anyNvcc = "__nvcc__";
/// Such conditionals ask for `anyNvcc`: whoever knows no other compiler of CUDA means any. No edits
/// where the text tells Clang apart, or is of CUDA's C++ libraries, which take nvcc by its word.
std::vector<TextEdit> conditionsOfNvccAlone(llvm::StringRef text);

/// Defined by NVRTC alone, which compiles kernels as strings while the program runs.
inline constexpr llvm::StringLiteral runtimeCompilerMacro = "__CUDACC_RTC__";
/// Does a conditional of the preprocessor ask for the macro?
bool hasConditionOn(llvm::StringRef text, llvm::StringRef macro);

/// `__host__ consteval` functions, which nvcc lets device code call, as they are called by the
/// compiler alone: `__host__` goes.
std::vector<TextEdit> hostConsteval(llvm::StringRef text);

/// `extern "C"__global__`: to Clang a literal with a suffix of the user's, to nvcc two words. The
/// blank before the literal goes behind it.
std::vector<TextEdit> linkageWithoutBlank(llvm::StringRef text);

/// `#include "math\vector.cuh"`, as Windows takes it: slashes in place of backslashes.
std::vector<TextEdit> includesOfWindows(llvm::StringRef text);

/// `#define UNROLL #pragma unroll`: nvcc takes the directive where the macro is expanded, Clang
/// takes it for an error. The macro becomes empty. So it is where a backslash stands between the
/// name and the directive, on the next line.
std::vector<TextEdit> pragmasInMacros(llvm::StringRef text);

/// Of the Toolkit's headers for half precision, the assignments from `__half2_raw` and
/// `__nv_bfloat162_raw`: with them `pair = {x, y}` is ambiguous to Clang, and not to nvcc. What
/// they are for goes through the constructor. Of other files nothing.
std::vector<TextEdit> assignmentsFromRaw(llvm::StringRef path, llvm::StringRef text);

/// Of the header by which Clang reads CUDA code, the functions `std::malloc` and `std::free` for
/// the device: with them `malloc` is ambiguous behind `using namespace std`, and not to nvcc. The
/// global ones take their place. Of other files nothing.
std::vector<TextEdit> allocationOfClang(llvm::StringRef path, llvm::StringRef text);

/// `kernel << <grid, block >> >(…)`, as editors that know no CUDA format it: nvcc takes it for a
/// launch. The brackets are moved together; columns stay where there is a blank between them.
std::vector<TextEdit> launchesTakenApart(llvm::StringRef text);

/// `cureAlignasOrder` wherever `alignas` stands right behind `__shared__`, which Clang is sure to
/// refuse.
std::vector<TextEdit> expectedAlignas(llvm::StringRef text);
/// `__shared__` as in cureSharedInitialisation for objects of cuda::barrier and its kin, found by
/// their names before parsing: so common that waiting for the error would cost a second pass over
/// many files.
std::vector<TextEdit> expectedSharedObjects(llvm::StringRef text);

} // namespace warplint::frontend

#endif
