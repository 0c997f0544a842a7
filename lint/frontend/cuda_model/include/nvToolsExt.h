//===- nvToolsExt.h - marks for profilers ----------------------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include <stddef.h>
#include <stdint.h>
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)(sizeof(nvtxEventAttributes_t)))
extern "C" {
typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
enum { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB };
enum {
  NVTX_MESSAGE_UNKNOWN,
  NVTX_MESSAGE_TYPE_ASCII,
  NVTX_MESSAGE_TYPE_UNICODE,
  NVTX_MESSAGE_TYPE_REGISTERED
};
enum {
  NVTX_PAYLOAD_UNKNOWN,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64,
  NVTX_PAYLOAD_TYPE_INT64,
  NVTX_PAYLOAD_TYPE_DOUBLE
};
typedef struct {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
  } payload;
  int32_t messageType;
  union {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
  } message;
} nvtxEventAttributes_t;
int nvtxRangePush(const char *);
int nvtxRangePushA(const char *);
int nvtxRangePushEx(const nvtxEventAttributes_t *);
int nvtxRangePop();
nvtxRangeId_t nvtxRangeStart(const char *);
nvtxRangeId_t nvtxRangeStartA(const char *);
nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *);
void nvtxRangeEnd(nvtxRangeId_t);
void nvtxMark(const char *);
void nvtxMarkA(const char *);
void nvtxMarkEx(const nvtxEventAttributes_t *);
void nvtxInitialize(const void *);
void nvtxNameCudaStreamA(struct CUstream_st *, const char *);
void nvtxNameCudaEventA(struct CUevent_st *, const char *);
void nvtxNameCudaDeviceA(int, const char *);
void nvtxNameOsThreadA(uint32_t, const char *);
void nvtxNameCategoryA(uint32_t, const char *);
nvtxDomainHandle_t nvtxDomainCreateA(const char *);
void nvtxDomainDestroy(nvtxDomainHandle_t);
int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t *);
int nvtxDomainRangePop(nvtxDomainHandle_t);
nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t, const char *);
}
