package import Values

/// What was paid for advertising, from a CSV file `date,channel,campaign,currency,amount`.
package struct Spend: Sendable, Equatable {
  /// In the order of the file. Several rows of one day and campaign add up.
  package var rows: [Row] = []

  package struct Row: Sendable, Hashable {
    package let day: Day
    package let channel: String
    /// Nil where the field is empty: the whole channel.
    package let campaign: String?
    package let currency: String
    package let amount: Amount
  }

  package init() {}

  /// A channel or campaign as names are compared: without regard to case and to spaces around it.
  package static func folded(_ name: String) -> String {
    let start = name.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed()).lowercased()
  }

  /// Tells apart what was spent up to `day`, whatever the order of the rows.
  package func fingerprint(upTo day: Day) -> String {
    var facts = Fingerprint()
    for row in rows.filter({ $0.day <= day }).map(\.sortKey).sorted() { facts.add("spend", row) }
    return facts.hash
  }
}

extension Spend.Row {
  fileprivate var sortKey: String {
    "\(day.number)\u{1F}\(channel)\u{1F}\(campaign ?? "")\u{1F}\(currency)\u{1F}\(amount.micros)"
  }
}

extension Spend {
  private enum Column: String, CaseIterable { case date, channel, campaign, currency, amount }

  /// The costs that `bytes`, the content of `file`, spell.
  package static func parse(_ bytes: [UInt8], file: String) throws(Failure) -> Spend {
    var spend = Spend()
    let table = try CSVTable<Column>(bytes, file: file, separator: .told(by: bytes))
    for row in table.rows { spend.rows.append(try read(row)) }
    return spend
  }

  private static func read(_ row: CSVTable<Column>.Row) throws(Failure) -> Row {
    let campaign = row[.campaign]
    return Row(
      day: try row.read(.date, dayInWords) { Day($0) },
      channel: try row.read(.channel, "the name of a channel") { $0.isEmpty ? nil : $0.normalized },
      campaign: campaign.isEmpty ? nil : campaign.normalized,
      currency: try row.read(.currency, currencyInWords) { knownCurrency($0.uppercased()) },
      amount: try row.read(.amount, "an amount of at least 0, such as 1234.56") { amount($0) })
  }

  private static func amount(_ text: String) -> Amount? {
    ExactDecimal(text).flatMap(Amount.init(decimal:)).flatMap { $0 < .zero ? nil : $0 }
  }
}
