import Feed
import Foundation
import Settings
import Synchronization
import Values

/// What is fuzzed, by name. A target traps where a promise is broken.
let targets: [String: @Sendable ([UInt8]) -> Void] =
  Dialect.readable.filter { $0 != .native }.reduce(
    into: [
      "lines": lines, "archives": archives, "times": times, "prices": prices,
      "settings": settings, "jws": jws, "tables": tables, "opening": opening,
    ]
  ) { targets, vendor in targets[vendor.rawValue] = { dialect(vendor, $0) } }

/// Lines in one dialect: each ends in one of four ways, what is accepted can be read back, and a
/// line that bears the mark is read the same when it is told apart.
@Sendable private func dialect(_ dialect: Dialect, _ bytes: [UInt8]) {
  let named = read(bytes, dialect: dialect)
  let apart = read(bytes)
  let isAlone = apart.counts.dialects == [dialect: apart.counts.read]
  guard isAlone, !named.isRefused else { return }
  precondition(named.counts.accepted == apart.counts.accepted)
  precondition(named.counts.ignored == apart.counts.ignored)
  precondition(named.counts.rejected == apart.counts.rejected)
}

/// Three parts that nobody signed, in a line that must be signed: never accepted, never ignored.
@Sendable private func jws(_ bytes: [UInt8]) {
  let text = String(
    decoding: bytes.filter { $0 > 32 && $0 < 127 && $0 != 34 && $0 != 92 }, as: UTF8.self)
  let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
  let halves = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
  let encoded = halves.map { Data($0).base64EncodedString().filter { $0 != "=" } }
    .map { $0.replacing("+", with: "-").replacing("/", with: "_") }.joined(separator: ".")
  for jws in parts + [encoded] {
    let line = #"{"signedPayload":"\#(jws)"}"# + "\n"
    let outcome = read(
      Array(line.utf8), dialect: .appStore, signatures: SignatureRules(verifies: true))
    precondition(outcome.counts.accepted == 0 && outcome.counts.ignoredTotal == 0)
  }
}

/// A log: whatever the bytes are, each line ends in one of four ways, and what is accepted can be
/// read back; another number of threads and another cut into runs see the same.
@Sendable private func lines(_ bytes: [UInt8]) {
  let whole = read(bytes)
  // Threads cost more than the lines of a short log: seldom is enough.
  guard bytes.count.isMultiple(of: 16), !isArchive(bytes) else { return }
  precondition(whole == read(bytes, threads: 2))
}

/// Bytes as gzip and zstd have them: refused, or read as a log.
@Sendable private func archives(_ bytes: [UInt8]) {
  _ = read(bytes)
}

/// A time that is accepted is the same when it is written and read again.
@Sendable private func times(_ bytes: [UInt8]) {
  guard let text = plainText(bytes) else { return }
  let line = { (time: String) in
    #"{"event":"renewed","user_id":"u","timestamp":"2026-01-10T10:00:00Z","expires_at":"\#(time)"}"#
  }
  guard let time = only(line(text))?.expiresAt, time.milliseconds >= 0 else { return }
  precondition(only(line(time.iso8601))?.expiresAt == time)
}

/// A price that is accepted is the same when it is written and read again, as text or as a number.
/// Spaces are no part of a number in JSON, but of a text.
@Sendable private func prices(_ bytes: [UInt8]) {
  guard let text = plainText(bytes), !text.contains(" ") else { return }
  let line = { (price: String) in
    #"{"event":"refunded","user_id":"u","timestamp":"2026-01-10T10:00:00Z","price":\#(price)}"#
  }
  let number = only(line(text)).map(\.price)
  let quoted = only(line("\"\(text)\"")).map(\.price)
  if let number, let price = number { precondition(quoted == .some(price)) }
  guard let price = quoted ?? nil else { return }
  let micros = price.micros
  precondition(only(line("\(micros)e-6"))?.price == price)
}

/// Rows behind the first line of an export: each line that they become ends in one of four ways, and
/// the same rows in a dialect that is named give the same.
@Sendable private func tables(_ bytes: [UInt8]) {
  let table = Array((exportColumns.joined(separator: ",") + "\n").utf8) + bytes
  let apart = read(table)
  precondition(apart == read(table, dialect: .revenueCatExport))
  precondition(
    apart.counts.read == 0 || apart.counts.dialects == [.revenueCatExport: apart.counts.read])
}

