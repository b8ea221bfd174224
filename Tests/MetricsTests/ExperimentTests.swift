import Settings
import Statistics
import Testing
import Values

@testable import Metrics

/// Verdicts of experiments with given outcomes.
struct ExperimentTests {
  private func variant(
    _ name: String, _ exposed: Int64, _ payers: Int64, soFar: Int64? = nil, mixed: Int64 = 0
  ) -> Variant {
    // Everybody who pays pays 10.
    let outcome = VariantOutcome(
      exposed: exposed, trials: payers, payers: payers,
      revenue: Amount(micros: payers * 10_000_000), squares: Double(payers) * 100)
    var all = outcome
    all.exposed = soFar ?? exposed
    return Variant(name: name, mixed: mixed, soFar: all, matured: outcome)
  }

  @Test("The control is what the configuration names, else `control`, else the first by name")
  func control() {
    let variants = [variant("a", 10, 1), variant("control", 10, 1), variant("z", 10, 1)]
    var settings = Experiment(name: "e")
    #expect(ExperimentCase(settings, variants).control.name == "control")
    settings.control = "z"
    #expect(ExperimentCase(settings, variants).control.name == "z")
    settings.control = "not seen"
    #expect(ExperimentCase(settings, [variants[0], variants[2]]).control.name == "a")
  }

  @Test("A clear difference has a winner, on any day")
  func winner() {
    let better = ExperimentCase(
      Experiment(name: "e"), [variant("control", 2000, 200), variant("new", 2000, 320)])
    #expect(better.verdict == ExperimentVerdict(word: .winner, winner: "new"))
    #expect(better.verdictOnAnyDay == better.verdict)
    let worse = ExperimentCase(
      Experiment(name: "e"), [variant("control", 2000, 320), variant("new", 2000, 200)])
    #expect(worse.verdict == ExperimentVerdict(word: .winner, winner: "control"))
    let reason = ExperimentReason(experiment: better, currency: "USD").text
    #expect(
      reason.hasPrefix(
        "new 16.0% (320 of 2,000) against 10.0% (200 of 2,000) for control, customers who paid: "
          + "+3.9 to +8.1 points (95% interval), p below 0.001."), "\(reason)")
    #expect(reason.hasSuffix("Valid under continuous monitoring: roll out new."))
  }

  @Test("A difference that one look may call a winner is none for somebody who looks every day")
  func early() {
    let close = ExperimentCase(
      Experiment(name: "e"), [variant("control", 1471, 62), variant("new", 1529, 92)])
    #expect(close.verdict.word == .winner)
    #expect(close.verdictOnAnyDay.word == .noDifference)
    let reason = ExperimentReason(experiment: close, currency: "USD").text
    #expect(reason.contains("With a daily look the interval is "))
    #expect(reason.contains("more customers are needed"))
  }

  @Test("A broken split stops every verdict, also on customers whose window is not over")
  func broken() {
    let variants = [variant("control", 400, 40, soFar: 900), variant("new", 400, 90, soFar: 700)]
    let broken = ExperimentCase(Experiment(name: "e"), variants)
    #expect(broken.verdict.word == .brokenSplit && broken.verdictOnAnyDay.word == .brokenSplit)
    var settings = Experiment(name: "e")
    settings.split = ["control": Fraction(9, over: 1), "new": Fraction(7, over: 1)]
    #expect(ExperimentCase(settings, variants).verdict.word == .winner)
    settings.split = ["control": Fraction(1, over: 1), "other": Fraction(1, over: 1)]
    #expect(ExperimentCase(settings, variants).verdict.word == .brokenSplit)
  }

  @Test("Less than 100 customers or six conversions a variant are not enough")
  func tooLittle() {
    let cases = [
      [variant("control", 99, 50), variant("new", 99, 10)],
      [variant("control", 500, 5), variant("new", 500, 5)],
      [variant("control", 5000, 500)],
    ]
    for variants in cases {
      #expect(ExperimentCase(Experiment(name: "e"), variants).verdict.word == .notEnoughData)
    }
    let enough = [variant("control", 500, 6), variant("new", 500, 5)]
    #expect(ExperimentCase(Experiment(name: "e"), enough).verdict.word == .noDifference)
  }

  @Test("Several variants share one chance of a false alarm")
  func holm() {
    // Against the control alone, b would win: p is 0.031, but 0.062 among two.
    let two = ExperimentCase(
      Experiment(name: "e"), [variant("control", 1000, 200), variant("b", 1000, 240)])
    #expect(two.verdict.winner == "b")
    let three = ExperimentCase(
      Experiment(name: "e"),
      [variant("a", 1000, 201), variant("b", 1000, 240), variant("control", 1000, 200)])
    #expect(three.verdict.word == .noDifference)
    #expect(three.rivals.map(\.name) == ["a", "b"])
  }

  @Test("A small variant does not win by the luck that Welch's test alone would believe")
  func uneven() throws {
    var settings = Experiment(name: "e")
    settings.split = ["control": Fraction(9, over: 1), "new": Fraction(1, over: 1)]
    let test = ExperimentCase(settings, [variant("control", 900, 90), variant("new", 100, 4)])
    let comparison = try #require(test.comparisons(.paid, .matured)[0])
    #expect(comparison.holm < 0.01 && comparison.judgingHolm > 0.05)
    #expect(test.verdict.word == .noDifference)
    // Nor by money: everybody in the small variant who paid happened to pay little.
    settings.metric = .revenue
    let money = ExperimentCase(settings, [variant("control", 900, 90), variant("new", 100, 4)])
    #expect(try #require(money.comparisons(.revenue, .matured)[0]).holm < 0.01)
    #expect(money.verdict.word == .noDifference)
  }

  @Test("A test of prices is judged by money")
  func money() {
    var settings = Experiment(name: "e")
    settings.metric = .revenue
    var dear = variant("plus", 2000, 200)
    dear = Variant(
      name: "plus", mixed: 0, soFar: dear.soFar,
      matured: VariantOutcome(
        exposed: 2000, trials: 200, payers: 200, revenue: Amount(micros: 4_000_000_000),
        squares: 200 * 400))
    let test = ExperimentCase(settings, [variant("control", 2000, 210), dear])
    #expect(test.verdict == ExperimentVerdict(word: .winner, winner: "plus"))
    #expect(
      ExperimentReason(experiment: test, currency: "EUR").text.hasPrefix(
        "plus €2.00 against €1.05 for control, net revenue for each customer: +€0."))
  }
}
