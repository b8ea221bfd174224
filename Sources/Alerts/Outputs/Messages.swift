package import Metrics
import Reports
import Values

/// The message of a run for a Slack-compatible webhook: one text with all news.
package enum SlackMessage {
  package static func body(_ notifications: AlertNotifications, _ figures: Figures) -> String {
    let status = OverallStatus(figures.alerts).word
    let head = "*Runrate \(status)*, as of \(figures.asOf): \(Tally(figures.alerts).text)"
    let lines = notifications.items.grouped.map { $0.item.slack($0.names) }
    return JSONValue.members(["text": .string(([head] + lines).joined(separator: "\n"))]).line
  }
}

/// The same for programs: one object a rule, with its figures.
package enum WebhookMessage {
  package static func body(_ notifications: AlertNotifications, _ figures: Figures) -> String {
    JSONValue.members([
      "source": .string("runrate"),
      "as_of": .string(figures.asOf.description),
      "state": .string(OverallStatus(figures.alerts).word),
      "news": .array(notifications.items.map { $0.json(figures) }),
    ]).line
  }
}

extension [AlertNotifications.Item] {
  /// Rules that are stale for one reason take one line.
  fileprivate var grouped: [(names: [String], item: AlertNotifications.Item)] {
    var groups: [(names: [String], item: AlertNotifications.Item)] = []
    for item in self {
      let at = groups.firstIndex {
        $0.item.line.state == .stale && $0.item.line.message == item.line.message
          && $0.item.change == item.change
      }
      if let at {
        groups[at].names.append(item.line.name)
      } else {
        groups.append(([item.line.name], item))
      }
    }
    return groups
  }
}

extension AlertNotifications.Item {
  /// What happened, how bad it is, what moved, what to do, and where the rows are.
  fileprivate func slack(_ names: [String]) -> String {
    let title = names.map(SlackText.plain).joined(separator: ", ")
    let isOver = change == .resolved
    let more = [
      ("Stands out", line.moved.map(SlackText.plain)),
      ("What to do", isOver ? nil : line.runbook.map(SlackText.escaped)),
      ("Details", isOver ? nil : line.command.map(SlackText.plain)),
    ]
    let lines = more.compactMap { title, text in text.map { "    \(title): \($0)" } }
    return (["\(heading) *\(title)*\(since): \(SlackText.plain(line.message))"] + lines)
      .joined(separator: "\n")
  }

  private var heading: String {
    switch change {
    case .new: line.severity == .critical ? "🔴 new, critical:" : "🟠 new, warning:"
    case .worse: "🔴 now critical:"
    case .wider: line.severity == .critical ? "🔴 spread, critical:" : "🟠 spread, warning:"
    case .still: line.severity == .critical ? "🔴 still, critical:" : "🟠 still, warning:"
    case .resolved: "🟢 resolved:"
    }
  }

  private var since: String {
    [.still, .worse, .wider].contains(change) ? line.since.map { " (since \($0))" } ?? "" : ""
  }

  fileprivate func json(_ figures: Figures) -> JSONValue {
    let row = figures.rows(of: AlertStates.self).first { $0[AlertStates.rule] == line.name }
    let figures = zip(AlertStates.schema.columns, row?.cells ?? []).map {
      JSONValue.Member($0.name, AlertsJSON.value($1))
    }
    return .object([.init("change", .string(change.rawValue))] + figures)
  }
}

/// Text in a Slack message, where three characters begin links and mentions, others change the
/// look, and an address becomes a link by itself.
enum SlackText {
  /// Text that may come from a log: look-alikes stand for what would be more than text.
  static func plain(_ text: String) -> String {
    escaped(text).replacing("*", with: "∗").replacing("`", with: "ˋ").replacing("~", with: "∼")
      .replacing("://", with: ":∕∕")
  }

  /// Text of the configuration, whose addresses are meant to be links.
  static func escaped(_ text: String) -> String {
    UntrustedText.cleaned(text, limit: 1500).replacing("&", with: "&amp;")
      .replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
