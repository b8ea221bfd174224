import Testing

@testable import Metrics

@Suite("A question of a table")
struct TableQuestionTests {
  private let all = TableQuestion.first + TableQuestion.others

  @Test("is asked once of every table, and no two are alike")
  func complete() {
    #expect(all.map(\.table.name).sorted() == ReportSchema.all.map(\.name).sorted())
    #expect(Set(all.map(\.text)).count == all.count)
    #expect(TableQuestion.first.count == 12)
  }

  @Test("is a short plain question")
  func plain() {
    for question in all {
      #expect(question.text.hasSuffix("?") && question.text.count <= 60, "\(question.text)")
      #expect(!question.text.contains { "|[]<>\"\\".contains($0) })
    }
  }
}
