import Feed
import Metrics
import Profiling
import Reports
import Settings
import Values

/// A configuration made from what is in a log, as JSON5 with comments that say where each line
/// comes from. What the log does not say is a guess and marked as one.
struct ConfigurationDraft {
  let profile: LogProfile
  /// Where it comes from: `logs, 12,345 lines of 2026-01-01 to 2026-06-30`.
  let source: String
  /// The file with rates that is written beside it; nil where none is needed.
  let ratesFile: String?

  /// The currency of most payments.
  var currency: String {
    profile.events.currencies.ranked.first { !$0.value.isEmpty }?.value ?? "USD"
  }

  var text: String {
    ([
      "// Made by `runrate init` from \(source).",
      "// \"guess\" and \"fill in\" mark what the log does not say. `runrate doctor` tells what is missing.",
      "{",
    ] + head + products + commission + apps + names + funnels + rates + ingest + opening + ["}"])
    .joined(separator: "\n")
      + "\n"
  }

  var guesses: Int { count("// guess") }
  /// How many names would change money and are left to be answered.
  var questions: Int { count("// question") }
  /// How many lines want what the log does not have.
  var blanks: Int { count("// fill in") }

  private func count(_ mark: String) -> Int {
    text.split(separator: "\n").count { $0.contains(mark) }
  }
}

// MARK: - The parts

extension ConfigurationDraft {
  private var head: [String] {
    let ranked = profile.events.currencies.ranked.filter { !$0.value.isEmpty }
    let all = ranked.reduce(0) { $0 + $1.count }
    let shares = ranked.prefix(5).map { "\($0.value) \(Self.percent($0.count, of: all))" }
    let found = shares.isEmpty ? "no payment names one" : shares.joined(separator: ", ")
    return [
      "  // \(about("currency")) Payments: \(found).",
      "  currency: \(quoted(currency)),",
      "  // \(about("timezone")) Such as Europe/Berlin or America/New_York.",
      "  timezone: \"UTC\",",
    ]
  }

  private var products: [String] {
    let ranked = profile.events.rankedProducts
    guard !ranked.isEmpty else {
      return [
        "  // No event names a product (`product_id`): write them here by hand.",
        "  products: {},",
      ]
    }
    let ids = ranked.map(\.id)
    let all = ranked.reduce(0) { $0 + $1.profile.charges }
    return ["  products: {"]
      + ranked.flatMap { id, profile in
        ProductDraft(
          id: id, profile: profile, ids: ids, payments: all,
          needsGroup: !self.profile.events.namesOriginalTransactions
        ).lines
      } + ["  },"]
  }

  private var apps: [String] {
    let apps = profile.keys.apps.ranked.map(\.value)
    guard apps.count > 1 else { return [] }
    let named = apps.prefix(Self.shownNames).map { app in
      let name = quoted(UntrustedText.cleaned(app, limit: 120))
      return "  //   \(name): [\(name)],"
    }
    return [
      "  // \(apps.count) apps, which the report tells apart. \(about("apps"))",
      "  // apps: {",
    ] + named + ["  // },"]
  }

  private var commission: [String] {
    [
      "  // \(about("commission")) The default:",
      "  // commission: { smallBusiness: true, platforms: { web: { share: 0.029, fixed: \"0.30\" } } },",
    ]
  }

  private var ingest: [String] {
    let hashed = profile.events.userIDs.inBoth
    guard hashed == 0 else {
      return [
        "  // \(counted(Int64(hashed), "user id")) also \(hashed == 1 ? "appears" : "appear") as SHA-256: each pair is one customer.",
        "  ingest: { userIDHash: \"sha256\" },",
      ]
    }
    return [
      "  // \(about("ingest.timesWithoutZone"))",
      "  // \(about("ingest.userIDHash"))",
      "  // ingest: { timesWithoutZone: \"UTC\", userIDHash: \"sha256\" },",
    ]
  }

  private var opening: [String] {
    let events = profile.events
    guard events.beginsInTheMiddle else { return [] }
    return [
      "  // \(grouped(Int64(events.subscribedBefore))) of \(grouped(Int64(events.subscribers))) "
        + "customers renew, cancel or end what no event began.",
      "  // \(about("opening"))",
      "  // Who is in it is not new at the first renewal.",
      "  // opening: \"opening.csv\",",
    ]
  }

  private var names: [String] { fieldNames + unreadKeys + eventNames }

  private var fieldNames: [String] {
    let guesses = profile.keys.guesses
    guard !guesses.isEmpty else { return [] }
    return [
      "  // \(about("fieldNames"))", "  fieldNames: {",
    ]
      + guesses.map { guess in
        let why = guess.isByValues ? ", by its values" : ""
        return "    \(quoted(guess.key)): \(quoted(guess.field)),  // guess\(why)"
      } + ["  },"]
  }

