/// A seeded source of numbers, so that a failure can be repeated.
package struct SplitMix: RandomNumberGenerator, Sendable {
  package var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// True `percent` times of a hundred.
  package mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  /// One of `values`, which are not empty.
  package mutating func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &self)]
  }

  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// Replaces, removes, doubles or cuts something at a random place.
  package mutating func mutate(_ bytes: inout [UInt8]) {
    guard let place = bytes.indices.randomElement(using: &self) else { return }
    switch next() % 5 {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(contentsOf: bytes[place...].prefix(5), at: place)
    case 3: bytes.removeSubrange(place...)
    default: bytes[place] = Array("{}[]'\"\\/*,:".utf8).randomElement(using: &self) ?? 0
    }
  }
}
