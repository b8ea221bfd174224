import Feed
import Foundation
import Support
import Values

/// Logs of several households whose ids meet only within each, with all that a log can hold
/// besides.
struct PartLog {
  private var random: SplitMix
  private let seed: UInt64
  private let isHostile: Bool
  private let kind: RandomLog.Kind

  init(seed: UInt64, _ kind: RandomLog.Kind = []) {
    self.kind = kind
    (random, self.seed) = (SplitMix(seed: seed ^ 0xDEA1), seed)
    isHostile = seed % 2 == 0
  }

  /// The lines, in no certain order.
  mutating func lines() -> [String] {
    var lines: [String] = []
    for household in 0..<Int.random(in: 1...5, using: &random) {
      var log = RandomLog(seed: seed &* 7 &+ UInt64(household), kind)
      lines += log.lines().map { Self.moved($0, to: household) }
    }
    lines += (0..<Int.random(in: 0...12, using: &random)).map { _ in odd() }
    if seed % 6 == 4, kind == [] { lines += crowd() }
    return isHostile ? lines.map { hostile($0) } : lines
  }

  /// The last day of all households.
  var lastDay: Day { RandomLog.firstDay.advanced(by: 200) }

  /// The line of somebody else; those of the first household are they whom the opening file names.
  private static func moved(_ line: String, to household: Int) -> String {
    guard household > 0 else { return line }
    return (1...9).reduce(line) { line, number in
      line.replacing(":\"u\(number)\"", with: ":\"h\(household)u\(number)\"")
        .replacing(":\"o\(number)\"", with: ":\"h\(household)o\(number)\"")
    }
  }

  /// A line that is no ordinary event.
  private mutating func odd() -> String {
    let time = Int(RandomLog.firstDay.number) * 86_400 + Int.random(in: 0..<900_000, using: &random)
    let user = "\"user_id\":\"u\(Int.random(in: 1...3, using: &random))\""
    let uuid = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1\(Int.random(in: 0...1, using: &random))"
    let kind = random.one(of: ["release", "campaign"])
    return random.one(of: [
      "{\"event\":\"annotation\",\"timestamp\":\(time / 99_999 * 99_999),\"text\":\"Version 3\"}",
      "{\"event\":\"annotation\",\"timestamp\":1705000000,\"text\":\"Tab\\tand 🎈\",\"kind\":\"\(kind)\"}",
      "{\"event\":\"purchased\",\(user)}", "no JSON \u{1F} at\tall",
      "{\"event\":\"purchased\",\(user),\"timestamp\":4102444800}",
      "{\"event\":\"unheard\\tof\",\(user),\"timestamp\":\(time)}",
      "{\"event\":\"renewed\",\(user),\"timestamp\":\(time),\"price\":\"dear\",\"period\":\"moon\"}",
      "{\"event\":\"app_session\",\"user_id\":\"\(uuid.uppercased())\",\"timestamp\":\(time)}",
      "{\"event\":\"user_aliased\",\"user_id\":\"\(uuid)\",\"previous_id\":\"u6\",\"timestamp\":\(time)}",
      "{\"event\":\"renewed\",\"user_id\":\"null\",\"original_transaction_id\":\"o2\",\"timestamp\":\(time),\"product_id\":\"month\"}",
      "{\"event\":\"app_session\",\(user),\"timestamp\":\(time + 19_000_000)}",
      revenueCat(time),
    ])
  }

  /// More users of one transaction than ``ReadLinks/crowd``, some of whom say something else when
  /// they say it again, and lines that are whoever's named it first.
  private mutating func crowd() -> [String] {
    let first = Int(RandomLog.firstDay.number) * 86_400
    let transaction = "\"original_transaction_id\":\"crowd\",\"product_id\":\"month\""
    var lines = ["{\"event\":\"renewed\",\"timestamp\":\(first + 900_000),\(transaction)}"]
    for number in 1...130 {
      for _ in 0..<(random.chance(20) ? 2 : 1) {
        let time = first + Int.random(in: 0...20, using: &random) * 20_000
        lines.append(
          "{\"event\":\"purchased\",\"event_id\":\"c\",\"user_id\":\"c\(number)\",\"timestamp\":\(time),\(transaction)}"
        )
      }
    }
    return lines
  }

  private mutating func revenueCat(_ time: Int) -> String {
    let type = random.one(of: ["INITIAL_PURCHASE", "RENEWAL", "CANCELLATION", "EXPIRATION"])
    let number = Int.random(in: 1...4, using: &random)
    return """
      {"api_version":"1.0","event":{"type":"\(type)","id":"rc\(time)","app_user_id":"u\(number)",\
      "original_app_user_id":"u\(number % 2 + 1)","event_timestamp_ms":\(time)000,\
      "product_id":"month","period_type":"NORMAL","purchased_at_ms":\(time)000,\
      "expiration_at_ms":\(time + 2_592_000)000,"environment":"PRODUCTION","store":"APP_STORE",\
      "transaction_id":"t\(number)","original_transaction_id":"o\(number)","price":7.99,\
      "currency":"USD","price_in_purchased_currency":7.99}}
      """
  }

