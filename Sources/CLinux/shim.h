#pragma once
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Exchanges two paths in one step. glibc hides renameat2 and its flags behind _GNU_SOURCE, and Swift
// cannot call the variadic syscall.
static inline int linux_exchange(const char *a, const char *b) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, 2 /* RENAME_EXCHANGE */);
}

// The memory of this process goes into no core dump, and other processes of the same user cannot
// read it: neither by the limit, nor where dumps are piped to a program, which knows no limit.
static inline int linux_forbid_dumps(void) {
  struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_CORE, &none) == 0 ? prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) : -1;
}
