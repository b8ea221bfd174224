import Metrics
import Reports
import Values

/// What the report's apps and products are called. A product is told by its words in any order,
/// the app's name in the place of its brand: `grip.pro.yearly` is `GripTrack yearly`, too, where
/// GripTrack has no other yearly product.
final class ReportNames {
  private let apps: [String]
  let firstDay: Day
  /// The words of every product: brand, tier, period.
  private let products: [[String]]
  /// The words of a name, with what each has in common with its relatives.
  typealias Name = [(word: String, stem: String)]
  private var known: [String: [Name]] = [:]

  init(_ report: PublishedReport) throws {
    products = Rows<Plans>(try report.table(Plans.schema)).map {
      Words.split($0.text(Plans.product))
    }
    let segments = Rows<Churn>(try report.table(Churn.schema, holding: [Churn.trailing]))
    firstDay = min(report.run.firstDay ?? report.day, report.day)
    apps = segments.filter { $0.text(Churn.dimension) == "app" }.map { $0.text(Churn.value) }
  }

  /// A word that is one slip away from a known one as that.
  func corrected(_ word: String, _ vocabulary: Vocabulary) -> String {
    guard word.count > 3, word.first?.isLetter ?? false, !vocabulary.isKnown(Words.stem(word)),
      !isName(word), !products.joined().contains(word)
    else { return word }
    let names =
      (word.count == 4 ? vocabulary.empty : vocabulary.known.union(apps)).union(TimeWord.names)
    return names.filter { $0.first == word.first && Words.isSlip(word, of: $0) }.min() ?? word
  }

  /// Whether it names a country or an app.
  func isName(_ word: String) -> Bool {
    Self.countryWords.contains(word) || apps.contains(word)
  }

  /// What the row of a key is called.
  func names(of label: String, as key: String) -> [Name] {
    if let known = known["\(key)=\(label)"] { return known }
    let names = words(of: label, as: key).map { $0.map { ($0, Words.stem($0)) } }
    known["\(key)=\(label)"] = names
    return names
  }

  private func words(of label: String, as key: String) -> [[String]] {
    let own: [[String]] =
      switch key {
      case "country": Self.countries[label] ?? []
      case "product": names(ofProduct: label)
      case "from_product", "to_product":
        names(ofProduct: label) + [Words.split(label).dropFirst().dropLast()]
      case "tier": names(ofTier: label)
      default: []
      }
    let words = Words.split(label)
    return own + [words, words.last == "count" ? words.dropLast() : words]
  }

  private func names(ofProduct label: String) -> [[String]] {
    let parts = Words.split(label)
    guard parts.count > 1, let period = parts.last else { return [] }
    let rest = Array(parts.dropFirst())
    var names = [rest]
    if let app = app(of: parts) {
      names.insert([app] + rest, at: 0)
      if products.filter({ self.app(of: $0) == app && $0.last == period }).count == 1 {
        names.append([app, period])
      }
    }
    guard period == "yearly" else { return names }
    return names.flatMap { [$0, $0.dropLast() + ["annual"]] }
  }

  /// With the name of an app that has it.
  private func names(ofTier tier: String) -> [[String]] {
    let words = Words.split(tier)
    let brands = products.filter { Set(words).isSubset(of: $0) }
    return Set(brands.compactMap(app)).sorted().map { [$0] + words }
  }

  /// The app whose name the brand shortens.
  private func app(of product: [String]) -> String? {
    guard let brand = product.first else { return nil }
    return apps.first { app in
      var letters = app[...]
      return app.first == brand.first
        && brand.allSatisfy { letter in
          guard let place = letters.firstIndex(of: letter) else { return false }
          letters = letters[letters.index(after: place)...]
          return true
        }
    }
  }

  /// By code, with the short names that people write.
  private static let countries: [String: [[String]]] = {
    var names: [String: [[String]]] = [
      "US": [["us"], ["usa"], ["america"], ["states"]], "GB": [["uk"], ["britain"]],
    ]
    for line in Countries.names.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2)
      names[String(parts[0]), default: []] += parts[2].split(separator: "|").map {
        Words.split(String($0))
      }
    }
    return names
  }()

  private static let countryWords = Set(countries.values.joined().joined())
}
