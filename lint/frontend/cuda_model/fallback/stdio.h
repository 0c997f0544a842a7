// <stdio.h> where the host has none.
#pragma once
#pragma clang system_header
#include "../prelude.h"
#include <stdarg.h>
extern "C" {
typedef struct warplint_FILE FILE;
extern FILE *stdin, *stdout, *stderr;
int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...) noexcept;
int snprintf(char *, size_t, const char *, ...) noexcept;
int vprintf(const char *, va_list);
int vfprintf(FILE *, const char *, va_list);
int vsnprintf(char *, size_t, const char *, va_list) noexcept;
int scanf(const char *, ...);
int sscanf(const char *, const char *, ...) noexcept;
int fscanf(FILE *, const char *, ...);
int puts(const char *);
int putchar(int);
int fputs(const char *, FILE *);
int fputc(int, FILE *);
int getchar();
int fgetc(FILE *);
char *fgets(char *, int, FILE *);
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int fflush(FILE *);
int feof(FILE *) noexcept;
int ferror(FILE *) noexcept;
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
int fseek(FILE *, long, int);
long ftell(FILE *);
void perror(const char *);
int remove(const char *) noexcept;
}
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define EOF (-1)
