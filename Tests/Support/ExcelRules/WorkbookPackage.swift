/// The parts of a workbook, with the elements of the small ones, and how they refer to each other.
struct WorkbookPackage {
  struct Relation: Equatable {
    /// The part's name, or an address where it is not in the file.
    let target: String
    let isExternal: Bool
  }

  /// A sheet of the book, in its order.
  struct Sheet {
    let name: String
    let part: String
  }

  let parts: [String: [UInt8]]
  private let trees: [String: XMLNode]
  private let relations: [String: [String: Relation]]

  /// The cells are left to ``CellRules``, and the strings to ``SharedStrings``: they are too many.
  init(_ parts: [String: [UInt8]]) throws {
    self.parts = parts
    var trees: [String: XMLNode] = [:]
    for (name, content) in parts where name != SharedStrings.part {
      guard let tree = XMLNode(content, skipping: "sheetData") else {
        throw RepairCause(part: name, reason: "an attribute is broken, or there twice")
      }
      trees[name] = tree
    }
    self.trees = trees
    relations = try Dictionary(
      uniqueKeysWithValues: trees.filter { $0.key.hasSuffix(".rels") }.map {
        ($0.key, try WorkbookPackage.relations($0.value, in: $0.key))
      })
  }

  func tree(_ part: String) throws -> XMLNode {
    guard let tree = trees[part] else { throw RepairCause(part: part, reason: "missing") }
    return tree
  }

  /// The names of the parts of a kind: `xl/tables/`.
  func names(in folder: String) -> [String] { trees.keys.filter { $0.hasPrefix(folder) }.sorted() }

  func relations(of part: String) -> [String: Relation] {
    let (folder, file) = WorkbookPackage.split(part)
    return relations["\(folder)_rels/\(file).rels"] ?? [:]
  }

  /// The part that an element's `r:id` means.
  func target(of node: XMLNode, in part: String) throws -> String {
    guard let id = node["r:id"], let relation = relations(of: part)[id] else {
      throw RepairCause(part: part, reason: "\(node.name) refers to nothing")
    }
    return relation.target
  }

  func sheets() throws -> [Sheet] {
    let book = "xl/workbook.xml"
    return try (tree(book).first("sheets")?.children ?? []).map {
      Sheet(name: $0["name"] ?? "", part: try target(of: $0, in: book))
    }
  }

  // MARK: - Relations

  private static func relations(
    _ tree: XMLNode, in part: String
  ) throws -> [String: Relation] {
    // `xl/_rels/workbook.xml.rels` speaks of places beside `xl/workbook.xml`.
    let folder = split(split(part).folder.dropLast()).folder
    var relations: [String: Relation] = [:]
    for node in tree.children {
      guard let id = node["Id"], let target = node["Target"] else {
        throw RepairCause(part: part, reason: "a relation without an id or a target")
      }
      let isExternal = node["TargetMode"] == "External"
      let relation = Relation(
        target: isExternal ? target : resolved(target, in: folder), isExternal: isExternal)
      guard relations.updateValue(relation, forKey: id) == nil else {
        throw RepairCause(part: part, reason: "two relations with the id \(id)")
      }
    }
    return relations
  }

  private static func split(_ path: some StringProtocol) -> (folder: String, file: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", String(path)) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  /// `../drawings/drawing1.xml` from `xl/worksheets/` is `xl/drawings/drawing1.xml`.
  private static func resolved(_ target: String, in folder: String) -> String {
    if target.first == "/" { return String(target.dropFirst()) }
    var path = folder.split(separator: "/")
    for step in target.split(separator: "/") {
      if step == ".." { _ = path.popLast() } else { path.append(step) }
    }
    return path.joined(separator: "/")
  }
}

// MARK: - That the parts fit together

extension WorkbookPackage {
  /// Every part has a type, and every reference a part.
  func checkReferences() throws {
    let types = try tree("[Content_Types].xml")
    let named = types.all("Override").compactMap { $0["PartName"] }.map { String($0.dropFirst()) }
    if let twice = named.firstRepeated {
      throw RepairCause(part: "[Content_Types].xml", reason: "\(twice) has two types")
    }
    if let lost = named.first(where: { parts[$0] == nil }) {
      throw RepairCause(part: "[Content_Types].xml", reason: "\(lost) has a type, but is missing")
    }
    let endings = Set(types.all("Default").compactMap { $0["Extension"] })
    for part in parts.keys.sorted() where part != "[Content_Types].xml" {
      let ending = part.split(separator: ".").last.map(String.init) ?? ""
      let isPlain = ending != "xml" && endings.contains(ending)
      guard named.contains(part) || isPlain else {
        throw RepairCause(part: part, reason: "has no type in [Content_Types].xml")
      }
    }
    try checkTargets()
  }

  private func checkTargets() throws {
    for (part, all) in relations.sorted(by: { $0.key < $1.key }) {
      for (id, relation) in all.sorted(by: { $0.key < $1.key }) {
        guard relation.isExternal || parts[relation.target] != nil else {
          throw RepairCause(part: part, reason: "\(id) refers to \(relation.target): missing")
        }
      }
    }
  }
}
