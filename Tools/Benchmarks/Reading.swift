import Feed
import Floor
import Foundation
import Values

/// Reads a log as an ingest does, and lets go of what it says. As many threads as there are cores,
/// unless said otherwise.
func read(_ path: String, threads: String? = nil) throws {
  let rules = ReadingRules(names: EventNames(), now: Instant(milliseconds: nowMilliseconds))
  let reader = FeedReader(
    rules: rules, strings: StringTable(), known: [], threads: threads.flatMap { Int($0) } ?? cores)
  _ = try reader.read(try findInputs([path])) { _ in }
}

/// Visits every field with simdjson.
func parseOnly(_ path: String) throws {
  let paths = try findInputs([path]).map { strdup($0.path) }
  defer { for path in paths { free(path) } }
  let fields = paths.map { UnsafePointer($0) }.withUnsafeBufferPointer {
    floor_parse($0.baseAddress, Int32($0.count), Int32(cores))
  }
  guard fields > 0 else { throw Failure("\(path) cannot be parsed") }
}

private var cores: Int { ProcessInfo.processInfo.activeProcessorCount }
private var nowMilliseconds: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
