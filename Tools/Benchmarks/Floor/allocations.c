// Counts the allocations of each thread of the program that this is linked into: its own malloc stands
// before the system's, and asks that one.

#include <stddef.h>
#include "floor.h"

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static _Thread_local int64_t allocations;

int64_t floor_allocations(void) { return allocations; }

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  allocations++;
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  allocations++;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : 12;
}
