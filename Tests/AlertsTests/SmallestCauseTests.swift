import Metrics
import Settings
import Support
import Testing
import Values

@testable import Alerts

/// Which crossed segments explain a change (``SmallestCause``).
@Suite struct SmallestCauseTests {
  private typealias Segment = CrossedFigures.Segment

  /// Viewers of a day of each combination, and how many of a hundred start on the last day.
  private struct World {
    var viewers = 40
    var usual = 40
    /// Times as many, of some.
    var factor: ([String: String]) -> Int = { _ in 1 }
    var now: ([String: String]) -> Int = { _ in 40 }
    /// Of chance; nil for a little that is the same in every run.
    var seed: UInt64?

    private static let values: KeyValuePairs = [
      "country": ["US", "DE", "JP", "BR"], "platform": ["ios", "ipados"],
      "variant": ["benefits", "control"], "channel": ["organic", "ads"],
    ]

    private var combinations: [[Segment]] {
      Self.values.reduce([[]]) { all, dimension in
        all.flatMap { known in
          dimension.value.map { known + [Segment(dimension: dimension.key, value: $0)] }
        }
      }
    }

    var crossed: CrossedFigures {
      let all = combinations
      var random = SplitMix(seed: seed ?? 0)
      let rows = all.enumerated().flatMap { place, segments in
        (0...56).map { row(place, segments, ago: $0, &random) }
      }
      return CrossedFigures(Operations.schema.table(rows), all)
    }

    private func row(
      _ place: Int, _ segments: [Segment], ago: Int, _ random: inout SplitMix
    ) -> [Cell] {
      let names = Dictionary(uniqueKeysWithValues: segments.map { ($0.dimension, $0.value) })
      let share = ago == 1 ? now(names) : usual * factor(names)
      let regular = viewers * share / 100 + (share == 0 ? 0 : (place * 7 + ago * 13) % 3 - 1)
      let started =
        seed == nil
        ? regular : (0..<viewers).count { _ in Int.random(in: 0..<100, using: &random) < share }
      let cells: [String: Cell] = [
        "date": .day(Example.asOf.advanced(by: -ago)), "dimension": .text("segments"),
        "value": .text("\u{1}\(place)"), "viewers": .count(Int64(viewers)),
        "viewers_started": .count(Int64(started)),
      ]
      return Operations.schema.columns.map { cells[$0.name] ?? .missing }
    }
  }

  private func cause(_ world: World) throws -> SmallestCause? {
    let rule = try Example.rule("paywall-start")
    let day = Example.asOf.advanced(by: -1)
    var verdict = Verdict(rule, .firing, days: day...day)
    verdict.moves = []
    let figures = Example.figures(tables: [Operations.schema.table()])
    return Judge([rule], Example.terms).explained(verdict, by: world.crossed, on: figures).smallest
  }

  @Test("One value, two and three crossed are named as they were planted")
  func planted() throws {
    let plants: [[String: String]] = [
      ["country": "US"], ["country": "US", "variant": "benefits"],
      ["country": "DE", "platform": "ipados", "channel": "ads"],
    ]
    for plant in plants {
      var world = World()
      world.now = { names in plant.allSatisfy { names[$0.key] == $0.value } ? 5 : 40 }
      let cause = try #require(try cause(world))
      let named = cause.parts.map { part in
        Dictionary(uniqueKeysWithValues: part.segments.map { ($0.dimension, $0.value) })
      }
      #expect(named == [plant])
      let first = try #require(cause.parts.first)
      #expect(first.since == Example.asOf.advanced(by: -1))
      #expect((0.9...1.1).contains(first.part))
    }
  }

  @Test("Two causes are named one after the other, and add up with the rest to the whole change")
  func two() throws {
    var world = World()
    world.now = { $0["country"] == "US" ? 10 : $0["variant"] == "benefits" ? 20 : 40 }
    let cause = try #require(try cause(world))
    #expect(cause.parts.map(\.name) == ["country US", "variant benefits"])
    #expect((0.95...1.05).contains(cause.parts.reduce(0) { $0 + $1.part }))
  }

  @Test("A fall that is everywhere has no cause of its own, nor has chance")
  func everywhere() throws {
    var world = World()
    world.now = { _ in 20 }
    #expect(try cause(world) == nil)
    #expect(try cause(World()) == nil)
  }

  @Test("Few cases name nothing")
  func few() throws {
    var world = World(viewers: 2, usual: 50)
    world.now = { $0["country"] == "US" && $0["channel"] == "ads" ? 0 : 50 }
    #expect(try cause(world) == nil)
  }

  @Test(
    "What changes everywhere by the same odds names nobody, however much more it moves one rate")
  func factors() throws {
    // Odds of 1 ÷ 9 and 1 ÷ 1, a third of them: 3.5 % and 25 %.
    var world = World(viewers: 400, usual: 10)
    world.factor = { $0["country"] == "US" ? 5 : 1 }
    world.now = { $0["country"] == "US" ? 25 : 4 }
    #expect(try cause(world) == nil)
  }

  @Test("Of a variant that is dead for 24 viewers, one in twenty worlds names anybody else at most")
  func chance() throws {
    let plant = ["country": "US", "variant": "benefits"]
    var found = [String: Int]()
    for seed in 1...100 {
      var world = World(viewers: 6, usual: 36)
      world.seed = UInt64(seed)
      world.now = { names in plant.allSatisfy { names[$0.key] == $0.value } ? 0 : 36 }
      let first = try cause(world)?.parts.first
      let named = first?.segments.map { plant[$0.dimension] == $0.value } ?? []
      let kind = named.isEmpty ? "none" : !named.allSatisfy(\.self) ? "wrong" : "\(named.count)"
      found[kind, default: 0] += 1
    }
    #expect(found["wrong", default: 0] <= 5, "\(found)")
    #expect(found["2", default: 0] >= 50 && found["none", default: 0] <= 15, "\(found)")
  }
}
