import Testing
import Values

@testable import Feed

@Suite struct TimeTests {
  private func milliseconds(_ text: String) -> Int64? {
    var text = text
    return text.withUTF8 { bytes in
      bytes.baseAddress.flatMap { TimeText.milliseconds($0, bytes.count) }
    }
  }

  @Test(
    "Times of RFC 3339 are read to the millisecond, cut",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-01-10T10:00:00Z", 1_768_039_200_000),
      ("2026-01-10t10:00:00z", 1_768_039_200_000),
      ("2026-01-10T10:00:00.1Z", 1_768_039_200_100),
      ("2026-01-10T10:00:00.9999999999Z", 1_768_039_200_999),
      ("2026-01-10T10:00:00+02:00", 1_768_032_000_000),
      ("2026-01-10T10:00:00.5-05:30", 1_768_059_000_500),
      ("2026-01-10T10:00:00-00:00", 1_768_039_200_000),
      ("2024-02-29T00:00:00Z", 1_709_164_800_000), ("2000-02-29T00:00:00Z", 951_782_400_000),
      ("2016-12-31T23:59:60Z", 1_483_228_799_999), ("2017-01-01T01:59:60+02:00", 1_483_228_799_999),
      ("1969-12-31T23:59:59.999Z", -1),
      ("2026-01-10 10:00:00Z", 1_768_039_200_000), ("2026-01-10 10:00:00 UTC", 1_768_039_200_000),
      ("2026-01-10 10:00:00.123456 utc", 1_768_039_200_123),
      ("2026-01-10T10:00:00.000000+0000", 1_768_039_200_000),
      ("2026-01-10T10:00:00+0200", 1_768_032_000_000),
      ("2026-01-10 10:00:00+00", 1_768_039_200_000), ("2026-01-10 10:00:00-05", 1_768_057_200_000),
      ("2026-01-10 10:00:00 -0530", 1_768_059_000_000),
      ("2026-01-10 10:00:00 Z", 1_768_039_200_000),
    ] as [(String, Int64)])
  func good(text: String, expected: Int64) {
    #expect(milliseconds(text) == expected)
  }

  @Test(
    "What is no time of RFC 3339 is refused",
    arguments: [
      "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
      "2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z", "2026-01-00T00:00:00Z",
      "2026-01-10T24:00:00Z", "2026-01-10T10:60:00Z", "2026-01-10T10:00:61Z",
      "2026-01-10T10:00:60Z", "2026-01-10T23:59:60Z", "2026-01-10T10:00:00",
      "2026-01-10T10:00:00+24:00", "2026-01-10T10:00:00+02:60", "2026-01-10T10:00:00+0260",
      "2026-01-10T10:00:00+2", "2026-01-10T10:00:00+020", "2026-01-10T10:00:00 CET",
      "2026-01-10T10:00:00  UTC", "2026-01-10\u{0}10:00:00Z", "2026-01-10T10:00:00 ",
      "2026-01-10T10:00:00.Z", "2026-01-10T10:00:00,5Z",
      "2026-01-10T10:00Z", "2026-1-10T10:00:00ZZ", "12026-01-10T10:00:00Z", "2026-01-10",
      "2026-01-10T10:00:00Z ", " 2026-01-10T10:00:00Z", "2026-01-10T10:00:00ZZ", "",
      "１970-01-01T00:00:00Z", "2026-01-10T10:00:0AZ", "+026-01-10T10:00:00Z", "1768039200",
    ])
  func bad(text: String) {
    #expect(milliseconds(text) == nil)
  }

  @Test(
    "A time without a zone is read in the configured one, in the offset of that day",
    arguments: [
      ("2026-01-10T10:00:00", "2026-01-10T09:00:00Z"),
      ("2026-07-10 10:00:00.5", "2026-07-10T08:00:00.5Z"),
      // Skipped on 29 March, shown twice on 25 October.
      ("2026-03-29T01:59:59", "2026-03-29T00:59:59Z"),
      ("2026-03-29T02:30:00", "2026-03-29T01:30:00Z"),
      ("2026-03-29T03:00:00", "2026-03-29T01:00:00Z"),
      ("2026-10-25T01:59:59", "2026-10-24T23:59:59Z"),
      ("2026-10-25T02:30:00", "2026-10-25T00:30:00Z"),
      ("2026-10-25T03:00:00", "2026-10-25T02:00:00Z"),
      ("2026-01-10T10:00:00+05:00", "2026-01-10T05:00:00Z"),
    ])
  func withoutZone(text: String, expected: String) throws {
    let berlin = try #require(Zone(named: "Europe/Berlin"))
    let line = #"{"event":"renewed","user_id":"u","timestamp":"2026-01-10T10:00:00Z","#
    let zoned = ReadingRules(
      names: EventNames(), timesWithoutZone: berlin, now: try instant("2026-01-15T12:00:00Z"))
    let folder = try Folder()
    let log = try folder.write("a.ndjson", line + #""expires_at":"\#(text)"}"# + "\n")
    let event = try read([log], rules: zoned).only()
    #expect(event.expiresAt == (try instant(expected)))
    let strict = try read(text: line + #""expires_at":"2026-01-10T10:00:00"}"# + "\n")
    #expect(strict.rejects.map(\.reason) == [.badTime])
  }

  private func instant(_ text: String) throws -> Instant {
    Instant(milliseconds: try #require(milliseconds(text)))
  }

  @Test("A leap second names its zone")
  func leapSecondWithoutZone() throws {
    let text = Array("2016-12-31T23:59:60".utf8)
    var dates = DateCache()
    text.withUnsafeBufferPointer { bytes in
      #expect(
        bytes.baseAddress.flatMap { TimeText.millisecondsWithoutZone($0, bytes.count, &dates) }
          == nil)
    }
  }

  @Test(
    "Integers are seconds, milliseconds or microseconds by their size",
    arguments: [
      (0, 0), (99_999_999_999, 99_999_999_999_000), (100_000_000_000, 100_000_000_000),
      (99_999_999_999_999, 99_999_999_999_999), (100_000_000_000_000, 100_000_000_000),
      (1_768_039_200_000_999, 1_768_039_200_000), (-1, -1000),
      (-100_000_000_000_001, -100_000_000_001),
      (Int64.max, nil), (Int64.min, nil),
    ] as [(Int64, Int64?)])
  func integers(number: Int64, expected: Int64?) {
    #expect(TimeText.milliseconds(ofInteger: number) == expected)
  }

  @Test(
    "A timestamp of a line is text, an integer or an object",
    arguments: [
      (#""2026-01-10T10:00:00Z""#, nil), ("1768039200", nil), ("1768039200123", nil),
      (#"{"seconds":1768039200,"nanoseconds":1}"#, nil),
      (#"{"_seconds":1768039200,"_nanoseconds":1}"#, nil),
      (#"{"Nano_Seconds":1,"SECONDS":1768039200,"x":[]}"#, nil), (#"{"seconds":1768039200}"#, nil),
      (#"{"seconds":"1768039200"}"#, .badTime), (#"{"nanoseconds":1}"#, .badTime), ("{}", .badTime),
      (#"{"seconds":1768039200,"nanoseconds":1000000000}"#, .badTime),
      (#"{"a":{"seconds":1768039200}}"#, .badTime),
      ("1768039200.5", .badTime), ("1.768e9", .badTime), (#""1768039200""#, .badTime),
      (#""2026-02-29T00:00:00Z""#, .badTime), (#""""#, .badTime), ("true", .mistypedField),
      ("[1768039200]", .mistypedField), ("null", .missingField),
      (#""2008-07-10T00:00:00Z""#, nil), (#""2008-07-09T23:59:59.999Z""#, .timeBeforeAppStore),
      (#""2026-01-17T12:00:00Z""#, nil), (#""2026-01-17T12:00:00.001Z""#, .timeInFuture),
      ("-5", .timeBeforeAppStore), ("99999999999999999999", .badTime),
    ] as [(String, Reject.Reason?)])
  func timestamps(value: String, reason: Reject.Reason?) throws {
    for line in [
      #"{"event":"renewed","user_id":"u","timestamp":\#(value)}"#,
      #"{"event":"renewed","user_id":"u","properties":{"eventTime":\#(value)}}"#,
    ] {
      #expect(try read(text: line + "\n").rejects.map(\.reason) == (reason.map { [$0] } ?? []))
    }
  }

  @Test("The floor and the 48 hours bind only the timestamp; a zero is no end")
  func otherTimes() throws {
    let event = try read(
      #""expires_at":"2007-01-01T00:00:00Z","grace_expires_at":"2126-01-01T00:00:00Z""#
    ).only()
    #expect(event.expiresAt?.milliseconds == 1_167_609_600_000)
    #expect(event.graceExpiresAt?.milliseconds == 4_922_899_200_000)
    for zero in ["0", #""1970-01-01T00:00:00Z""#, #""0001-01-01T00:00:00Z""#] {
      let reading = try read(#""expires_at":\#(zero)"#)
      #expect(try reading.only().expiresAt == nil && reading.counts.mistyped == ["expires_at": 1])
    }
    #expect(try read(#""expires_at":"soon""#).rejects.map(\.field) == ["expires_at"])
    #expect(try read(#""expires_at":false"#).counts.rejected == [.mistypedField: 1])
  }
}
