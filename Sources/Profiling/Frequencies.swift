/// How often each value was seen.
package struct Frequencies<Value: Hashable & Sendable & CustomStringConvertible>: Sendable {
  private var counts: [Value: Int] = [:]

  package init() {}

  package mutating func add(_ value: Value, times count: Int = 1) {
    counts[value, default: 0] += count
  }

  package var total: Int { counts.values.reduce(0, +) }
  package var isEmpty: Bool { counts.isEmpty }

  package subscript(value: Value) -> Int { counts[value] ?? 0 }

  /// The most frequent first; of equally frequent ones in the order of their texts.
  package var ranked: [(value: Value, count: Int)] {
    counts.sorted { ($1.value, $0.key.description) < ($0.value, $1.key.description) }
      .map { ($0.key, $0.value) }
  }

  package var mostFrequent: Value? { ranked.first?.value }
}
