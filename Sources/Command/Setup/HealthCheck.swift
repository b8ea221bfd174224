import Reports
import Values

/// One thing that `doctor` looked at, what it found, and what mends it.
struct HealthCheck: Sendable, Equatable {
  /// Raw values are the exit codes of `doctor`.
  enum State: Int32, CaseIterable, Comparable, Sendable {
    case fine = 0
    case look = 1
    case broken = 2

    static func < (a: State, b: State) -> Bool { a.rawValue < b.rawValue }
  }

  /// What was looked at, in a word or two.
  let name: String
  let state: State
  let message: String
  /// A command, or what to write where; nil where nothing is to be done.
  let remedy: String?

  static func fine(_ name: String, _ message: String) -> HealthCheck {
    HealthCheck(name: name, state: .fine, message: message, remedy: nil)
  }

  static func look(_ name: String, _ message: String, _ remedy: String) -> HealthCheck {
    HealthCheck(name: name, state: .look, message: message, remedy: remedy)
  }

  static func broken(_ name: String, _ message: String, _ remedy: String?) -> HealthCheck {
    HealthCheck(name: name, state: .broken, message: message, remedy: remedy)
  }

  /// An error that a step ended in.
  init(_ name: String, failed error: any Error) {
    let text = Failure(of: error)
    self.init(name: name, state: .broken, message: text.message, remedy: text.hint)
  }

  /// What a step finds, or the error that it ended in.
  static func of(_ name: String, _ look: () throws -> [HealthCheck]) -> [HealthCheck] {
    do { return try look() } catch { return [HealthCheck(name, failed: error)] }
  }

  private init(name: String, state: State, message: String, remedy: String?) {
    (self.name, self.state, self.message, self.remedy) = (name, state, message, remedy)
  }
}

extension [HealthCheck] {
  var worst: HealthCheck.State { map(\.state).max() ?? .fine }

  /// A line a check, and one for what mends it.
  var text: String {
    let width = (map(\.name.count).max() ?? 0) + 2
    return map { check in
      let state = "\(check.state)"
      let head =
        state + String(repeating: " ", count: 8 - state.count) + check.name
        + String(repeating: " ", count: width - check.name.count) + check.message
      let remedy = check.remedy.map {
        "\n" + String(repeating: " ", count: 8 + width) + "→ " + $0
      }
      return head + (remedy ?? "") + "\n"
    }.joined() + summary
  }

  private var summary: String {
    let counts = HealthCheck.State.allCases.map { state in
      "\(count { $0.state == state }) \(state)"
    }
    return "\n" + counts.joined(separator: ", ") + "\n"
  }

  var json: JSONValue {
    .members([
      "status": .string("\(worst)"),
      "checks": .array(
        map {
          .members([
            "name": .string($0.name), "status": .string("\($0.state)"),
            "message": .string($0.message), "remedy": .text($0.remedy),
          ])
        }),
    ])
  }
}
