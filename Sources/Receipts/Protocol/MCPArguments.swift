import Metrics
import Settings
import Values

/// The arguments of a tool, as its declaration allows them.
struct MCPArguments {
  private let value: JSON5Node.Value

  /// Throws where one is missing, unknown or of another kind.
  init(_ value: JSON5Node.Value, of tool: MCPTool) throws(MCPError) {
    guard case .object(let members) = value else {
      throw MCPError(.invalidParams, "arguments must be an object")
    }
    for member in members {
      guard let declared = tool.arguments.first(where: { $0.name == member.name }) else {
        throw MCPError(.invalidParams, "\(tool.name) takes no \(member.name)")
      }
      guard declared.kind.holds(member.node.value) else {
        throw MCPError(.invalidParams, "\(member.name) must be \(declared.kind.rawValue)")
      }
    }
    let given = Set(members.map(\.name))
    if let missing = tool.arguments.first(where: { $0.isRequired && !given.contains($0.name) }) {
      throw MCPError(.invalidParams, "\(tool.name) needs \(missing.name)")
    }
    self.value = value
  }

  func text(_ name: String) -> String? { value[name]?.text }

  func flag(_ name: String) -> Bool { value[name] == .flag(true) }

  func metric() throws -> Metric { try Metric(named: text("figure") ?? "") }

  func day(_ name: String) throws(MCPError) -> Day? {
    guard let text = text(name) else { return nil }
    guard let day = Day(text) else { throw MCPError(.invalidParams, "\(name) must be YYYY-MM-DD") }
    return day
  }

  /// The figure that is asked for, at `on` or from `from` to `to`.
  func question(_ report: PublishedReport) throws -> FigureQuestion {
    FigureQuestion(try metric(), try span("on", report.day), conditions("where"))
  }

  func span(_ name: String, _ usual: Day) throws(MCPError) -> FigureQuestion.Span {
    switch (text(name), try day("from"), try day("to")) {
    case (nil, nil, nil): return .moment(.day(usual))
    case (nil, let first?, let last?) where first <= last: return .days(first...last)
    case (nil, _?, _?): throw MCPError(.invalidParams, "from is after to")
    case (nil, _, _): throw MCPError(.invalidParams, "from and to stand together")
    case (let text?, nil, nil): return try moment(text, name)
    default: throw MCPError(.invalidParams, "\(name) does not stand with from and to")
    }
  }

  func moment(_ text: String, _ name: String) throws(MCPError) -> FigureQuestion.Span {
    if let day = Day(text) { return .moment(.day(day)) }
    if let month = Month(text) { return .moment(.month(month)) }
    throw MCPError(.invalidParams, "\(name) must be YYYY-MM-DD or YYYY-MM")
  }

  func conditions(_ name: String) -> [String: String] {
    guard case .object(let members)? = value[name] else { return [:] }
    return Dictionary(
      members.compactMap { member in member.node.value.plainText.map { (member.name, $0) } },
      uniquingKeysWith: { $1 })
  }
}
