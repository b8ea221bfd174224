import Values

/// A node of the configuration with its path, from which typed values are read.
struct Entry {
  let node: JSON5Node
  /// `products["st.family"].period`; empty for the whole file.
  let path: String
  let file: String
  /// What names may refer to.
  var known = KnownNames()

  /// What is wrong here, or at `position`.
  func failure(
    _ message: String, hint: String? = nil, at position: TextPosition? = nil
  ) -> Failure {
    Failure("\(file):\(position ?? node.position): \(message)", hint: hint, exit: .badData)
  }

  /// The setting's path, as a message begins with it.
  private var subject: String { path.isEmpty ? "the configuration" : path }

  var missing: Failure { failure("\(subject) is missing") }

  func duplicate(_ name: String) -> Failure {
    failure("\(subject): the name \"\(name)\" is given more than once")
  }

  /// There is no such setting; the nearest that exists is the hint.
  func unknown(_ name: String, among names: [String], at position: TextPosition? = nil) -> Failure {
    let nearest = NearestName(to: name, among: names)
    let hint = nearest.map {
      $0.isLikely ? "did you mean \($0.name)?" : "the nearest valid name is \($0.name)"
    }
    return failure("there is no setting \(subject)", hint: hint, at: position)
  }

  func wrongType(_ expected: String) -> Failure {
    failure("\(subject) is \(node.value.kind), expected \(expected)")
  }

  func wrongValue(_ expected: String, nearest: String? = nil) -> Failure {
    failure(
      "\(subject) is \(node.value.shown), expected \(expected)",
      hint: nearest.map { "did you mean \($0)?" })
  }

  func wrongName(_ name: String, among names: [String]) -> Failure {
    wrongValue(
      "one of " + names.joined(separator: ", "), nearest: nearestName(to: name, among: names))
  }

  /// The setting makes no sense here.
  func unwanted(_ reason: String) -> Failure { wrongValue("nothing here: \(reason)") }

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
  func text() throws(Failure) -> String {
    guard case .text(let text) = node.value else { throw wrongType("text in quotes") }
    return text
  }

  /// A name, in the form in which texts of the log are kept.
  func name() throws(Failure) -> String { try letters().normalized }

  /// Text of which something is left without white space around it.
  func letters() throws(Failure) -> String {
    let text = try text()
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw wrongValue("at least one letter")
    }
    return text
  }

  func flag() throws(Failure) -> Bool {
    guard case .flag(let flag) = node.value else { throw wrongType("true or false") }
    return flag
  }

  func wholeNumber(in range: ClosedRange<Int>) throws(Failure) -> Int {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard case .number(let digits) = node.value else { throw wrongType(expected) }
    guard let decimal = ExactDecimal(digits), decimal.exponent >= 0,
      let number = decimal.scaled(places: 0), range.contains(Int(number))
    else { throw wrongValue(expected) }
    return Int(number)
  }

  func list() throws(Failure) -> [Entry] {
    guard case .list(let nodes) = node.value else { throw wrongType("a list [ … ]") }
    return nodes.enumerated().map { index, node in
      Entry(node: node, path: "\(path)[\(index)]", file: file, known: known)
    }
  }

  /// The elements of a list; what is none stands for a list of it alone.
  func listOrOne() throws(Failure) -> [Entry] {
    if case .list = node.value { return try list() }
    return [self]
  }

  func members() throws(Failure) -> [JSON5Node.Member] {
    guard case .object(let members) = node.value else { throw wrongType("an object { … }") }
    return members
  }

  /// The members of an object whose names are free, in their order.
  func table() throws(Failure) -> [(name: String, entry: Entry)] {
    let table = try members().map { (name: $0.name.normalized, entry: member($0)) }
    if let nameless = table.first(where: { ([""] + MissingText.all).contains($0.name) }) {
      throw nameless.entry.unwanted("this is how reports name what the log does not say")
    }
    return table
  }

  /// A value of an enumeration, by its name.
  func choice<T>(_ type: T.Type = T.self) throws(Failure) -> T
  where T: RawRepresentable<String> & CaseIterable {
    try one(of: T.allCases.map { ($0.rawValue, $0) })
  }

  /// What funnels can be split by.
  func dimension() throws(Failure) -> Dimension {
    try one(of: Dimension.ofFunnels.map { ($0.name, $0) })
  }

  private func one<T>(of known: [(name: String, value: T)]) throws(Failure) -> T {
    let names = known.map(\.name)
    guard case .text(let name) = node.value else {
      throw wrongType("one of " + names.joined(separator: ", "))
    }
    guard let found = known.first(where: { $0.name == name }) else {
      throw wrongName(name, among: names)
    }
    return found.value
  }

  /// A decimal number, written as a number or as text.
  private func decimal<T>(
    _ expected: String, _ convert: (ExactDecimal) -> T?
  ) throws(Failure) -> T {
    switch node.value {
    case .number(let digits), .text(let digits):
      guard let value = ExactDecimal(digits).flatMap(convert) else { throw wrongValue(expected) }
      return value
    default: throw wrongType(expected)
    }
  }

  /// A text that `convert` understands.
  func text<T>(_ expected: String, _ convert: (String) -> T?) throws(Failure) -> T {
    guard let value = convert(try text()) else { throw wrongValue(expected) }
    return value
  }

  func number() throws(Failure) -> Fraction {
    try decimal("a number, at least 0, with at most 12 decimals") {
      Fraction(decimal: $0).flatMap { $0.numerator >= 0 ? $0 : nil }
    }
  }

  func amount() throws(Failure) -> Amount {
    try decimal("an amount of money, at least 0") {
      Amount(decimal: $0).flatMap { $0 >= .zero ? $0 : nil }
    }
  }

  func share() throws(Failure) -> Fraction {
    try decimal("a share from 0 to 1 (0.15 is 15 %)") {
      Fraction(decimal: $0).flatMap { (0...$0.denominator).contains($0.numerator) ? $0 : nil }
    }
  }

  func currency() throws(Failure) -> String {
    let code = try text()
    guard CurrencyCodes.all.contains(code) else {
      let upper = code.uppercased()
      throw wrongValue(
        "a currency code of ISO 4217, such as \"USD\"",
        nearest: CurrencyCodes.all.contains(upper) ? upper : nil)
    }
    return code
  }

  func period() throws(Failure) -> Period {
    try text("a period of ISO 8601, such as \"P1M\" or \"P1Y\"") { Period($0) }
  }

  func day() throws(Failure) -> Day {
    try text("a date in quotes, such as \"2026-06-30\"") { Day($0) }
  }

  func appVersion() throws(Failure) -> AppVersion {
    guard let version = AppVersion(try name()) else {
      throw wrongValue("a version of an app, such as \"3.2.0\"")
    }
    return version
  }

  /// An address that needs no escaping in any format, besides a `{day}` that is to be filled in.
  func webAddress() throws(Failure) -> String {
    try text("an address that begins with https:// or http://, without spaces or quotes") {
      WebAddress($0.replacing("{day}", with: "")) == nil ? nil : $0
    }
  }

  func zone() throws(Failure) -> Zone {
    let name = try text()
    guard let zone = Zone(named: name) else {
      throw wrongValue(
        "a time zone of the IANA list, such as \"Europe/Berlin\"", nearest: Zone.nearest(to: name))
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