  /// What the log says besides, in case that it is a field after all.
  private var unreadKeys: [String] {
    let keys = profile.keys.unknown
    guard !keys.isEmpty else { return [] }
    let shown = keys.prefix(12).map { "\(UntrustedText.cleaned($0.key, limit: 40))" }
    let rest = keys.count > 12 ? " and \(keys.count - 12) more" : ""
    return [
      "  // Not read: \(shown.joined(separator: ", "))\(rest). Where one is a field under another name,",
      "  // give fieldNames a line for it; the guide Log names all fields.",
    ]
  }

  private var eventNames: [String] {
    let unknown = profile.unknownEvents
    guard !unknown.isEmpty else { return [] }
    let isFull = unknown.count > Self.shownNames
    let rest =
      isFull ? ["    // \(unknown.count - Self.shownNames) more, see `runrate status`"] : []
    return [
      "  // \(about("eventNames"))",
      "  // Take the slashes away where a guess is right; without one, write a known event or leave the line.",
      "  eventNames: {",
    ] + unknown.prefix(Self.shownNames).flatMap(lines) + rest + ["  },"]
  }

  private static let shownNames = 40

  private func lines(_ unknown: LogProfile.UnknownEvent) -> [String] {
    guard unknown.isQuestion else { return [line(unknown)] }
    return unknown.evidence.samples.map { "    //   \(UntrustedText.cleaned($0, limit: 160))" }
      + [line(unknown)]
  }

  private func line(_ unknown: LogProfile.UnknownEvent) -> String {
    let name = quoted(UntrustedText.cleaned(unknown.name, limit: 120))
    let count = counted(Int64(unknown.lines), "line")
    guard let guess = unknown.guess else { return "    // \(name): \"\",  // no guess, \(count)" }
    let target = "\(name): \(quoted(guess.event)),"
    if unknown.isQuestion {
      return
        "    // \(target)  // question, \(count): it would change money, and too little says so"
    }
    switch guess.strength {
    case .spelling: return "    \(target)  // \(count)"
    case .meaning: return "    \(target)  // guess, \(count)"
    case .likeness: return "    // \(target)  // guess, \(count)"
    }
  }

  /// The usual funnels without the steps between others that the log does not say.
  private var funnels: [String] {
    let usual = Funnel.defaults(longestTrial: 0)
    let short = usual.compactMap { funnel in profile.events.shortened(funnel).map { (funnel, $0) } }
      .filter { _, short in !usual.contains { $0.steps == short.steps } }
    guard !short.isEmpty else { return [] }
    let unseen = short.flatMap { profile.events.unseenSteps(of: $0.0) }.distinct
    return [
      "  // The log never says \(unseen.joined(separator: ", ")): the usual funnels without it.",
      "  funnels: [",
    ] + short.map { "    \(Self.line(of: $0.1))," } + ["  ],"]
  }

  private static func line(of funnel: Funnel) -> String {
    let steps = funnel.steps.map { step in
      step.count == 1 ? JSONValue.string(step[0]) : .array(step.map(JSONValue.string))
    }
    let by = funnel.by.map { JSONValue.string($0.name) }
    let isUsual = funnel.by == Funnel.usualDimensions
    return JSONValue.members([
      "name": .string(funnel.name), "steps": .array(steps), "by": isUsual ? nil : .array(by),
    ]).json5
  }

  private var rates: [String] {
    guard let ratesFile else { return [] }
    return [
      "  // Fill in its column rate, what one unit of the foreign currency is worth in \(currency), then",
      "  // take the slashes away; until then these payments count as payments without money.",
      "  // exchangeRates: \(quoted(ratesFile)),",
    ]
  }

  private func about(_ setting: String) -> String { ConfigurationFile.sentence(of: setting) }

  private func quoted(_ text: String) -> String { JSONValue.quoted(text) }

  static func percent(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "0%" : "\((part * 200 + whole) / (2 * whole))%"
  }
}

// MARK: - Exchange rates

extension ConfigurationDraft {
  /// The days and currencies that need a rate, the column still empty; nil where none does.
  static func rates(_ events: EventProfile, to currency: String) -> String? {
    let needed = events.daysOfForeignMoney(into: currency)
    guard !needed.isEmpty else { return nil }
    let rows = needed.flatMap { currency, days in days.map { "\($0),\(currency),\n" } }
    return "date,currency,rate\n" + rows.joined()
  }
}
