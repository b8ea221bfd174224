import Testing

@testable import Metrics

/// Models that two connections share.
struct ModelQueueTests {
  private struct Refusal: Error {}

  private let models = Model.all.filter { $0.table != nil }

  private func empty(_ model: Model, _ file: TableSchema) -> Table {
    Table(name: file.name, columns: [])
  }

  @Test("Every model is run once, from whichever end")
  func both() throws {
    let queue = ModelQueue(models)
    var back: [String] = []
    try queue.work(.back) { model, file in
      back.append(file.name)
      if back.count == 3 {
        try queue.work(.front, self.empty)
      }
      return self.empty(model, file)
    }
    #expect(back.count == 3)
    #expect(try Set(queue.tables().keys) == Set(models.compactMap { $0.table?.name }))
  }

  @Test("Models that need no step on the way wait at the back")
  func order() throws {
    let queue = ModelQueue(models)
    var needs: [Bool] = []
    try queue.work(.front) { model, file in
      needs.append(!model.steps.isEmpty)
      return self.empty(model, file)
    }
    #expect(needs.first == true && needs.last == false)
    #expect(needs == needs.filter(\.self) + needs.filter { !$0 })
  }

  @Test("An error on one connection ends the work of all, and is told")
  func failure() throws {
    let queue = ModelQueue(models)
    var run = 0
    queue.attempt {
      try queue.work(.front) { model, file in
        run += 1
        queue.attempt { throw Refusal() }
        return self.empty(model, file)
      }
    }
    #expect(run == 1)
    #expect(throws: Refusal.self) { try queue.tables() }
  }

  @Test("The steps on the way that a model reads are known from its words")
  func steps() throws {
    func steps(_ name: String) -> [String] {
      Model.all.first { $0.name == name }?.steps.map(\.name) ?? []
    }
    #expect(steps("revenue") == ["activity", "money"])
    #expect(steps("acquisition_cost") == ["acquisition_month", "spend_month"])
    #expect(steps("funnel") == [])
  }
}
