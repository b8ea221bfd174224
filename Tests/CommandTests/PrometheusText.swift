import Testing

/// Prometheus' text format, read without any of the tolerance that some readers have.
struct PrometheusText {
  struct Sample {
    let metric: String
    /// As they are written: `{rule="anr"}`.
    let labels: String
    let value: Double
  }

  private(set) var types: [String: String] = [:]
  private(set) var samples: [Sample] = []

  /// A metric's HELP, its TYPE, its samples, and then never again.
  init(_ text: String) throws {
    try #require(text.hasSuffix("\n") && !text.contains("\r"))
    var (helped, current) = ("", "")
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      if let help = line.wholeMatch(of: /# HELP ([a-z_0-9]+) (.+)/) {
        helped = String(help.1)
        try #require(types[helped] == nil, "\(line)")
      } else if let type = line.wholeMatch(of: /# TYPE ([a-z_0-9]+) (gauge|counter)/) {
        current = String(type.1)
        try #require(current == helped && types[current] == nil, "\(line)")
        try #require((type.2 == "counter") == current.hasSuffix("_total"), "\(line)")
        types[current] = String(type.2)
      } else {
        try add(line, to: current)
      }
    }
    try #require(types.keys.allSatisfy { name in samples.contains { $0.metric == name } })
  }

  /// No timestamp: node_exporter drops a file for one.
  private mutating func add(_ line: Substring, to metric: String) throws {
    let label = #/[a-z_]+="(?:[^"\\]|\\["\\n])*"/#
    let parts = try #require(
      line.wholeMatch(of: #/([a-z_0-9]+)(\{.+\})? (-?[0-9]+(?:\.[0-9]+)?)/#), "\(line)")
    try #require(parts.1 == metric, "\(line)")
    let labels = String(parts.2 ?? "")
    let rest = labels.dropFirst().dropLast().replacing(label, with: "")
    try #require(rest.allSatisfy { $0 == "," }, "\(line)")
    try #require(!samples.contains { $0.metric == metric && $0.labels == labels }, "\(line)")
    samples.append(Sample(metric: metric, labels: labels, value: try #require(Double(parts.3))))
  }

  /// The value of a metric's sample; nil where there is none.
  subscript(metric: String, labels: String = "") -> Double? {
    samples.first { $0.metric == metric && $0.labels == labels }?.value
  }
}
