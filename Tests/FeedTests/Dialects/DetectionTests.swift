import Foundation
import Testing
import Values

@testable import Feed

@Suite struct DetectionTests {
  private static let marks: [(String, Dialect)] = [
    (#"{"signedPayload":"a.b.c"}"#, .appStore), (#"{"signedTransactionInfo":1}"#, .appStore),
    (#"{"signedRenewalInfo":null}"#, .native), (#"{"jwsRepresentation":""}"#, .appStore),
    (#"{"signedTransaction":{}}"#, .appStore), (#"{"notificationType":"TEST"}"#, .appStore),
    (#"{"notificationType":7}"#, .native),
    (#"{"transactionId":"1","originalTransactionId":"1","bundleId":"b"}"#, .appStore),
    (#"{"transactionId":"1","originalTransactionId":"1"}"#, .native),
    (#"{"notification_type":"CANCEL","unified_receipt":{}}"#, .appStore),
    (#"{"notification_type":"CANCEL"}"#, .native), (#"{"latest_receipt_info":[]}"#, .appStore),
    (#"{"latest_receipt_info":{}}"#, .native), (#"{"message":{"data":"e30="}}"#, .googlePlay),
    (#"{"message":{"data":7}}"#, .native),
    (#"{"packageName":"p","testNotification":{}}"#, .googlePlay),
    (#"{"packageName":"p","pendingRefundReviewNotification":null}"#, .native),
    (#"{"event":{"type":"RENEWAL"},"signedPayload":null}"#, .revenueCat),
    (#"{"packageName":"p"}"#, .native), (#"{"event":{"type":"RENEWAL"}}"#, .revenueCat),
    (#"{"event":{"type":7}}"#, .native), (#"{"event":null,"type":"x"}"#, .native),
    (#"{"type":"RENEWAL","event_timestamp_ms":null}"#, .native),
    (#"{"type":"RENEWAL","event_timestamp_ms":1}"#, .revenueCat),
    (#"{"object":"event","type":"invoice.paid"}"#, .stripe),
    (#"{"object":"Event","type":"invoice.paid"}"#, .native),
    (#"{"object":"event","type":7}"#, .native),
    (#"{"event_name":"a","event_timestamp":1,"event_params":[]}"#, .firebase),
    (#"{"event_name":"a","event_timestamp":1,"user_pseudo_id":null}"#, .native),
    (#"{"event_name":"a","event_timestamp":null,"event_params":[]}"#, .native),
    (#"{"event_name":"a","event_timestamp":1,"user_pseudo_id":"p"}"#, .firebase),
    (#"{"event_name":"a","event_timestamp":1,"event_date":"x"}"#, .firebase),
    (#"{"event_name":"a","event_timestamp":1,"event_params":{}}"#, .native),
    (#"{"event_name":"a","event_date":"x"}"#, .native),
    (#"{"event":"x","signedPayload":"a.b.c","message":{"data":""},"object":"event"}"#, .native),
    (#"{"Event":"x","notificationType":"TEST"}"#, .appStore),
    (#"{"properties":{"event":"x"},"notificationType":"TEST"}"#, .appStore),
    (#"{"event":"x","event":{"type":"TEST"}}"#, .revenueCat),
    (#"{"notificationtype":"TEST"}"#, .native), (#"{}"#, .native),
  ]

  @Test("A line is of the first dialect whose mark it bears, keys exactly as written")
  func marks() throws {
    for (line, dialect) in DetectionTests.marks {
      let reading = try readLines([line])
      let found = reading.counts.dialects.keys.first { $0 != .native } ?? .native
      #expect(found == dialect, "\(line)")
    }
  }

  /// The vendors whose mark a line bears, in their order.
  private func marks(_ line: String) -> [Dialect] {
    let rules = ReadingRules(names: EventNames(), now: later)
    guard var reader = LineReader(rules: rules, strings: StringTable(), capacity: 1 << 16) else {
      return []
    }
    let bytes = Array(line.utf8)
    reader.base.update(from: bytes, count: bytes.count)
    guard reader.index(0..<bytes.count) else { return [] }
    reader.vendorLines.areExpected = true
    _ = try? reader.read(0..<bytes.count)
    let whole = reader.line
    return Vendor.all.filter { $0.isMarked(whole) }.map(\.dialect)
  }

  @Test("Every dialect has its reader, once")
  func everyDialect() {
    let vendors = Vendor.all.map(\.dialect)
    let dialects = Dialect.readable.filter { $0 != .native }
    #expect(
      vendors.sorted { $0.rawValue < $1.rawValue } == dialects.sorted { $0.rawValue < $1.rawValue },
      "a vendor is a file in Feed/Vendors, a case of Dialect and a line of Vendor.all")
  }

  @Test("Every sample of every vendor bears that vendor's mark and no other's")
  func samples() throws {
    let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Tools/Fuzz/Corpus").standardizedFileURL
    for vendor in Vendor.all.map(\.dialect) {
      let folder = corpus.appending(path: vendor.rawValue)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      try #require(!files.isEmpty)
      for file in files {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        for line in text.split(separator: "\n").map(String.init) {
          // Superwall's lines are Stripe's in form, and asked for first.
          let expected: [Dialect] = vendor == .superwall ? [.superwall, .stripe] : [vendor]
          #expect(marks(line) == expected, "\(vendor) \(file)")
          #expect(try readLines([line]).counts.dialects == [vendor: 1], "\(vendor) \(file)")
        }
      }
    }
  }

  @Test("Lines of all dialects in any order are told apart as each alone is")
  func mixture() throws {
    let lines = DetectionTests.marks.map(\.0)
    let alone = try lines.map { try readLines([$0]).counts }
    for turn in 0..<5 {
      let mixed = (lines + lines).enumerated().sorted {
        ($0.offset * 7919 + turn * 31) % 97 < ($1.offset * 7919 + turn * 31) % 97
      }
      let counts = try readLines(mixed.map(\.element)).counts
      let expected = (alone + alone).reduce(into: LineCounts()) { $0 += $1 }
      #expect(counts == expected)
    }
  }

  @Test("A native line between others is read as if it stood alone")
  func nativeBetween() throws {
    let native =
      #"{"eventName":"purchased","time":{"seconds":1768000000},"properties":{"userId":"u","tags":[1],"price":"4.99","x":{"price":3}}}"#
    let other = #"{"notificationType":"TEST"}"#
    let alone = try readLines([native]).events.map(\.packed)
    let between = try readLines([other, native, other, native, native]).events.map(\.packed)
    #expect(alone.count == 1 && between.count == 3)
    for packed in between { #expect(packed == alone.first) }
  }

  @Test("A dialect that is named reads every line as its own; one without a type lacks its event")
  func named() throws {
    for dialect in Dialect.allCases where dialect != .auto && dialect != .native {
      #expect(try tell(#"{"a":1}"#, in: dialect) == .rejected(.missingField, "event"))
      #expect(try tell("{}", in: dialect) == .rejected(.missingField, "event"))
      #expect(try tell("[]", in: dialect) == .rejected(.notAnObject, ""))
      #expect(try tell("{", in: dialect) == .rejected(.notJSON, ""))
    }
    let line = #"{"notificationType":"TEST"}"#
    #expect(try tell(line, in: .native) == .rejected(.missingField, "event"))
    #expect(try tell(line, in: .appStore) == .ignored("TEST"))
  }
}
