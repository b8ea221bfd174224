#pragma once
#include <malloc.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Exchanges two paths in one step. glibc hides renameat2 and its flags behind _GNU_SOURCE, and Swift
// cannot call the variadic syscall.
static inline int linux_exchange(const char *a, const char *b) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, 2 /* RENAME_EXCHANGE */);
}

// Renames to a name that must be free: nothing is replaced. File systems without such a rename get
// one that asks first.
static inline int linux_rename_new(const char *from, const char *to) {
  int code = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1 /* RENAME_NOREPLACE */);
  if (code == 0 || (errno != EINVAL && errno != ENOSYS)) return code;
  if (faccessat(AT_FDCWD, to, F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
    errno = EEXIST;
    return -1;
  }
  return rename(from, to);
}

// Whoever starts a program with a closed standard stream lets the next file that is opened take its
// number, and what is said goes into it. Such a stream becomes one that can only be used the wrong way
// round, so that using it is an error; messages go nowhere.
static inline void linux_fill_standard_streams(void) {
  const int flags[] = {O_WRONLY, O_RDONLY, O_RDWR};
  for (int stream = 0; stream < 3; stream++) {
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) (void)!open("/dev/null", flags[stream]);
  }
}

// What a crash says, always the same: nothing of what is in memory.
static inline void linux_tell_of_crash(int number) {
  const char text[] = "runrate: stopped by a mistake in the program; what earlier runs stored and"
                      " published is whole\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) { /* Nobody is there to be told. */ }
  raise(number);
}

// The Swift runtime tells of a crash on standard error with what stands in memory beside registers:
// a line or a key could be it. A crash says one sentence instead, then ends the process as it would
// end any other.
static inline void linux_forbid_accounts_of_crashes(void) {
  const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
  struct sigaction once = {.sa_handler = linux_tell_of_crash, .sa_flags = (int)SA_RESETHAND};
  for (unsigned i = 0; i < sizeof crashes / sizeof crashes[0]; i++) sigaction(crashes[i], &once, 0);
  signal(SIGQUIT, SIG_DFL);
}

// The memory of this process goes into no core dump, and other processes of the same user cannot
// read it: neither by the limit, nor where dumps are piped to a program, which knows no limit.
static inline int linux_forbid_dumps(void) {
  struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_CORE, &none) == 0 ? prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) : -1;
}
