import Feed
import Values

/// What an event's name that Runrate does not know most likely means.
package struct EventNameGuess: Sendable, Equatable {
  /// How much there is to it.
  package enum Strength: Sendable, Equatable {
    /// The same name, spelled otherwise: `Paywall Shown`.
    case spelling
    /// The same words, or words of the same meaning: `paywall_viewed_event`.
    case meaning
    /// Some words in common, or a slip of the pen.
    case likeness
  }

  package let event: String
  /// Whether lines of this name would be payments, money back, or the end of access.
  package let changesMoney: Bool
  package let strength: Strength

  /// Nil where no known name is near.
  package init?(_ name: String) {
    let words = Self.words(name)
    let meant = Self.withPurchase(Self.withTrial(words))
    let spelled = words.joined(separator: "_")
    if let kind = Self.kinds.first(where: { $0.names.contains(spelled) }) {
      self.init(kind, .spelling)
    } else if let (kind, share) = Self.mostAlike(Set(meant.compactMap(Self.stem))) {
      self.init(kind, share == 1 ? .meaning : .likeness)
    } else if Self.qualifiers.isDisjoint(with: words),
      let near = NearestName(to: spelled, among: Self.kinds.flatMap(\.names), slips: Self.slips),
      near.isLikely, let kind = Self.kinds.first(where: { $0.names.contains(near.name) })
    {
      self.init(kind, .likeness)
    } else {
      return nil
    }
  }

  private init(_ kind: EventKind, _ strength: Strength) {
    event = kind.canonicalName
    changesMoney = Self.ofMoney.contains(kind)
    self.strength = strength
  }

  /// So many single letters may be wrong: of more, `subscription_activated` is near `…_cancelled`.
  private static let slips = 2

  private static let ofMoney: Set<EventKind> = [
    .purchased, .renewed, .trialConverted, .productChanged, .offerRedeemed, .refunded,
    .refundReversed, .expired, .revoked,
  ]

  private static let kinds = EventKind.allCases.filter { $0 != .custom }

  private static let stems = kinds.flatMap { kind in
    kind.names.map { (kind: kind, stems: Set(words($0).compactMap(stem))) }
  }

  /// The kind that has most words in common, half of all at least, with their share.
  private static func mostAlike(_ stems: Set<String>) -> (EventKind, Double)? {
    guard !stems.isEmpty else { return nil }
    let qualified = stems.intersection(qualifiers)
    let scored = Self.stems.filter { $0.stems.isSuperset(of: qualified) }.map { known in
      let (all, common) = (known.stems.union(stems), known.stems.intersection(stems))
      let isVague = common.isSubset(of: vague) && common != known.stems
      return (known.kind, isVague ? 0 : Double(common.count) / Double(all.count))
    }
    let best = scored.max { $0.1 < $1.1 }
    return best.flatMap { $0.1 >= 0.5 ? $0 : nil }
  }

  /// Words that make another thing of an event: a declined refund is none, an intent to pay no
  /// payment.
  private static let qualifiers: Set<String> = [
    "abandon", "cancel", "declined", "deferred", "denied", "expire", "extended", "extension",
    "fail",
    "intent", "not", "pending", "refund", "requested", "reversed", "scheduled", "upcoming",
  ]

  /// `didShowPaywall` and `Did show paywall` are did, show, paywall.
  private static func words(_ name: String) -> [String] {
    var words = [""]
    var wasLower = false
    for character in name {
      let isWordPart = character.isLetter || character.isNumber
      if !isWordPart || (character.isUppercase && wasLower) { words.append("") }
      if isWordPart { words[words.count - 1] += character.lowercased() }
      wasLower = character.isLowercase
    }
    return words.filter { !$0.isEmpty }
  }

  /// Words that do not say what is shown, begun or done.
  private static let vague: Set<String> = ["dismiss", "fail", "first", "new", "show", "start"]

  /// A free week, or month, is a trial.
  private static func withTrial(_ words: [String]) -> [String] {
    guard words.contains("free"), words.contains(where: spans.contains) else { return words }
    return words.filter { $0 != "free" && !spans.contains($0) } + ["trial"]
  }

  /// A subscription that begins is bought.
  private static func withPurchase(_ words: [String]) -> [String] {
    let said = words.filter { stem($0) != nil }
    guard said.count == 1, beginnings.contains(said[0]), ofScreens.isDisjoint(with: words),
      words.contains(where: ["subscription", "membership"].contains)
    else { return words }
    return ["purchase"]
  }

  private static let beginnings: Set<String> = [
    "activated", "begin", "began", "begun", "created", "new", "start", "started",
  ]
  private static let ofScreens: Set<String> = ["page", "screen", "store"]

  private static let spans: Set<String> = ["day", "days", "month", "period", "week", "weeks"]

  /// Nil for a word that says nothing.
  private static func stem(_ word: String) -> String? {
    if fillers.contains(word) { return nil }
    return synonyms.first { $0.words.contains(word) }?.stem ?? word
  }

  private static let fillers: Set<String> = [
    "a", "app", "application", "completed", "complete", "did", "done", "event", "finished", "free",
    "has", "in",
    "member", "membership", "on", "page", "plan", "screen", "store", "subscription", "succeeded",
    "success",
    "successful", "the", "user", "was",
  ]

  private static let synonyms: [(stem: String, words: Set<String>)] = [
    (
      "show",
      [
        "display", "displayed", "impression", "open", "opened", "presented", "seen", "shown",
        "show", "view", "viewed",
      ]
    ),
    ("paywall", ["paywall", "upsell"]),
    ("dismiss", ["close", "closed", "dismiss", "dismissed", "skip", "skipped"]),
    ("start", ["begin", "began", "begun", "initiated", "start", "started"]),
    (
      "purchase",
      [
        "bought", "buy", "charge", "charged", "checkout", "order", "ordered", "paid", "pay",
        "payment", "purchase", "purchased", "subscribe", "subscribed",
      ]
    ),
    (
      "cancel",
      [
        "cancel", "canceled", "cancellation", "cancelled", "quit", "terminated", "unsubscribe",
        "unsubscribed",
      ]
    ),
    ("renew", ["renew", "renewal", "renewed"]),
    ("refund", ["chargeback", "refund", "refunded"]),
    ("expire", ["churned", "ended", "expiration", "expire", "expired", "lapsed"]),
    ("fail", ["fail", "failed", "failure"]),
    ("convert", ["conversion", "convert", "converted"]),
    ("install", ["install", "installed"]),
    ("restore", ["restore", "restored"]),
  ]
}
