//===- model.h - what CUDA code uses of OpenCV -----------------*- C++ -*-===//
//
// Where OpenCV is not at hand: its names for numbers, the images that kernels take
// (PtrStepSz and its kin, as they are laid out), and enough of Mat and GpuMat for
// the functions around launches to be read. What an image holds is not known.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

typedef unsigned char uchar;
typedef signed char schar;
typedef unsigned short ushort;
typedef unsigned int uint;

#define CV_CN_SHIFT 3
#define CV_MAT_DEPTH(type) ((type) & 7)
#define CV_MAT_CN(type) ((((type) >> CV_CN_SHIFT) & 511) + 1)
#define CV_MAKETYPE(depth, channels) (CV_MAT_DEPTH(depth) + (((channels) - 1) << CV_CN_SHIFT))
#define CV_MAKE_TYPE CV_MAKETYPE
#define CV_8U 0
#define CV_8S 1
#define CV_16U 2
#define CV_16S 3
#define CV_32S 4
#define CV_32F 5
#define CV_64F 6
#define CV_16F 7
#define CV_8UC(n) CV_MAKETYPE(CV_8U, (n))
#define CV_16UC(n) CV_MAKETYPE(CV_16U, (n))
#define CV_32FC(n) CV_MAKETYPE(CV_32F, (n))
#define CV_8UC1 CV_8UC(1)
#define CV_8UC2 CV_8UC(2)
#define CV_8UC3 CV_8UC(3)
#define CV_8UC4 CV_8UC(4)
#define CV_8SC1 CV_MAKETYPE(CV_8S, 1)
#define CV_16UC1 CV_16UC(1)
#define CV_16UC3 CV_16UC(3)
#define CV_16SC1 CV_MAKETYPE(CV_16S, 1)
#define CV_16SC2 CV_MAKETYPE(CV_16S, 2)
#define CV_32SC1 CV_MAKETYPE(CV_32S, 1)
#define CV_32SC2 CV_MAKETYPE(CV_32S, 2)
#define CV_32SC4 CV_MAKETYPE(CV_32S, 4)
#define CV_32FC1 CV_32FC(1)
#define CV_32FC2 CV_32FC(2)
#define CV_32FC3 CV_32FC(3)
#define CV_32FC4 CV_32FC(4)
#define CV_64FC1 CV_MAKETYPE(CV_64F, 1)
#define CV_64FC2 CV_MAKETYPE(CV_64F, 2)
#define CV_64FC3 CV_MAKETYPE(CV_64F, 3)
#define CV_PI 3.1415926535897932384626433832795
#define CV_2PI 6.283185307179586476925286766559
#define CV_LOG2 0.69314718055994530941723212145818
#define CV_EXPORTS
#define CV_EXPORTS_W
#define CV_INLINE static inline
#define CV_CUDEV_EXPORTS
#define CV_Assert(expression) ((void)(expression))
#define CV_DbgAssert(expression) ((void)(expression))
#define CV_Error(code, message) (::cv::stop())
#define CV_Func __func__
#define cudaSafeCall(expression) ((void)(expression))
#define cudaSafeCallTo(expression, place) ((void)(expression))
#define CV_CUDA_DEVICE_FUNC __device__
#define CV_CUDEV_SAFE_CALL(expression) ((void)(expression))
#define __CV_CUDA_HOST_DEVICE__ __host__ __device__ __forceinline__

