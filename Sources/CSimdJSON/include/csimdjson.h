#pragma once
// JSON lines → flat fields, over simdjson's first stage (structural index, UTF-8 check, control
// characters in strings). The second stage is ours: it visits every token of a line, so an error
// behind the last field of interest, or deep in a value nobody reads, is seen too.
//
// Order of calls: rr_parser_create; for each block of whole lines rr_index, then rr_read_line for
// each of its lines in order; when rr_index fails, some line of the block is bad: rr_index and
// rr_read_line for each line alone. rr_parser_destroy at the end. One parser, one thread.
//
// Example: the line {"a":"x","b":{"c":1}} gives a (string, depth 1), b (object, depth 1),
// c (number, depth 2).
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a value is.
enum {
  RR_STRING = 0,
  RR_NUMBER = 1,
  RR_TRUE = 2,
  RR_FALSE = 3,
  RR_NULL = 4,
  RR_OBJECT = 5,
  RR_ARRAY = 6,
};

/// Why a line is no JSON object.
enum {
  /// Not JSON: grammar, UTF-8, escapes, control characters.
  RR_NOT_JSON = -1,
  /// JSON, but a string, a number, an array, a literal.
  RR_NOT_OBJECT = -2,
  /// More than RR_MAX_DEPTH containers inside one another.
  RR_TOO_DEEP = -3,
  RR_NO_MEMORY = -4,
};

enum { RR_MAX_DEPTH = 64 };

/// How deep rr_read_whole_line reports members.
enum { RR_WHOLE_DEPTH = 10 };

/// One member of an object. Offsets count from `base`; strings are unescaped, without quotes;
/// numbers are their text, checked against RFC 8259. Containers have no text: their value_length
/// counts the fields inside them at any depth, and an object's value has a bit for each length of
/// its keys modulo 32 (at least). The members of an object follow it at once, one depth below;
/// those at depth 4 and more, and what is inside arrays, are checked but not reported.
typedef struct {
  uint32_t key;
  uint32_t key_length;
  uint32_t value;
  uint32_t value_length;
  uint32_t type;
  uint32_t depth;
} rr_field;

typedef struct rr_parser rr_parser;

/// `capacity`: the largest block, in bytes. NULL without memory.
rr_parser *rr_parser_create(size_t capacity);
void rr_parser_destroy(rr_parser *parser);

/// Indexes the block base[start..<end], whole lines. 0, or an error code of simdjson.
int rr_index(rr_parser *parser, uint8_t *base, size_t start, size_t end);

/// Reads the line base[start..<end] of the indexed block. Unescaped strings are written from
/// base + scratch on, where end - start bytes must be free. The number of fields, or one of the
/// errors above.
int32_t rr_read_line(rr_parser *parser, size_t start, size_t end, size_t scratch);

/// The same, reporting all members down to depth RR_WHOLE_DEPTH, and the elements of arrays as
/// fields with an empty key, one depth below their array.
int32_t rr_read_whole_line(rr_parser *parser, size_t start, size_t end, size_t scratch);

/// The line that was read last once more, as rr_read_whole_line does.
int32_t rr_read_line_again(rr_parser *parser, size_t start, size_t end, size_t scratch);

/// Where the unescaped strings of the line read last end.
size_t rr_scratch_end(const rr_parser *parser);

/// The line read last as a value of its own, in front of its fields.
const rr_field *rr_root(const rr_parser *parser);

/// The fields of the line read last.
const rr_field *rr_fields(const rr_parser *parser);

/// The offset of the last newline of base[start..<end], or -1 (memrchr, which Swift cannot see).
ptrdiff_t rr_last_newline(const uint8_t *base, size_t start, size_t end);

#ifdef __cplusplus
}
#endif
