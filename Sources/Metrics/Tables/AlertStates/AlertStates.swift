package enum AlertStates: ReportTable {
  package static let rule = key("rule", "The rule's name.")
  package static let severity = key("severity", "critical or warning.")
  package static let state = key("state", "ok, firing, recovering, not enough data or stale.")
  package static let metric = key("metric", "What is measured.")
  package static let `where` = key("where", "The segment that is looked at; empty for all.")
  package static let window = key("window", "The days that are looked at.")
  package static let value = number("value", "The measured figure.")
  package static let threshold = number("threshold", "What it is compared with.")
  package static let low = number("low", "Lower end of the figure's interval.")
  package static let high = number("high", "Upper end of the figure's interval.")
  package static let sample = count("sample", "How many cases the figure is made of.")
  package static let since = day(
    "since", "The first day of an uninterrupted firing, to its last day of recovery.")
  package static let message = text("message", "The same in a sentence.")
  package static let runbook = text("runbook", "What to do, as the configuration says.")
  package static let baseline = number(
    "baseline", "What is usual, for a rule that compares with the past.")
  package static let breaches = text(
    "breaches", "The values of the rule's breakdown that fire on their own.")
  package static let moved = text("moved", "The segments that stand out, while the rule fires.")
  package static let acknowledged = text(
    "acknowledged", "Until when and why somebody knows of it; empty for nobody.")
  package static let command = text("command", "The command that shows what was judged, and how.")
  package static let critical = number(
    "critical", "Beyond which a warning is critical; empty where it never is.")
  package static let deviations = number(
    "deviations", "How many robust deviations it is away from its baseline.")
  package static let smallestSample = count(
    "smallest_sample", "With fewer cases the rule is not judged.")

  package static let incidentFrom = day(
    "incident_from",
    "The first day of the trouble, as the rule's own series of days tells; empty where it does not."
  )
  package static let incidentTo = day(
    "incident_to", "Its last day: before the window's end, it is over.")

  package static let schema = TableSchema(
    "alerts", "One row for every alert rule.",
    question: "Which alerts fire?", topic: .quality,
    columns: [
      rule, severity, state, metric, `where`, window, value, threshold, low, high, sample, since,
      message, runbook, baseline, breaches, moved, acknowledged, command, critical, deviations,
      smallestSample, incidentFrom, incidentTo,
    ],
    nonAdditive: NonAdditiveNote("judged from the figure in the column metric: explain that one"),
    privacy: .open,
    isWatchable: false)
}