namespace cv {

using ::schar;
using ::uchar;
using ::uint;
using ::ushort;
typedef std::string String;
typedef std::int64_t int64;
typedef std::uint64_t uint64;
using std::max;
using std::min;

[[noreturn]] void stop();

template <class T_, int n> struct Vec {
  T_ val[n];
  __host__ __device__ Vec();
  template <class... Args> __host__ __device__ Vec(Args...);
  __host__ __device__ T_ &operator[](int i) { return val[i]; }
  __host__ __device__ const T_ &operator[](int i) const { return val[i]; }
  __host__ __device__ T_ &operator()(int i) { return val[i]; }
};
typedef Vec<uchar, 2> Vec2b;
typedef Vec<uchar, 3> Vec3b;
typedef Vec<uchar, 4> Vec4b;
typedef Vec<int, 2> Vec2i;
typedef Vec<int, 3> Vec3i;
typedef Vec<int, 4> Vec4i;
typedef Vec<float, 2> Vec2f;
typedef Vec<float, 3> Vec3f;
typedef Vec<float, 4> Vec4f;
typedef Vec<double, 2> Vec2d;
typedef Vec<double, 3> Vec3d;
template <class T_> struct Point_ {
  T_ x, y;
  Point_();
  template <class A_, class B_> Point_(A_, B_);
};
template <class T_> struct Point3_ {
  T_ x, y, z;
  Point3_();
  template <class A_, class B_, class C_> Point3_(A_, B_, C_);
};
template <class T_> struct Size_ {
  T_ width, height;
  Size_();
  template <class A_, class B_> Size_(A_, B_);
  T_ area() const;
  bool empty() const;
};
template <class T_> struct Rect_ {
  T_ x, y, width, height;
  Rect_();
  template <class... Args> Rect_(Args...);
  T_ area() const;
};
typedef Point_<int> Point, Point2i;
typedef Point_<float> Point2f;
typedef Point_<double> Point2d;
typedef Point3_<int> Point3i;
typedef Point3_<float> Point3f;
typedef Size_<int> Size, Size2i;
typedef Size_<float> Size2f;
typedef Rect_<int> Rect;
template <class T_> struct Scalar_ : Vec<T_, 4> {
  Scalar_();
  template <class... Args> Scalar_(Args...);
  static Scalar_ all(T_);
};
typedef Scalar_<double> Scalar;
struct Range {
  int start, end;
  Range();
  Range(int, int);
  static Range all();
};
template <class T_> struct Ptr {
  T_ *get() const;
  T_ *operator->() const;
  T_ &operator*() const;
  explicit operator bool() const;
};

struct MatStep {
  std::size_t p[2];
  operator std::size_t() const; // as OpenCV's
  std::size_t operator[](int) const;
};

namespace cuda {
struct GpuMat;
struct HostMem;
} // namespace cuda

struct Mat {
  int flags, dims, rows, cols;
  uchar *data;
  MatStep step;
  template <class... Args> Mat(const Args &...);
  template <class Any> Mat &operator=(const Any &);
  template <class... Args> Mat operator()(const Args &...) const;
  template <class... Args> void create(const Args &...);
  template <class... Args> void copyTo(const Args &...) const;
  template <class... Args> void convertTo(const Args &...) const;
  template <class... Args> Mat &setTo(const Args &...);
  Mat clone() const;
  Mat row(int) const;
  Mat col(int) const;
  Mat rowRange(int, int) const;
  Mat colRange(int, int) const;
  Mat reshape(int, int = 0) const;
  Mat t() const;
  void release();
  int type() const;
  int depth() const;
  int channels() const;
  bool empty() const;
  bool isContinuous() const;
  Size size() const;
  std::size_t total() const;
  std::size_t elemSize() const;
  std::size_t elemSize1() const;
  std::size_t step1(int = 0) const;
  uchar *ptr(int = 0);
  const uchar *ptr(int = 0) const;
  template <class T_> T_ *ptr(int = 0, int = 0);
  template <class T_> const T_ *ptr(int = 0, int = 0) const;
  template <class T_, class... Args> T_ &at(const Args &...);
  template <class T_, class... Args> const T_ &at(const Args &...) const;
  template <class... Args> static Mat zeros(const Args &...);
  template <class... Args> static Mat ones(const Args &...);
  template <class... Args> static Mat eye(const Args &...);
};
template <class T_> struct Mat_ : Mat {
  template <class... Args> Mat_(const Args &...);
  T_ &operator()(int, int);
  T_ *operator[](int);
};
std::ostream &operator<<(std::ostream &, const Mat &);
template <class Any> struct Anything {
  template <class... Args> Anything(const Args &...);
  template <class... Args> Mat getMat(const Args &...) const;
  template <class... Args> cuda::GpuMat getGpuMat(const Args &...) const;
  template <class... Args> void create(const Args &...) const;
  template <class... Args> int type(const Args &...) const;
  template <class... Args> int depth(const Args &...) const;
  template <class... Args> int channels(const Args &...) const;
  template <class... Args> Size size(const Args &...) const;
  bool empty() const;
};
typedef const Anything<Mat> &InputArray;
typedef const Anything<Mat> &OutputArray;
typedef const Anything<Mat> &InputOutputArray;
typedef const Anything<std::vector<Mat>> &InputArrayOfArrays;
typedef const Anything<std::vector<Mat>> &OutputArrayOfArrays;
OutputArray noArray();

enum ImreadModes {
  IMREAD_UNCHANGED = -1,
  IMREAD_GRAYSCALE = 0,
  IMREAD_COLOR = 1,
  IMREAD_ANYDEPTH = 2,
  IMREAD_ANYCOLOR = 4
};
enum WindowFlags { WINDOW_NORMAL = 0, WINDOW_AUTOSIZE = 1, WINDOW_OPENGL = 0x1000 };
enum ColorConversionCodes {
  COLOR_BGR2BGRA = 0,
  COLOR_RGB2RGBA = 0,
  COLOR_BGRA2BGR = 1,
  COLOR_BGR2RGBA = 2,
  COLOR_BGR2RGB = 4,
  COLOR_RGB2BGR = 4,
  COLOR_BGR2GRAY = 6,
  COLOR_RGB2GRAY = 7,
  COLOR_GRAY2BGR = 8,
  COLOR_GRAY2RGB = 8
};
enum InterpolationFlags { INTER_NEAREST, INTER_LINEAR, INTER_CUBIC, INTER_AREA };
enum BorderTypes {
  BORDER_CONSTANT,
  BORDER_REPLICATE,
  BORDER_REFLECT,
  BORDER_WRAP,
  BORDER_REFLECT_101,
  BORDER_DEFAULT = BORDER_REFLECT_101
};
template <class... Args> Mat imread(const Args &...);
template <class... Args> bool imwrite(const Args &...);
template <class... Args> void imshow(const Args &...);
template <class... Args> void namedWindow(const Args &...);
template <class... Args> int waitKey(const Args &...);
template <class... Args> void destroyAllWindows(const Args &...);
template <class In, class Out, class... Args> void cvtColor(const In &, Out &&, const Args &...);
template <class In, class Out, class... Args> void resize(const In &, Out &&, const Args &...);
template <class In, class Out, class... Args> void split(const In &, Out &&, const Args &...);
template <class In, class Out, class... Args> void merge(const In &, Out &&, const Args &...);
template <class... Args> double norm(const Args &...);
template <class... Args> void absdiff(const Args &...);
std::int64_t getTickCount();
double getTickFrequency();
template <class T_> __host__ __device__ T_ saturate_cast(double);
template <class T_, class From> __host__ __device__ T_ saturate_cast(From);
__host__ __device__ int divUp(int, int);

struct VideoCapture {
  template <class... Args> VideoCapture(const Args &...);
  template <class... Args> bool open(const Args &...);
  bool isOpened() const;
  bool read(Mat &);
  double get(int) const;
  bool set(int, double);
  void release();
  VideoCapture &operator>>(Mat &);
};

namespace cuda {

template <class T_> struct DevPtr {
  typedef T_ elem_type;
  typedef int index_type;
  enum { elem_size = sizeof(elem_type) };
  T_ *data;
  __CV_CUDA_HOST_DEVICE__ DevPtr() : data(0) {}
  __CV_CUDA_HOST_DEVICE__ DevPtr(T_ *at) : data(at) {}
  __CV_CUDA_HOST_DEVICE__ std::size_t elemSize() const { return elem_size; }
  __CV_CUDA_HOST_DEVICE__ operator T_ *() { return data; }
  __CV_CUDA_HOST_DEVICE__ operator const T_ *() const { return data; }
};
template <class T_> struct PtrSz : DevPtr<T_> {
  std::size_t size;
  __CV_CUDA_HOST_DEVICE__ PtrSz() : size(0) {}
  __CV_CUDA_HOST_DEVICE__ PtrSz(T_ *at, std::size_t count) : DevPtr<T_>(at), size(count) {}
};
template <class T_> struct PtrStep : DevPtr<T_> {
  std::size_t step; ///< bytes from row to row
  __CV_CUDA_HOST_DEVICE__ PtrStep() : step(0) {}
  __CV_CUDA_HOST_DEVICE__ PtrStep(T_ *at, std::size_t bytes) : DevPtr<T_>(at), step(bytes) {}
  __CV_CUDA_HOST_DEVICE__ T_ *ptr(int y = 0) { return (T_ *)((char *)DevPtr<T_>::data + y * step); }
  __CV_CUDA_HOST_DEVICE__ const T_ *ptr(int y = 0) const {
    return (const T_ *)((const char *)DevPtr<T_>::data + y * step);
  }
  __CV_CUDA_HOST_DEVICE__ T_ &operator()(int y, int x) { return ptr(y)[x]; }
  __CV_CUDA_HOST_DEVICE__ const T_ &operator()(int y, int x) const { return ptr(y)[x]; }
};
template <class T_> struct PtrStepSz : PtrStep<T_> {
  int cols, rows;
  __CV_CUDA_HOST_DEVICE__ PtrStepSz() : cols(0), rows(0) {}
  __CV_CUDA_HOST_DEVICE__ PtrStepSz(int height, int width, T_ *at, std::size_t bytes)
      : PtrStep<T_>(at, bytes), cols(width), rows(height) {}
  template <class U_>
  explicit PtrStepSz(const PtrStepSz<U_> &other)
      : PtrStep<T_>((T_ *)other.data, other.step), cols(other.cols), rows(other.rows) {}
};
typedef PtrStepSz<unsigned char> PtrStepSzb;
typedef PtrStepSz<unsigned short> PtrStepSzus;
typedef PtrStepSz<float> PtrStepSzf;
typedef PtrStepSz<int> PtrStepSzi;
typedef PtrStep<unsigned char> PtrStepb;
typedef PtrStep<unsigned short> PtrStepus;
typedef PtrStep<float> PtrStepf;
typedef PtrStep<int> PtrStepi;

struct Stream {
  Stream();
  static Stream &Null();
  void waitForCompletion();
  bool queryIfComplete() const;
};
struct StreamAccessor {
  static cudaStream_t getStream(const Stream &);
  static Stream wrapStream(cudaStream_t);
};
struct GpuMat {
  int flags, rows, cols;
  std::size_t step;
  uchar *data;
  template <class... Args> GpuMat(const Args &...);
  template <class Any> GpuMat &operator=(const Any &);
  template <class... Args> GpuMat operator()(const Args &...) const;
  template <class... Args> void create(const Args &...);
  template <class... Args> void upload(const Args &...);
  template <class Out, class... Args> void download(Out &&, const Args &...) const;
  template <class... Args> void copyTo(const Args &...) const;
  template <class... Args> void convertTo(const Args &...) const;
  template <class... Args> GpuMat &setTo(const Args &...);
  GpuMat clone() const;
  GpuMat reshape(int, int = 0) const;
  GpuMat row(int) const;
  GpuMat rowRange(int, int) const;
  GpuMat colRange(int, int) const;
  void release();
  int type() const;
  int depth() const;
  int channels() const;
  bool empty() const;
  bool isContinuous() const;
  Size size() const;
  std::size_t elemSize() const;
  std::size_t elemSize1() const;
  uchar *ptr(int = 0);
  const uchar *ptr(int = 0) const;
  template <class T_> T_ *ptr(int = 0);
  template <class T_> const T_ *ptr(int = 0) const;
  template <class T_> operator PtrStepSz<T_>() const;
  template <class T_> operator PtrStep<T_>() const;
};
template <class... Args> void createContinuous(const Args &...);
template <class... Args> void ensureSizeIsEnough(const Args &...);
void setDevice(int);
int getCudaEnabledDeviceCount();

namespace device {
using cv::cuda::DevPtr;
using cv::cuda::PtrStep;
using cv::cuda::PtrStepb;
using cv::cuda::PtrStepf;
using cv::cuda::PtrStepi;
using cv::cuda::PtrStepSz;
using cv::cuda::PtrStepSzb;
using cv::cuda::PtrStepSzf;
using cv::cuda::PtrStepSzi;
using cv::cuda::PtrSz;
__host__ __device__ __forceinline__ int divUp(int total, int grain) {
  return (total + grain - 1) / grain;
}
} // namespace device
using device::divUp;

} // namespace cuda
} // namespace cv