  /// Texts that would be lines, fields or numbers of a part if they stood there as they are.
  private static let attacks = [
    "a\\tb", "a\\nb", "\\\\", "\\\\t", "\\\\0", "\\\\N", "a\\u001fb", "\\u001f", "\\u0000\\u0001",
    "\\u001b[31m", "🎈", "e\\u0301", "x\\r\\ny", "-1", "9223372036854775808", "fact_day", "\\t1",
    "DE\\u001f0\\t5", "\\u007f", "\\ud83d\\ude00",
  ]

  private mutating func hostile(_ line: String) -> String {
    let words = ["unheard", "ads", "x", "HELLO", "intro", "price", "a", "net", "mia", "ios", "US"]
    return words.reduce(line) { line, word in
      // Of the fields behind the first one, which is the event.
      guard line.contains(":\"\(word)\""), random.chance(70) else { return line }
      return line.replacing(":\"\(word)\"", with: ":\"\(random.one(of: Self.attacks))\"")
    }
  }
}

// MARK: - Files

/// Lines as files of a folder, some of them packed, some told twice.
struct PartFiles {
  private static let names = [
    "a.ndjson", "b/c.ndjson", "d\te\\f\u{1F}🎈.ndjson", "g\nh.ndjson", "packed.ndjson",
  ]

  /// Writes each line to one file, and some to another, too; the files' paths, in the order of
  /// reading.
  static func write(_ lines: [String], _ world: PartWorld, seed: UInt64, to name: String) throws
    -> [String]
  {
    var texts: [String: String] = [:]
    let names = names.prefix(1 + Int(seed % 5))
    for line in lines {
      var random = SplitMix(seed: line.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
      texts[random.one(of: Array(names)), default: ""] += line + "\n"
      if random.chance(20) { texts[random.one(of: Array(names)), default: ""] += line + "\n" }
    }
    for (file, text) in texts { try write(text, file, world, seed, to: name) }
    return try findInputs([world.path(name)]).map(\.path)
  }

  /// Adds lines to the last file, which grows, and to one that is new. Others do not grow: of two
  /// files that say the same, the one that was read first has it, and that is not known any more
  /// where all are read anew.
  static func append(_ lines: [String], _ world: PartWorld, _ night: Int, to name: String) throws {
    var random = SplitMix(seed: UInt64(night))
    var texts: [String: String] = [:]
    for line in lines {
      texts["\(night + Int(random.next() % 2)).ndjson", default: ""] += line + "\n"
    }
    for (file, text) in texts {
      let known = (try? world.folder.read("\(name)/\(file)")) ?? ""
      try world.folder.write(known + text, to: "\(name)/\(file)")
    }
  }

  private static func write(
    _ text: String, _ file: String, _ world: PartWorld, _ seed: UInt64, to name: String
  ) throws {
    let bytes = Array(text.utf8)
    switch (seed + UInt64(file.utf8.count)) % 4 {
    case 0: try world.folder.write(bytes: bytes.zstdFrame ?? [], to: "\(name)/\(file).zst")
    case 1: try world.folder.write(bytes: storedGzip(bytes), to: "\(name)/\(file).gz")
    case 2: try world.folder.write(bytes: bytes.dropLast(), to: "\(name)/\(file)")
    default: try world.folder.write(bytes: bytes, to: "\(name)/\(file)")
    }
  }

  /// A gzip file of one block that is not compressed.
  private static func storedGzip(_ bytes: [UInt8]) -> [UInt8] {
    func little(_ number: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }
    let count = UInt32(bytes.count)
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + little(count, 2) + little(~count, 2) + bytes
      + little(checksum(bytes), 4) + little(count, 4)
  }

  /// CRC-32 as gzip has it.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1) * 0xEDB8_8320 }
    }
  }
}

extension World {
  /// The configuration of a log with households; ids are hashed in every fifth.
  static func parts(seed: UInt64, hasOpening: Bool? = nil) -> World {
    var world = random(seed: seed, hasOpening: hasOpening ?? (seed % 3 == 0))
    let hashes = seed % 5 == 0 ? "privacy: {userIDs: \"hashed\", keyFile: \"key\"}," : ""
    world.configuration = world.configuration.replacing(
      "{timezone:", with: "{ingest: {maxRejectedShare: 1}, \(hashes) timezone:")
    return world
  }
}
