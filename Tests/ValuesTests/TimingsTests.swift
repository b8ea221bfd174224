import Testing

@testable import Values

@Suite struct TimingsTests {
  private struct Stop: Error {}

  @Test("Stages stand in the order in which they began, those within others deeper")
  func nested() {
    let timings = Timings()
    Timings.$current.withValue(timings) {
      Timings.stage("outer") {
        Timings.stage("first") { Timings.count(3) }
        Timings.stage("second") {
          Timings.count(1)
          Timings.count(1)
        }
        Timings.count(7)
      }
      Timings.stage("last") {}
    }
    #expect(timings.stages.map(\.name) == ["outer", "first", "second", "last"])
    #expect(timings.stages.map(\.depth) == [0, 1, 1, 0])
    #expect(timings.stages.map(\.count) == [7, 3, 2, nil])
  }

  @Test("A stage by itself is without those within it, and one with the stages of its name")
  func own() {
    let timings = Timings()
    Timings.$current.withValue(timings) {
      Timings.stage("outer") {
        Timings.stage("inner") { Timings.stage("deep") {} }
        Timings.stage("inner") {}
      }
      Timings.stage("last") {}
    }
    let stages = timings.stages
    let own = Timings.ownSeconds(of: stages)
    #expect(own.map(\.name) == ["outer", "inner", "deep", "last"])
    let whole = stages.filter { $0.depth == 0 }.reduce(0) { $0 + $1.use.wall }
    #expect(abs(own.reduce(0) { $0 + $1.seconds } - whole) < 1e-9)
    let inner = stages[1].use.wall - stages[2].use.wall + stages[3].use.wall
    #expect(abs(own[1].seconds - inner) < 1e-9)
  }

  @Test("A stage takes at least what it did, and a stage that fails is told, too")
  func use() throws {
    let timings = Timings()
    Timings.$current.withValue(timings) {
      #expect(throws: Stop.self) {
        try Timings.stage("work") {
          var sum: UInt64 = 1
          for step in 1...2_000_000 as ClosedRange<UInt64> { sum = sum &* step &+ 1 }
          #expect(sum != 0)
          throw Stop()
        }
      }
    }
    let use = try #require(timings.stages.first?.use)
    #expect(use.cpu > 0 && use.leading > 0 && use.wall > 0)
  }

  @Test("Where nobody asked, nothing is kept")
  func unasked() {
    #expect(Timings.stage("work") { 4 } == 4)
    Timings.count(1)
    #expect(Timings.current == nil)
  }
}
