/// A stream of random numbers in eight bytes of state (SplitMix64, Steele, Lea & Flood 2014).
///
/// Every customer owns one, so that what happens to one leaves all others as they were. Integers
/// only: the numbers are the same on every machine.
struct RandomSource {
  private var state: UInt64

  init(seed: UInt64, stream: UInt64) {
    state = mixed(seed &* 0x9E37_79B9_7F4A_7C15 ^ mixed(stream))
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return mixed(state)
  }

  /// 0 ..< `bound`.
  mutating func below(_ bound: Int64) -> Int64 {
    bound > 0 ? Int64(next().multipliedFullWidth(by: UInt64(bound)).high) : 0
  }

  mutating func between(_ low: Int64, _ high: Int64) -> Int64 { low + below(high - low + 1) }

  /// From `low` to `high` units of time, to the millisecond.
  mutating func span(_ low: Int64, _ high: Int64, _ unit: Int64) -> Int64 {
    between(low * unit, high * unit)
  }

  /// True `permille` times in a thousand.
  mutating func happens(_ permille: Int) -> Bool { below(1000) < Int64(permille) }

  /// True `count` times in a hundred thousand.
  mutating func rarely(_ count: Int) -> Bool { below(100_000) < Int64(count) }

  /// An index into `weights`, each as likely as its weight.
  mutating func pick(_ weights: [Int]) -> Int {
    var at = Int(below(Int64(weights.reduce(0, +))))
    for (index, weight) in weights.enumerated() {
      if at < weight { return index }
      at -= weight
    }
    return weights.count - 1
  }

  /// A share in 1/65536, from Beta(`a`, `b`): the `a`-th smallest of a + b − 1 even ones, found by
  /// counting, without a logarithm.
  mutating func beta(_ a: Int, _ b: Int) -> Int {
    var largest = [Int](repeating: 0, count: b)
    for _ in 0..<(a + b - 1) {
      let draw = Int(next() >> 48)
      guard let place = largest.firstIndex(where: { $0 < draw }) else { continue }
      largest.insert(draw, at: place)
      largest.removeLast()
    }
    return largest[b - 1]
  }
}

/// A share (0…1) as a whole number of parts.
func parts(_ share: Double, in whole: Double) -> Int {
  Int((max(0, min(1, share)) * whole).rounded())
}

/// A bijection of 64-bit numbers that looks random: different numbers stay different.
func mixed(_ number: UInt64) -> UInt64 {
  var z = number
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z >> 31)
}
