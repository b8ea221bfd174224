import Metrics
import Reports
package import Values

extension FigureSearch.Found {
  /// The figures with what tells them apart, or why there is none.
  package var text: String {
    if let refusal { return "\(refusal.reason.rawValue): \(refusal.text)\n" }
    return figures.map { figure in
      let place = figure.address.readable
      return """
        \(figure.metric.name)\(place.isEmpty ? "" : ", " + place): \(figure.shownValue)
            \(figure.metric.column.meaning) \(figure.metric.file.meaning)
            \(figure.receipt)

        """
    }.joined()
  }

  package var json: JSONValue {
    .members([
      "question": .string(question), "figures": .array(figures.map(\.json)),
      "refused": refusal?.json,
    ])
  }
}
