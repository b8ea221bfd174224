import Settings

package enum TrialNowcasts: ReportTable, BySegment {
  package static let cohort = requiredKey(
    "cohort",
    "The Monday of the week in which the trials began; or `last 7 nights`: how all that ran went in them."
  )
  package static let trials = count(
    "trials", "Trials that began in the week; or ran in the nights.")
  package static let paid = count("paid", "Trials of the week that have led to a payment.")
  package static let decided = rate(
    "decided", "Trials of the week that have, or can no longer, ÷ trials.")
  package static let expected = rate(
    "expected",
    "The share of the trials expected to lead to a payment; of the nights, the share of trials that go all "
      + "their days as trials went in them.")
  package static let low = rate("low", "Lower end of its 80 % interval.")
  package static let high = rate("high", "Upper end of it.")
  package static let usual = rate("usual", "The share of such trials that usually pays.")
  package static let held = rate(
    "held",
    "Of weeks as old in the 20 weeks before, how many a binomial interval of 80 % would have held; the interval "
      + "is as wide as four of five of their errors.")
  package static let fall = rate(
    "fall",
    "By which share those of the last 7 nights that most likely changed lowered the payments expected, in "
      + "the trials' first 3 days, later or at their ends; 0 where chance does as much more than once in 180 "
      + "nights.")
  package static let fallIn = text(
    "fall_in", "In which of their days: `first 3 days`, `later days` or `end`.")
  package static let fallSince = day("fall_since", "The first night that most likely changed.")
  package static let nights = count(
    "once_in_nights",
    "Chance alone brings as much at most once in so many nights (Shiryaev and Roberts), corrected for the "
      + "three.")

  package static let newestNights = "last 7 nights"

  package static let schema = TableSchema(
    "trial_nowcast",
    "One row for the trials that began in a week and are not all decided, and one for how trials went in the "
      + "last 7 nights, by segment.",
    question: "What will running trials come to?", topic: .trials,
    columns: [
      cohort, dimension, value, trials, paid, decided, expected, low, high, usual, held, fall,
      fallIn, fallSince, nights,
    ],
    nonAdditive: NonAdditiveNote(
      "a forecast: Definitions.md, \"Nowcast\"; trials and conversions by start are in trial_cohorts.csv, which "
        + "can be explained"),
    privacy: .list, guide: "Nowcast",
    dimensions: [.country, .platform, .paywall, .product, .appVersion])
}
