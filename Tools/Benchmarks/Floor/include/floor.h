#pragma once
// The least that reading can cost: simdjson visiting every field of every line, keeping nothing.
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Parses the lines of the files on `threads` threads, each file on one. How many fields there
/// were, or -1 where a file cannot be read or a line is no JSON.
int64_t floor_parse(const char *const *paths, int32_t count, int32_t threads);

/// How many times the calling thread has asked for memory so far.
int64_t floor_allocations(void);

#ifdef __cplusplus
}
#endif
