import Values

/// A node of the configuration with its path, from which typed values are read.
struct Entry {
  let node: JSON5Node
  /// `products["st.family"].period`; empty for the whole file.
  let path: String
  let file: String
  /// What names may refer to.
  var known = KnownNames()

  /// The error that `fault` is found here.
  func error(_ fault: SettingFault) -> SettingsError {
    .setting(key: path, fault, at: SettingsError.Place(file: file, position: node.position))
  }

  func wrongType(_ expected: Requirement) -> SettingsError {
    error(.wrongType(found: node.value.kind, expected: expected))
  }

  func wrongValue(_ expected: Requirement, nearest: String? = nil) -> SettingsError {
    error(.wrongValue(found: node.value.shown, expected: expected, nearest: nearest))
  }

  /// The entry of a name inside this object.
  func member(_ member: JSON5Node.Member) -> Entry {
    Entry(
      node: member.node, path: path + pathStep(member.name, isFirst: path.isEmpty), file: file,
      known: known)
  }
}

/// What names in the configuration may refer to, besides what it declares itself.
struct KnownNames {
  /// Those that `eventNames` and `fieldNames` may map to; empty checks none.
  var events: [String] = []
  var fields: [String] = []
  /// What alert rules may watch besides the named metrics.
  var figures = FigureCatalogue()
  /// Those of the configuration, once they are read.
  var funnels: [Funnel] = []
  /// The longest trial of the configuration, in days.
  var longestTrial = 0
}

extension Entry {
  func text() throws(SettingsError) -> String {
    guard case .text(let text) = node.value else { throw wrongType(.text) }
    return text
  }

  /// A name, in the form in which texts of the log are kept.
  func name() throws(SettingsError) -> String { try letters().normalized }

  /// Text of which something is left without white space around it.
  func letters() throws(SettingsError) -> String {
    let text = try text()
    guard text.contains(where: { !$0.isWhitespace }) else { throw wrongValue(.nonEmpty("letter")) }
    return text
  }

  func flag() throws(SettingsError) -> Bool {
    guard case .flag(let flag) = node.value else { throw wrongType(.flag) }
    return flag
  }

  func wholeNumber(in range: ClosedRange<Int>) throws(SettingsError) -> Int {
    let expected = Requirement.wholeNumber(range)
    guard case .number(let digits) = node.value else { throw wrongType(expected) }
    guard let decimal = ExactDecimal(digits), decimal.exponent >= 0,
      let number = decimal.scaled(places: 0), range.contains(Int(number))
    else { throw wrongValue(expected) }
    return Int(number)
  }

  /// The elements of a list.
  func list() throws(SettingsError) -> [Entry] {
    guard case .list(let nodes) = node.value else { throw wrongType(.list) }
    return nodes.enumerated().map { index, node in
      Entry(node: node, path: "\(path)[\(index)]", file: file, known: known)
    }
  }

  /// The elements of a list; what is none stands for a list of it alone.
  func listOrOne() throws(SettingsError) -> [Entry] {
    if case .list = node.value { return try list() }
    return [self]
  }

  /// The members of an object whose names are free, in their order. Names that stand for what the
  /// log does not say are none.
  func table() throws(SettingsError) -> [(name: String, entry: Entry)] {
    guard case .object(let members) = node.value else { throw wrongType(.object) }
    let table = members.map { (name: $0.name.normalized, entry: member($0)) }
    if let nameless = table.first(where: { ([""] + MissingText.all).contains($0.name) }) {
      throw nameless.entry.wrongValue(
        .absence(because: "this is how reports name what the log does not say"))
    }
    return table
  }

  /// A value of an enumeration, by its name.
  func choice<T>(_ type: T.Type = T.self) throws(SettingsError) -> T
  where T: RawRepresentable<String> & CaseIterable {
    let names = T.allCases.map(\.rawValue)
    guard case .text(let name) = node.value else { throw wrongType(.oneOf(names)) }
    guard let value = T(rawValue: name) else {
      throw wrongValue(.oneOf(names), nearest: nearestName(to: name, among: names))
    }
    return value
  }
}

extension Entry {
  /// What funnels can be split by.
  func dimension() throws(SettingsError) -> Dimension {
    let names = Dimension.ofFunnels.map(\.name)
    guard case .text(let name) = node.value else { throw wrongType(.oneOf(names)) }
    guard names.contains(name), let dimension = Dimension(named: name) else {
      throw wrongValue(.oneOf(names), nearest: nearestName(to: name, among: names))
    }
    return dimension
  }

  /// A decimal number, written as a number or as text.
  private func decimal(_ expected: Requirement) throws(SettingsError) -> ExactDecimal {
    switch node.value {
    case .number(let digits), .text(let digits):
      guard let decimal = ExactDecimal(digits) else { throw wrongValue(expected) }
      return decimal
    default: throw wrongType(expected)
    }
  }

  func number() throws(SettingsError) -> Fraction {
    guard let number = Fraction(decimal: try decimal(.number)), number.numerator >= 0 else {
      throw wrongValue(.number)
    }
    return number
  }

  func amount() throws(SettingsError) -> Amount {
    guard let amount = Amount(decimal: try decimal(.amount)), amount >= .zero else {
      throw wrongValue(.amount)
    }
    return amount
  }

  func share() throws(SettingsError) -> Fraction {
    guard let share = Fraction(decimal: try decimal(.share)), share.numerator >= 0,
      share.numerator <= share.denominator
    else { throw wrongValue(.share) }
    return share
  }

  func currency() throws(SettingsError) -> String {
    let code = try text()
    guard CurrencyCodes.all.contains(code) else {
      let upper = code.uppercased()
      throw wrongValue(.currency, nearest: CurrencyCodes.all.contains(upper) ? upper : nil)
    }
    return code
  }

  func period() throws(SettingsError) -> Period {
    guard let period = Period(try text()) else { throw wrongValue(.period) }
    return period
  }

  func day() throws(SettingsError) -> Day {
    guard let day = Day(try text()) else { throw wrongValue(.date) }
    return day
  }

  func appVersion() throws(SettingsError) -> AppVersion {
    guard let version = AppVersion(try name()) else { throw wrongValue(.appVersion) }
    return version
  }

  func zone() throws(SettingsError) -> Zone {
    let name = try text()
    guard let zone = Zone(named: name) else {
      throw wrongValue(.timeZone, nearest: Zone.nearest(to: name))
    }
    return zone
  }
}

extension JSON5Node.Value {
  /// What kind of value this is, in words.
  var kind: String {
    switch self {
    case .null: "null"
    case .flag(let flag): String(flag)
    case .number: "a number"
    case .text: "text"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// The value as an error message shows it, cut where it is long.
  var shown: String {
    switch self {
    case .number(let digits): String(digits.prefix(60))
    case .text(let text): "\"\(text.prefix(60))\""
    case .list(let nodes) where nodes.isEmpty: "an empty list"
    default: kind
    }
  }
}

/// `.name`, or `["a name"]` where it could not stand without quotes.
private func pathStep(_ name: String, isFirst: Bool) -> String {
  let isPlain = name.utf8.allSatisfy {
    ($0 | 32) &- 97 < 26 || $0 &- 48 < 10 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$")
  }
  guard isPlain, !name.isEmpty else {
    return "[\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"]"
  }
  return isFirst ? name : "." + name
}
