#include "floor.h"

#include <simdjson.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

using namespace simdjson;

namespace {

void visit(ondemand::value value, int64_t &fields) {
  switch (value.type()) {
    case ondemand::json_type::object:
      for (auto member : value.get_object()) {
        fields += member.unescaped_key().value().size() > 0;
        visit(member.value(), fields);
      }
      break;
    case ondemand::json_type::array:
      for (auto element : value.get_array()) visit(element.value(), fields);
      break;
    case ondemand::json_type::string: (void)value.get_string().value(); break;
    case ondemand::json_type::number: (void)value.get_number().value(); break;
    case ondemand::json_type::boolean: (void)value.get_bool().value(); break;
    case ondemand::json_type::null: break;
  }
}

int64_t parse(const char *path, ondemand::parser &parser) {
  padded_string text = padded_string::load(path).value();
  int64_t fields = 0;
  const char *at = text.data(), *end = at + text.size();
  while (at < end) {
    auto newline = static_cast<const char *>(memchr(at, '\n', size_t(end - at)));
    size_t length = size_t((newline ? newline : end) - at);
    size_t room = size_t(end - at) + SIMDJSON_PADDING;
    // The simulated log has broken lines: they cost what they cost, and count for nothing.
    try {
      auto line = parser.iterate(at, length, room);
      for (auto member : line.get_object()) {
        fields += member.unescaped_key().value().size() > 0;
        visit(member.value(), fields);
      }
    } catch (const simdjson_error &) {
    }
    at += length + 1;
  }
  return fields;
}

}  // namespace

int64_t floor_parse(const char *const *paths, int32_t count, int32_t threads) {
  std::atomic<int32_t> next{0};
  std::atomic<int64_t> fields{0};
  std::atomic<bool> failed{false};
  auto work = [&] {
    try {
      ondemand::parser parser;
      for (int32_t at; (at = next++) < count;) fields += parse(paths[at], parser);
    } catch (const std::exception &) {
      failed = true;
    }
  };
  std::vector<std::thread> workers;
  for (int32_t i = 0; i < threads; i++) workers.emplace_back(work);
  for (auto &worker : workers) worker.join();
  return failed ? -1 : fields.load();
}
