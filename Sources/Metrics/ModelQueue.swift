import Synchronization

/// The models that connections have still to run, and the tables of those that are done. Models
/// that read facts alone wait at the back, those that need steps on the way at the front: a second
/// connection that takes from the back hardly ever builds a step again.
final class ModelQueue: Sendable {
  enum End { case front, back }

  private struct State {
    var waiting: ArraySlice<Model>
    var tables: [String: Table] = [:]
    var failure: (any Error)?
  }

  private let state: Mutex<State>

  init(_ models: [Model]) {
    let independent = models.filter { $0.steps.isEmpty }
    let dependent = models.filter { !$0.steps.isEmpty }
    state = Mutex(State(waiting: (dependent + independent)[...]))
  }

  /// Runs models from one end until none is left.
  func work(_ end: End, _ run: (Model, TableSchema) throws -> Table) throws {
    while let model = next(end), let file = model.table {
      let table = try run(model, file)
      state.withLock { $0.tables[table.name] = table }
    }
  }

  /// Does the work of one connection; its error ends that of all.
  func attempt(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      state.withLock {
        if $0.failure == nil { $0.failure = error }
        $0.waiting = []
      }
    }
  }

  /// The tables that were made, by name, once all connections have ended; or the first error.
  func tables() throws -> [String: Table] {
    let (tables, failure) = state.withLock { ($0.tables, $0.failure) }
    if let failure { throw failure }
    return tables
  }

  private func next(_ end: End) -> Model? {
    state.withLock { end == .front ? $0.waiting.popFirst() : $0.waiting.popLast() }
  }
}
