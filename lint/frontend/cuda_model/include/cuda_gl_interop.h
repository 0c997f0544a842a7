//===- cuda_gl_interop.h - sharing with OpenGL -----------------*- C++ -*-===//
#pragma once
#pragma clang system_header
// Programs ask for the originals by their guards.
#define __CUDA_GL_INTEROP_H__
#include "../prelude.h"
extern "C" {
cudaError_t cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource **, unsigned, unsigned);
cudaError_t cudaGraphicsGLRegisterImage(struct cudaGraphicsResource **, unsigned, unsigned,
                                        unsigned);
cudaError_t cudaGLSetGLDevice(int);
cudaError_t cudaGLRegisterBufferObject(unsigned);
cudaError_t cudaGLMapBufferObject(void **, unsigned);
cudaError_t cudaGLUnmapBufferObject(unsigned);
cudaError_t cudaGLUnregisterBufferObject(unsigned);
}
