import HTTP
import Values

/// What can be wrong with a question about alert rules.
enum AlertFailure: Error, Equatable {
  case unknownRule(String, nearest: String?)
  case daysReversed(from: Day, to: Day)
  /// No night has judged the rule yet.
  case neverJudged(String)
  /// There is nothing to acknowledge: the newest judgement found no trouble.
  case noTrouble(String, state: String, on: Day)
}

extension ErrorText {
  init(alert error: AlertFailure) {
    switch error {
    case .unknownRule(let name, let nearest):
      self.init(
        "there is no alert rule \"\(name)\"",
        hint: nearest.map { "did you mean \($0)?" } ?? "\"runrate check --dry-run\" names them all",
        exitCode: .usage)
    case .daysReversed(let from, let to):
      self.init(
        "the first day \(from) is after the last one, \(to)", hint: "see --from and --to",
        exitCode: .usage)
    case .neverJudged(let rule):
      self.init(
        "\(rule) has not been judged yet: there is no trouble to acknowledge",
        hint: "runrate run judges the rules", exitCode: .usage)
    case .noTrouble(let rule, let state, let day):
      self.init(
        "there is no trouble to acknowledge: \(rule) was \(state) on \(day)",
        hint: "only a problem that exists now can be acknowledged; a later one is reported as new",
        exitCode: .usage)
    }
  }

  /// The address itself is a secret, so it is not shown.
  init(address error: AddressError) {
    switch error {
    case .noAddress(let variable):
      self.init(
        "\(variable) holds no address of http or https", hint: "no message was sent",
        exitCode: .badData)
    case .unreadable(let variable, let path):
      self.init(
        "\(path), which \(variable) names, cannot be read", hint: "no message was sent",
        exitCode: .noInput)
    }
  }
}
