import Testing

@testable import Metrics

@Suite("A question of a table")
struct TableQuestionTests {
  private let all = ReportSchema.first + ReportSchema.others

  @Test("is asked once of every table, and no two are alike")
  func complete() {
    #expect(all.map(\.name).sorted() == ReportSchema.all.map(\.name).sorted())
    #expect(Set(all.map(\.question)).count == all.count)
    #expect(ReportSchema.first.count == 12)
  }

  @Test("is a short plain question")
  func plain() {
    for question in all.map(\.question) {
      #expect(question.hasSuffix("?") && question.count <= 60, "\(question)")
      #expect(!question.contains { "|[]<>\"\\".contains($0) })
    }
  }
}
