#pragma once
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Exchanges two paths in one step. glibc hides renameat2 and its flags behind _GNU_SOURCE, and Swift
// cannot call the variadic syscall.
static inline int linux_exchange(const char *a, const char *b) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, 2 /* RENAME_EXCHANGE */);
}
