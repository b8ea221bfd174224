package import Values

/// One-time codes of an offer that were made together: what there is to hand out.
package struct CodePool: Sendable, Hashable {
  /// What the store or the app calls it; empty for the only one.
  package var batch = ""
  package var codes: Int64
  /// The last day on which its codes can be redeemed.
  package var expires: Day?
  /// How many redemptions the store allows in a calendar quarter.
  package var perQuarter: Int64?
}

extension CodePool {
  private enum Key: String, CaseIterable { case codes, batch, expires, perQuarter }
  private static let most = 1_000_000_000

  /// `{ codes: 5000, batch: "spring", expires: "2026-12-31", perQuarter: 150000 }`
  init(_ entry: Entry) throws(SettingsError) {
    let section = try Section(entry, Key.self)
    codes = Int64(try section.required(.codes).wholeNumber(in: 1...Self.most))
    batch = try section[.batch]?.name() ?? ""
    expires = try section[.expires]?.day()
    perQuarter = try section[.perQuarter].map { (entry) throws(SettingsError) in
      Int64(try entry.wholeNumber(in: 1...Self.most))
    }
  }

  /// One pool, or a list of them, each batch once.
  static func all(_ entry: Entry) throws(SettingsError) -> [CodePool] {
    guard case .list = entry.node.value else { return [try CodePool(entry)] }
    var pools: [CodePool] = []
    for one in try entry.list() {
      let pool = try CodePool(one)
      guard !pools.contains(where: { $0.batch == pool.batch }) else {
        throw one.error(.duplicate(pool.batch))
      }
      pools.append(pool)
    }
    return pools
  }
}

/// The pools of offers that a CSV file `offer,code,batch,expires` lists code by code: a code
/// itself, or anything that stands for it, such as its hash.
package struct CodeFile: Sendable, Equatable {
  /// By offer, in the order of the file.
  package private(set) var pools: [String: [CodePool]] = [:]

  package init() {}

  private enum Column: String, CaseIterable { case offer, code, batch, expires }

  /// The pools of the CSV file at `path`.
  package static func load(path: String) throws(SettingsError) -> CodeFile {
    try parse(try contents(of: path), file: path)
  }

  /// The pools that `bytes`, the content of `file`, spell.
  package static func parse(_ bytes: [UInt8], file: String) throws(SettingsError) -> CodeFile {
    var read = CodeFile()
    var lines: [String: Int] = [:]
    for row in try CSVTable<Column>(bytes, file: file).rows {
      let code = try row.read(.code, "a code, or its hash") { $0.isEmpty ? nil : $0 }
      if let first = lines.updateValue(row.record.line, forKey: code) {
        throw row.error(.duplicateRow(code, firstLine: first), .code)
      }
      try read.take(row)
    }
    return read
  }

  private mutating func take(_ row: CSVTable<Column>.Row) throws(SettingsError) {
    let offer = try row.read(.offer, "the id of an offer") { $0.isEmpty ? nil : $0 }
    let expires: Day? = try row.read(.expires, "a day YYYY-MM-DD, or nothing") { text in
      text.isEmpty ? .some(nil) : Day(text).map { .some($0) }
    }
    let batch = row[.batch]
    let place = pools[offer, default: []].firstIndex { $0.batch == batch && $0.expires == expires }
    if let place {
      pools[offer, default: []][place].codes += 1
    } else {
      pools[offer, default: []].append(CodePool(batch: batch, codes: 1, expires: expires))
    }
  }
}
