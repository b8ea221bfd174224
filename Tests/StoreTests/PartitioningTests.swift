import Support
import Testing
import Values

@testable import Store

/// Who is dealt out to which part.
struct PartitioningTests {
  @Test("The keys of one customer are in one part", arguments: [1, 2, 7, 100_000])
  func together(parts: Int) {
    var random = SplitMix(seed: 4)
    let keys = (0..<1000).map { _ in random.next() }
    let owners = Dictionary(uniqueKeysWithValues: keys.map { ($0, $0 % 2) })
    let dealing = Partitioning(owners: owners, parts: parts)
    for key in keys { #expect(dealing.part(of: key) == dealing.part(of: owners[key] ?? 0)) }
  }

  @Test("Parts are about equally large, of keys that are close together too")
  func balance() {
    var random = SplitMix(seed: 5)
    for keys in [(0..<20_000).map { UInt64($0) }, (0..<20_000).map { _ in random.next() }] {
      var counts = [Int](repeating: 0, count: 8)
      for key in keys { counts[Partitioning(parts: 8).part(of: key)] += 1 }
      #expect(counts.allSatisfy { (2000...3000).contains($0) }, "\(counts)")
    }
  }

  @Test(
    "A place is one of its parts",
    arguments: ["0/1", "2/1", "1/0", "1", "1/2/3", "a/b", "", "-1/2", "1/100001"])
  func places(text: String) { #expect(PartPlace(text) == nil) }
}
