// <ctype.h> where the host has none.
#pragma once
#pragma clang system_header
extern "C" {
int isalpha(int) noexcept;
int isprint(int) noexcept;
int isxdigit(int) noexcept;
int isdigit(int) noexcept;
int isalnum(int) noexcept;
int isspace(int) noexcept;
int isupper(int) noexcept;
int islower(int) noexcept;
int toupper(int) noexcept;
int tolower(int) noexcept;
}
