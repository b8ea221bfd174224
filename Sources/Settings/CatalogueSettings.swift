import Values

extension Catalogue.Product {
  static let settings: [Setting<Self>] = [
    Setting(
      "tier", \.tier, .name.example("\"family\""), .folded,
      "Plans of one tier are shown together; else the product's id."
    ).otherwise { $0.tier = $0.id },
    Setting(
      "group", \.group, .name.example("\"plans\""), .folded,
      "A customer has one product of a group at a time."),
    Setting(
      "period", \.period, .period, .folded, "How long one payment lasts; without it nothing renews."
    ),
    Setting("price", \.price, .amount, .folded, "The list price of a period."),
    Setting("currency", \.currency, .currency, .folded, "The currency of the price."),
    Setting(
      "trialDays", \.trialDays, .whole(0...3650).example("14"), .folded,
      "Its own `trialDays`."),
    Setting(
      "graceDays", \.graceDays, .whole(0...3650).example("16"), .folded,
      "Its own `graceDays`."),
    Setting(
      "appleId", \.appleID, .name.example("\"1234567890\""), .judged,
      "The Subscription Apple ID of Apple's reports, to compare with them."),
    Setting("app", \.app, .name, .folded, "The app that sells it, for events that name none."),
    Setting(
      "limits", \.limits, .table(of: .whole(1...1_000_000_000), example: "child_count"), .folded,
      "How many of something it allows, by the `metric` of `usage_reported`."),
    Setting("addOn", \.addOnEntry, .object, "Makes it an add-on that is bought beside a plan."),
  ]

  mutating func check(_ entries: Entries) throws(Failure) {
    guard entries["addOn"] != nil else { return }
    for key in ["group", "period", "trialDays"] {
      guard let other = entries[key] else { continue }
      throw other.unwanted("an add-on has what `addOn` says, and no trial")
    }
  }

  /// The group of its plans is its own, and so is the period.
  private var addOnEntry: AddOnEntry? {
    get { addOn.map { AddOnEntry(period: period, group: group, endsWithPlan: $0.endsWithPlan) } }
    set {
      guard let newValue else { return }
      (period, group) = (newValue.period, newValue.group)
      addOn = Catalogue.AddOn(endsWithPlan: newValue.endsWithPlan)
    }
  }
}

private struct AddOnEntry: SettingsSection {
  var period: Period?
  var group = ""
  var endsWithPlan = false

  static let settings: [Setting<Self>] = [
    Setting("period", \.period, .period, .folded, "How long one payment lasts.").required,
    Setting("of", \.group, .name.example("\"plans\""), .folded, "The group of its plans."),
    Setting(
      "endsWithPlan", \.endsWithPlan, .flag, .folded,
      "Whether it is over for good when the plan ends."),
  ]
}

extension Catalogue.Offer {
  private enum Payment: String, CaseIterable { case free, discount }

  static let settings: [Setting<Self>] = [
    Setting("payment", \.payment, .choice, .folded, "`free` costs nothing, `discount` its `price`.")
      .required,
    Setting("price", \.price, .amount, .folded, "What a discount costs; a free offer has none."),
    Setting("period", \.period, .period, .folded, "How long it lasts."),
    Setting(
      "pool", \.pools, .list(of: .object, orOne: true, unique: \CodePool.batch),
      "Its one-time codes: `{ codes }`, or a list with a `batch` each."),
  ]

  private var payment: Payment {
    get { isFree ? .free : .discount }
    set { isFree = newValue == .free }
  }

  /// A price on a free offer is a contradiction, except 0.
  mutating func check(_ entries: Entries) throws(Failure) {
    guard isFree else {
      _ = try entries.required("price")
      return
    }
    if let entry = entries["price"], let price, price != .zero {
      throw entry.unwanted("an offer with payment \"free\" has no price")
    }
    price = nil
  }
}

extension Catalogue.Commission {
  static let settings: [Setting<Self>] = [
    Setting(
      "standard", \.standard, .share, .folded,
      "The stores' share outside the small business programme."),
    Setting(
      "afterOneYear", \.afterOneYear, .share, .folded, "Their share after a year of paid service."),
    Setting(
      "smallBusiness", \.isSmallBusiness, .flag, .folded,
      "Whether the app is in the small business programme: 15 % from the first day."),
    Setting(
      "platforms", \.platforms, .table(of: .object, example: "web"),
      "What processors keep of payments that pay no store, by the events' `platform`."),
  ]
}

extension Catalogue.PlatformCommission {
  static let settings: [Setting<Self>] = [
    Setting("share", \.share, .share, .folded, "The share of the price, tax included.").required,
    Setting(
      "fixed", \.fixed, .amount, .folded, "What it keeps of each payment besides, in its currency."),
  ]
}

extension Kind<[String: String]> {
  /// What a log calls an app → the app. Written as the app with its names: each belongs to one.
  static var apps: Kind {
    Kind(
      form: Form(words: "names by app", example: "{ Fit: [\"com.example.fit\"] }")
    ) { (entry, _) throws(Failure) in
      var apps: [String: String] = [:]
      for (name, entry) in try entry.table() {
        guard name.contains(where: { !$0.isWhitespace }) else {
          throw entry.unwanted("the app has no name")
        }
        for alias in try entry.list() {
          let text = try alias.name()
          guard apps.updateValue(name, forKey: text) == nil else {
            throw alias.duplicate(text)
          }
        }
      }
      return apps
    } write: { apps, _ in
      let names = Set(apps.values).sorted()
      return names.isEmpty
        ? nil
        : .object(
          names.map { name in
            let aliases = apps.filter { $0.value == name }.keys.sorted()
            return JSONValue.Member(name, .array(aliases.map(JSONValue.string)))
          })
    }
  }
}
