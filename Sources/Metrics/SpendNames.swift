import Settings
package import SQLite
package import Values

/// The channels and campaigns that customers came by, found by the names that `spend` has for them:
/// without regard to case and to spaces around them (Definitions, "Costs, plans, what falls due").
struct SpendNames {
  private struct Name: Hashable {
    var channel: String
    /// Nil for the whole channel.
    var campaign: String?

    var text: String { "\(channel)\u{1F}\(campaign ?? "")" }

    /// As names are compared.
    var folded: Name {
      Name(channel: Spend.folded(channel), campaign: campaign.map(Spend.folded))
    }
  }

  /// Customers by the spellings that the log has for a name.
  private var spellings: [Name: [Name: Int64]] = [:]

  init(_ database: Database) throws {
    // The long tail of channels is folded in temporary tables; here all are looked at.
    let found = try database.rows(
      """
      SELECT coalesce(c.value, '\(MissingText.none)') AS channel, s.value AS campaign,
        sum(f.customers) AS customers
      FROM main.fact_acquisition AS f
      INNER JOIN main.segment AS s ON s.id = f.segment
      LEFT JOIN main.string AS c ON c.id = f.channel AND f.channel > 0
      GROUP BY 1, 2
      """
    ) { (channel: $0.text(0), campaign: $0.text(1), customers: $0.integer(2)) }
    for row in found {
      let channel = MonthlySpend.named(row.channel)
      count(Name(channel: channel), row.customers)
      count(Name(channel: channel, campaign: MonthlySpend.named(row.campaign)), row.customers)
    }
  }

  private mutating func count(_ name: Name, _ customers: Int64) {
    spellings[name.folded, default: [:]][name, default: 0] += customers
  }

  /// The log's spelling: the same one, else that of most customers, else the smaller text.
  private func spelling(of name: Name) -> Name? {
    guard let known = spellings[name.folded] else { return nil }
    if known[name] != nil { return name }
    return known.max { ($0.value, $1.key.text) < ($1.value, $0.key.text) }?.key
  }

  /// A line under the names of the log, as far as it has them.
  func renamed(_ line: MonthlySpend.Line) -> MonthlySpend.Line {
    var line = line
    if let known = spelling(of: Name(channel: line.channel, campaign: line.campaign)) {
      (line.channel, line.campaign) = (known.channel, known.campaign ?? line.campaign)
    } else if let known = spelling(of: Name(channel: line.channel)) {
      line.channel = known.channel
    }
    return line
  }

  /// Whether no customer came by the campaign, or by the channel where none is named.
  fileprivate func isUnmatched(_ line: MonthlySpend.Line) -> Bool {
    let campaign = line.campaign == MissingText.none ? nil : line.campaign
    return spellings[Name(channel: line.channel, campaign: campaign).folded] == nil
  }
}

/// What was spent on channels and campaigns that no customer came by.
package struct UnmatchedSpend: Sendable {
  /// `Google / Spring` with what was spent on it, in the reporting currency, most first.
  package private(set) var campaigns: [(name: String, amount: Amount)] = []

  package init(_ spend: MonthlySpend, _ database: Database) throws {
    guard !spend.lines.isEmpty else { return }
    let names = try SpendNames(database)
    var sums: [String: Amount] = [:]
    for line in spend.lines where names.isUnmatched(line) {
      let campaign = line.campaign == MissingText.none ? "" : " / \(line.campaign)"
      sums[line.channel + campaign, default: .zero] += line.amount
    }
    campaigns = sums.map { ($0.key, $0.value) }
      .sorted { ($1.amount, $0.name) < ($0.amount, $1.name) }
  }

  /// `120 USD on Bing, 30 USD on Google / Sumer`, the first few by name; nil without any.
  package func text(in currency: String) -> String? {
    guard !campaigns.isEmpty else { return nil }
    let named = campaigns.prefix(3).map { "\($0.amount.roundedText) \(currency) on \($0.name)" }
    let rest = campaigns.count - named.count
    return (named + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ")
  }
}
