import Feed
import Values

/// A country of `taxes` that no customer has, where customers have the same one under another name:
/// nobody is taxed by it.
struct MisnamedCountry: Equatable {
  let name: String
  /// As events say it.
  let known: String

  var text: String { "taxes has \(name), and events say \(known): nobody is taxed by it" }

  /// Those among `names`; `countries` are those of customers.
  static func all(in names: [String], countries: [String]) -> [MisnamedCountry] {
    names.filter { !countries.contains($0) }.compactMap { name in
      let code = Countries.standardCode(of: name)
      return countries.first { Countries.standardCode(of: $0) == code }
        .map { MisnamedCountry(name: name, known: $0) }
    }
  }
}
