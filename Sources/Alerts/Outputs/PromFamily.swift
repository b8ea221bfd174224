import Reports
import Values

/// The samples of one metric, with its help and type; without samples it is left out.
struct PromFamily {
  let name: String
  private let help: String
  private let kind: String
  private let samples: [PromSample]

  init(_ name: String, _ help: String, kind: String = "gauge", _ samples: [PromSample]) {
    self.name = name
    self.help = help
    self.kind = kind
    self.samples = samples
  }

  static func gauge(_ name: String, _ help: String, _ value: String) -> PromFamily {
    PromFamily(name, help, [PromSample([], value)])
  }

  var text: String {
    guard !samples.isEmpty else { return "" }
    return "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
      + samples.map { "\(name)\($0.labelText) \($0.value)\n" }.joined()
  }
}

struct PromSample {
  let labels: [(name: String, value: String)]
  let value: String

  init(_ labels: [(name: String, value: String)], _ value: String) {
    self.labels = labels
    self.value = value
  }

  /// A moment, as Prometheus has it: seconds since 1970.
  static func seconds(_ instant: Instant) -> String {
    "\(floorDivide(instant.milliseconds, by: 1000))"
  }

  var labelText: String {
    guard !labels.isEmpty else { return "" }
    let pairs = labels.map { "\($0.name)=\"\(PromSample.escaped($0.value))\"" }
    return "{" + pairs.joined(separator: ",") + "}"
  }

  /// Backslash, quote and newline as the text format escapes them; control characters are dropped.
  private static func escaped(_ text: String) -> String {
    UntrustedText.cleaned(text.replacing("\n", with: " "), limit: 200)
      .replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
