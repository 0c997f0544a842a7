// <string.h> where the host has none.
#pragma once
#pragma clang system_header
#include "../prelude.h"
extern "C" {
char *strncpy(char *, const char *, size_t) noexcept;
char *strcat(char *, const char *) noexcept;
char *strncat(char *, const char *, size_t) noexcept;
char *strdup(const char *) noexcept;
char *strchr(const char *, int) noexcept;
char *strrchr(const char *, int) noexcept;
char *strstr(const char *, const char *) noexcept;
char *strtok(char *, const char *) noexcept;
char *strerror(int) noexcept;
int strcasecmp(const char *, const char *) noexcept;
int strncasecmp(const char *, const char *, size_t) noexcept;
void *memchr(const void *, int, size_t) noexcept;
}
