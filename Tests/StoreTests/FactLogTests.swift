import Testing
import Values

@testable import Timeline

/// What is written down is what is added, whatever a record holds.
struct FactLogTests {
  private func values(_ sums: FactSums, _ table: FactTable) -> [[Int64]] {
    let rows = sums.rows(of: table)
    return rows.ordered.map { Array(rows.values($0)) }
  }

  @Test("A record has room for each measure twice", arguments: FactTable.allCases)
  func mostCells(table: FactTable) {
    var sums = FactSums()
    sums.write(number: Int(table.rawValue), 20_000, 0, Place(.all)) { record in
      for measure in table.measures.indices {
        record.put(measure, 3)
        record.put(measure, Int64(measure))
      }
    }
    #expect(values(sums, table) == [table.measures.indices.map { 3 + Int64($0) }])
  }

  @Test("What was taken out with the weight -1 leaves nothing")
  func weight() {
    var sums = FactSums()
    for weight in [1, -1] as [Int64] {
      sums.weight = weight
      sums.add(.value, 24_000, 30, Place(.all)) { put in
        for measure in ValueMeasure.allCases { put(measure, 7) }
      }
    }
    #expect(values(sums, .value).isEmpty)
    sums.weight = -1
    sums.add(.value, 24_000, 30, Place(.all), .netRevenue, 5)
    #expect(values(sums, .value) == [[0, 0, -5]])
  }

  @Test("A place of operations has a number for each measure")
  func operations() {
    #expect(OperationLog.Counts().values.count == OperationMeasure.allCases.count)
  }

  @Test("A record without measures leaves nothing, and what comes behind it stands")
  func empty() {
    var sums = FactSums()
    sums.add(.value, 24_000, 30, Place(.all)) { $0(.customers, 0) }
    sums.add(.value, 24_000, 60, Place(.all)) { $0(.payers, 4) }
    #expect(values(sums, .value) == [[0, 4, 0]])
  }

  @Test("A measure is one of its table's, and its column is named after it")
  func names() {
    #expect(FactTable.day.measures.prefix(2) == ["new_mrr", "reactivation_mrr"])
    #expect(FactTable.limit.measures.contains("at_limit"))
    #expect(FactTable.experiment.measures.contains("value_squares_high_60"))
    #expect(FactTable.rollout.measures.first == "customers_out")
    #expect(FactTable.trialStart.name == "fact_trial_start")
    for table in FactTable.allCases {
      #expect(Set(table.measures).count == table.measures.count, "\(table)")
    }
    #expect(RolloutMeasure.allCases.map(\.index) == Array(0..<20))
  }
}