private let exportColumns = [
  "rc_original_app_user_id", "product_identifier", "start_time", "end_time",
  "grace_period_end_time", "effective_end_time", "store", "is_trial_period", "is_sandbox",
  "store_transaction_id", "original_store_transaction_id", "refunded_at",
  "unsubscribe_detected_at", "billing_issues_detected_at", "purchased_currency",
  "price_in_purchased_currency", "purchase_price_in_purchased_currency", "renewal_number",
  "is_trial_conversion", "ownership_type",
]

/// A list of subscriptions, or a file of rows: read, or refused with a place; again the same.
@Sendable private func opening(_ bytes: [UInt8]) {
  var plan = Catalogue.Product(id: "plan", tier: "t", group: "g")
  plan.period = Period(1, .month)
  let read = { try? Opening.parse(bytes, file: "o", products: [plan]) }
  let found = read()
  precondition(found == read())
  for row in found?.rows ?? [] {
    precondition(row.since <= row.paidUntil && row.price > .zero && row.price <= .largest)
  }
}

/// A configuration is read, or refused with a place; and reading it again gives the same.
@Sendable private func settings(_ bytes: [UInt8]) {
  let read = { try? Settings.parse(bytes, file: "runrate.json5").fingerprint }
  precondition(read() == read())
}

/// What became of a log, without the order of its batches.
private struct Outcome: Equatable {
  var isRefused: Bool
  var counts: LineCounts
  var tornBytes: Int64
  var events: Int
  var rejects: Int
}

private func read(
  _ bytes: [UInt8], threads: Int = 1, dialect: Dialect = .auto, signatures: SignatureRules? = nil
) -> Outcome {
  let batches = batches(of: bytes, threads: threads, dialect: dialect, signatures: signatures)
  let events = batches.found.reduce(0) { $0 + unpacked($1).count }
  let rejects = batches.found.reduce(0) { $0 + $1.rejects.count }
  let result = batches.result
  if case .refused = result.status {
    return Outcome(isRefused: true, counts: LineCounts(), tornBytes: 0, events: 0, rejects: 0)
  }
  precondition(result.counts.accepted == events && result.counts.rejectedTotal == rejects)
  return Outcome(
    isRefused: false, counts: result.counts, tornBytes: result.tornBytes, events: events,
    rejects: rejects)
}

private func batches(
  of bytes: [UInt8], threads: Int, dialect: Dialect = .auto, signatures: SignatureRules? = nil
) -> (
  result: InputResult, found: [EventBatch]
) {
  withFile(bytes) { path in
    let now = Instant(milliseconds: 1_768_478_400_000)
    let reader = FeedReader(
      rules: ReadingRules(
        names: EventNames(), dialect: dialect, signatures: signatures, now: now,
        maximumLineBytes: 4096),
      strings: StringTable(), threads: threads)
    let batches = Mutex<[EventBatch]>([])
    guard
      let results = try? reader.read(
        [InputFile(path: path, index: 0)], sink: { batch in batches.withLock { $0.append(batch) } })
    else { fatalError("reading threw") }
    return (results[0], batches.withLock { $0 })
  }
}

private func unpacked(_ batch: EventBatch) -> [Event] {
  var events: [Event] = []
  batch.forEachFrame { frame, bytes in
    events.append(Event(unpacking: bytes, at: frame.packed.lowerBound))
  }
  return events
}

/// The event of a log of one line; nil where it is not accepted.
private func only(_ line: String) -> Event? {
  batches(of: Array(line.utf8) + [10], threads: 1).found.flatMap(unpacked).first
}

/// Text that can stand in a JSON string as it is.
private func plainText(_ bytes: [UInt8]) -> String? {
  guard bytes.allSatisfy({ $0 >= 32 && $0 < 127 && $0 != 34 && $0 != 92 }) else { return nil }
  return String(decoding: bytes, as: UTF8.self)
}

private func isArchive(_ bytes: [UInt8]) -> Bool {
  bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x28, 0xB5])
    || (bytes.first.map { $0 & 0xF0 == 0x50 } ?? false)
}

private let path = "/dev/shm/runrate-fuzz-\(getpid())"

/// The bytes as a file in memory, for the time of `body`.
private func withFile<Result>(_ bytes: [UInt8], _ body: (String) -> Result) -> Result {
  let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
  defer {
    close(file)
    unlink(path)
  }
  precondition(file >= 0 && write(file, bytes, bytes.count) == bytes.count)
  return body(path)
}
