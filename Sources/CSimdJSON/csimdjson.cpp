#include "csimdjson.h"

#include <simdjson.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#define INLINE inline __attribute__((always_inline))

using Indexer = simdjson::internal::dom_parser_implementation;

struct rr_parser {
  std::unique_ptr<Indexer> indexer;
  rr_field *fields = nullptr;
  size_t field_capacity = 0;
  size_t field_count = 0;

  // The indexed block.
  uint8_t *base = nullptr;
  size_t block = 0;
  bool has_backslash = false;
  uint32_t next = 0;
  // The first token of the line read last.
  uint32_t line = 0;
  // Where the line's next unescaped string goes.
  size_t scratch = 0;

  ~rr_parser() { std::free(fields); }
};

namespace {

/// 1 = may follow a scalar: white space, comma, closing bracket or brace.
struct Ends {
  bool of[256] = {};
  constexpr Ends() {
    for (unsigned char c : {' ', '\t', '\r', '\n', ',', ']', '}'}) of[c] = true;
  }
};
constexpr Ends ends;

inline bool is_space(uint8_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
inline bool is_digit(uint8_t c) { return uint8_t(c - '0') < 10; }

int hex4(const uint8_t *at) {
  int value = 0;
  for (int i = 0; i < 4; i++) {
    uint8_t c = at[i], digit;
    if (is_digit(c)) digit = c - '0';
    else if ((c | 32) >= 'a' && (c | 32) <= 'f') digit = (c | 32) - 'a' + 10;
    else return -1;
    value = value * 16 + digit;
  }
  return value;
}

uint8_t *put_utf8(uint8_t *to, uint32_t c) {
  if (c < 0x80) {
    *to++ = uint8_t(c);
  } else if (c < 0x800) {
    *to++ = uint8_t(0xC0 | (c >> 6));
    *to++ = uint8_t(0x80 | (c & 63));
  } else if (c < 0x10000) {
    *to++ = uint8_t(0xE0 | (c >> 12));
    *to++ = uint8_t(0x80 | ((c >> 6) & 63));
    *to++ = uint8_t(0x80 | (c & 63));
  } else {
    *to++ = uint8_t(0xF0 | (c >> 18));
    *to++ = uint8_t(0x80 | ((c >> 12) & 63));
    *to++ = uint8_t(0x80 | ((c >> 6) & 63));
    *to++ = uint8_t(0x80 | (c & 63));
  }
  return to;
}

uint8_t simple_escape(uint8_t c) {
  switch (c) {
    case '"': case '\\': case '/': return c;
    case 'b': return 8;
    case 'f': return 12;
    case 'n': return 10;
    case 'r': return 13;
    case 't': return 9;
    default: return 0;
  }
}

/// Reads the hex digits behind `\u`, and the second half of a surrogate pair; -1 for a lone half.
int32_t unicode_escape(const uint8_t *&at, const uint8_t *stop) {
  if (stop - at < 4) return -1;
  int32_t high = hex4(at);
  at += 4;
  if (high < 0xD800 || high > 0xDFFF) return high;
  if (high > 0xDBFF || stop - at < 6 || at[0] != '\\' || at[1] != 'u') return -1;
  int32_t low = hex4(at + 2);
  if (low < 0xDC00 || low > 0xDFFF) return -1;
  at += 6;
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

/// Unescapes [at, stop) to `to`; the end of what was written, or null for a bad escape.
uint8_t *unescape(const uint8_t *at, const uint8_t *stop, uint8_t *to) {
  while (at < stop) {
    uint8_t c = *at++;
    if (c != '\\') {
      *to++ = c;
    } else if (at == stop) {
      return nullptr;
    } else if ((c = *at++) == 'u') {
      int32_t scalar = unicode_escape(at, stop);
      if (scalar < 0) return nullptr;
      to = put_utf8(to, uint32_t(scalar));
    } else if (uint8_t plain = simple_escape(c)) {
      *to++ = plain;
    } else {
      return nullptr;
    }
  }
  return to;
}

/// The end of the JSON number at `at`, or null. The byte behind the buffer is readable.
const uint8_t *number_end(const uint8_t *at) {
  if (*at == '-') at++;
  if (!is_digit(*at)) return nullptr;
  if (*at++ != '0')
    while (is_digit(*at)) at++;
  if (*at == '.') {
    if (!is_digit(*++at)) return nullptr;
    while (is_digit(*at)) at++;
  }
  if ((*at | 32) == 'e') {
    at++;
    if (*at == '+' || *at == '-') at++;
    if (!is_digit(*at)) return nullptr;
    while (is_digit(*at)) at++;
  }
  return at;
}

/// The second stage for one line: a recursive descent over the structural index. `Whole` reports
/// every member down to RR_WHOLE_DEPTH and the elements of arrays, else members down to depth 3.
template <bool Whole>
struct Walker {
  static constexpr uint32_t deepest = Whole ? RR_WHOLE_DEPTH : 3;

  rr_parser &p;
  const uint32_t *const index;
  const uint8_t *const text;
  const uint32_t count;
  /// The line's end, and its next token's place in the index.
  const uint32_t end;
  uint32_t next;
  int error = 0;

  Walker(rr_parser &parser, uint32_t end)
      : p(parser),
        index(parser.indexer->structural_indexes.get()),
        text(parser.base + parser.block),
        count(parser.indexer->n_structural_indexes),
        end(end),
        next(parser.next) {}

  bool fail(int why) {
    if (error == 0) error = why;
    return false;
  }
  /// The next token's position, the line's end when there is none.
  uint32_t peek() const { return next < count && index[next] < end ? index[next] : end; }
  bool take(uint8_t byte) {
    uint32_t at = peek();
    if (at == end || text[at] != byte) return false;
    next++;
    return true;
  }

  /// The string whose opening quote is at `open`; the next token is at `stop`, and between its
  /// closing quote and that stands only white space.
  INLINE bool string(uint32_t open, uint32_t stop, uint32_t &offset, uint32_t &length) {
    uint32_t close = stop;
    if (__builtin_expect(text[close - 1] != '"', false))
      while (close > open && is_space(text[close - 1])) close--;
    if (close < open + 2 || text[close - 1] != '"') return fail(RR_NOT_JSON);
    length = close - 2 - open;
    offset = uint32_t(p.block + open + 1);
    if (__builtin_expect(p.has_backslash, false) &&
        std::memchr(text + open + 1, '\\', length) != nullptr)
      return escaped(offset, length);
    return true;
  }

  bool escaped(uint32_t &offset, uint32_t &length) {
    const uint8_t *from = p.base + offset;
    uint8_t *to = p.base + p.scratch;
    uint8_t *stop = unescape(from, from + length, to);
    if (stop == nullptr) return fail(RR_NOT_JSON);
    offset = uint32_t(p.scratch);
    length = uint32_t(stop - to);
    p.scratch += length;
    return true;
  }

  /// Room for one more field; null without memory.
  INLINE rr_field *add() {
    if (__builtin_expect(p.field_count == p.field_capacity, false) && !grow()) return nullptr;
    return &p.fields[p.field_count++];
  }

  bool grow() {
    size_t capacity = p.field_capacity * 2;
    void *more = std::realloc(p.fields, capacity * sizeof(rr_field));
    if (more == nullptr) return fail(RR_NO_MEMORY);
    p.fields = static_cast<rr_field *>(more);
    p.field_capacity = capacity;
    return true;
  }

  INLINE bool literal(uint32_t at, const char *word, uint32_t length) {
    if (end - at < length || std::memcmp(text + at, word, length) != 0) return fail(RR_NOT_JSON);
    return at + length == end || ends.of[text[at + length]] || fail(RR_NOT_JSON);
  }

  INLINE bool number(uint32_t at, uint32_t &length) {
    const uint8_t *stop = number_end(text + at);
    if (stop == nullptr || stop > text + end) return fail(RR_NOT_JSON);
    length = uint32_t(stop - (text + at));
    return at + length == end || ends.of[*stop] || fail(RR_NOT_JSON);
  }

  /// The value at `at`, which is no container; the next token is at `stop`.
  INLINE bool scalar(uint32_t at, uint32_t stop, rr_field &field) {
    field.value = uint32_t(p.block + at);
    field.value_length = 0;
    switch (text[at]) {
      case '"': field.type = RR_STRING; return string(at, stop, field.value, field.value_length);
      case 't': field.type = RR_TRUE; return literal(at, "true", 4);
      case 'f': field.type = RR_FALSE; return literal(at, "false", 5);
      case 'n': field.type = RR_NULL; return literal(at, "null", 4);
      default: field.type = RR_NUMBER; return number(at, field.value_length);
    }
  }

  /// A value; depth is that of the fields directly inside it, 0 = report nothing inside.
  bool value(rr_field &field, uint32_t depth, uint32_t nesting) {
    uint32_t at = peek();
    if (at == end) return fail(RR_NOT_JSON);
    next++;
    field.value = uint32_t(p.block + at);
    field.value_length = 0;
    switch (text[at]) {
      case '{': field.type = RR_OBJECT; return object(field, depth, nesting + 1);
      case '[': field.type = RR_ARRAY; return array(depth, nesting + 1);
      default: return other_scalar(at, field);
    }
  }

  __attribute__((noinline)) bool other_scalar(uint32_t at, rr_field &field) {
    return scalar(at, peek(), field);
  }

  static uint32_t length_bit(uint32_t length) { return 1u << (length & 31); }

  /// The members of an object behind its brace. Which lengths their keys have is only kept in whole
  /// lines, whose members are looked up one by one.
  bool object(rr_field &field, uint32_t depth, uint32_t nesting) {
    if (nesting > RR_MAX_DEPTH) return fail(RR_TOO_DEEP);
    field.value = Whole ? 0 : ~0u;
    if (take('}')) return true;
    if (Whole ? depth >= 1 : depth == 1) plain_members(field, depth);
    do {
      if (!member(field, depth, nesting)) return false;
    } while (take(','));
    return take('}') || fail(RR_NOT_JSON);
  }

  /// The quick way through members of an object that are scalars, each with a comma behind it.
  /// Stops in front of the first one that is anything else.
  INLINE void plain_members(rr_field &parent, uint32_t depth) {
    uint32_t at = next;
    while (at + 3 < count && index[at + 3] < end) {
      const uint32_t key = index[at], colon = index[at + 1], value = index[at + 2],
                     comma = index[at + 3];
      const uint8_t first = text[value];
      if (text[key] != '"' || text[colon] != ':' || text[comma] != ',' || first == '{' ||
          first == '[')
        break;
      rr_field *field = add();
      if (field == nullptr) break;
      field->depth = Whole ? depth : 1;
      field->type = RR_NULL;
      if (!string(key, colon, field->key, field->key_length) || !scalar(value, comma, *field)) {
        p.field_count--;
        break;
      }
      if (Whole) parent.value |= length_bit(field->key_length);
      at += 4;
    }
    next = at;
  }

  bool member(rr_field &parent, uint32_t depth, uint32_t nesting) {
    uint32_t at = peek();
    rr_field field;
    if (error != 0 || at == end || text[at] != '"') return fail(RR_NOT_JSON);
    next++;
    if (!string(at, peek(), field.key, field.key_length) || !take(':')) return fail(RR_NOT_JSON);
    field.depth = depth;
    if (Whole) parent.value |= length_bit(field.key_length);
    return reported_value(field, depth, nesting);
  }

  /// The value behind a field's key, with its place in front of what is inside it.
  INLINE bool reported_value(rr_field &field, uint32_t depth, uint32_t nesting) {
    bool reported = depth >= 1 && depth <= deepest;
    size_t place = p.field_count;
    if (reported && add() == nullptr) return false;
    if (!value(field, reported ? depth + 1 : 0, nesting)) return false;
    if (field.type >= RR_OBJECT) field.value_length = uint32_t(p.field_count - place - 1);
    if (reported) p.fields[place] = field;
    return true;
  }

  bool array(uint32_t depth, uint32_t nesting) {
    if (nesting > RR_MAX_DEPTH) return fail(RR_TOO_DEEP);
    if (take(']')) return true;
    do {
      rr_field element;
      element.key = element.key_length = 0;
      element.depth = depth;
      bool is_read = Whole ? reported_value(element, depth, nesting) : value(element, 0, nesting);
      if (!is_read) return false;
    } while (take(','));
    return take(']') || fail(RR_NOT_JSON);
  }

  /// The line's own value stands in front of its members.
  int32_t line() {
    rr_field root{};
    root.type = RR_NULL;
    p.field_count = 1;
    bool is_read = value(root, 1, 0);
    p.next = next;
    if (!is_read) return error;
    if (peek() != end) return RR_NOT_JSON;
    int32_t count = int32_t(p.field_count - 1);
    root.value_length = uint32_t(count);
    p.fields[0] = root;
    return root.type == RR_OBJECT ? count : RR_NOT_OBJECT;
  }
};

}  // namespace

rr_parser *rr_parser_create(size_t capacity) {
  rr_parser *parser = new (std::nothrow) rr_parser;
  if (parser == nullptr) return nullptr;
  parser->field_capacity = 256;
  parser->fields = static_cast<rr_field *>(std::malloc(256 * sizeof(rr_field)));
  auto error = simdjson::get_active_implementation()->create_dom_parser_implementation(
      capacity, 1, parser->indexer);
  if (parser->fields == nullptr || error != simdjson::SUCCESS) {
    delete parser;
    return nullptr;
  }
  return parser;
}

void rr_parser_destroy(rr_parser *parser) { delete parser; }

int rr_index(rr_parser *parser, uint8_t *base, size_t start, size_t end) {
  parser->base = base;
  parser->block = start;
  parser->next = 0;
  parser->indexer->n_structural_indexes = 0;
  auto error =
      parser->indexer->stage1(base + start, end - start, simdjson::stage1_mode::regular);
  if (error != simdjson::SUCCESS) {
    parser->indexer->n_structural_indexes = 0;
    return error;
  }
  parser->has_backslash = std::memchr(base + start, '\\', end - start) != nullptr;
  return 0;
}

namespace {
template <bool Whole>
INLINE int32_t read(rr_parser *parser, size_t start, size_t end, size_t scratch) {
  const uint32_t *index = parser->indexer->structural_indexes.get();
  uint32_t count = parser->indexer->n_structural_indexes;
  uint32_t first = uint32_t(start - parser->block);
  while (parser->next < count && index[parser->next] < first) parser->next++;
  parser->line = parser->next;
  parser->scratch = scratch;
  return Walker<Whole>(*parser, uint32_t(end - parser->block)).line();
}
}  // namespace

int32_t rr_read_line(rr_parser *parser, size_t start, size_t end, size_t scratch) {
  return read<false>(parser, start, end, scratch);
}

int32_t rr_read_whole_line(rr_parser *parser, size_t start, size_t end, size_t scratch) {
  return read<true>(parser, start, end, scratch);
}

int32_t rr_read_line_again(rr_parser *parser, size_t start, size_t end, size_t scratch) {
  parser->next = parser->line;
  return read<true>(parser, start, end, scratch);
}

size_t rr_scratch_end(const rr_parser *parser) { return parser->scratch; }

const rr_field *rr_root(const rr_parser *parser) { return parser->fields; }

const rr_field *rr_fields(const rr_parser *parser) { return parser->fields + 1; }

ptrdiff_t rr_last_newline(const uint8_t *base, size_t start, size_t end) {
  const void *found = memrchr(base + start, '\n', end - start);
  return found == nullptr ? -1 : static_cast<const uint8_t *>(found) - base;
}
