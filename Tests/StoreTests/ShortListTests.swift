import Support
import Testing

@testable import Timeline

struct ShortListTests {
  @Test("A short list holds what an array would hold, whatever is done to it", arguments: 1...40)
  func sameAsArray(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var list = SmallArray<Int>()
    var array: [Int] = []
    for step in 0..<60 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where !array.isEmpty:
        let place = array.indices.randomElement(using: &random) ?? 0
        list.remove(at: place)
        array.remove(at: place)
      case 1 where !array.isEmpty:
        let place = array.indices.randomElement(using: &random) ?? 0
        list[place] += 100
        array[place] += 100
      default:
        list.append(step)
        array.append(step)
      }
      #expect(Array(list) == array)
      #expect(list.first == array.first && list.last == array.last && list.count == array.count)
    }
  }
}
