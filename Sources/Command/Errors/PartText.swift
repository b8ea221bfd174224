import Reports
import Store
import Values

extension Failure {
  init(part error: PartError) {
    switch error {
    case .malformed: self.init("a line is none of a part", exit: .badData)
    case .malformedLine(let path, let line):
      self.init(
        "line \(line) of \(path) is none of a part", hint: "write the part anew: runrate fold",
        exit: .badData)
    case .cutShort(let path):
      self.init(
        "\(path) was cut short: its last line has no end",
        hint: "write the part anew, or copy it whole", exit: .badData)
    case .unreadable(let path, let code):
      self.init(
        "\(path) cannot be read: \(systemMessage(code))", hint: systemHint(code),
        exit: .noInput)
    case .isNoPart(let path):
      self.init(
        "\(path) is no part: no fold has written it",
        hint: "\"runrate fold LOGS --facts DIR\" writes one", exit: .badData)
    case .isNotFolded(let path):
      self.init(
        "\(path) has not been folded yet",
        hint: "\"runrate run\", \"report\" or \"fold\" with --database \(path) does that",
        exit: .badData)
    case .saysNotWhat(let path):
      self.init(
        "\(path) does not say what part it is: a file is missing, or was cut short",
        hint: "write the part anew, or copy it whole", exit: .badData)
    case .otherFormat(let path, let found):
      self.init(
        "\(path) is of another version of the program (format \(found))",
        hint: "read, fold and merge with one version", exit: .badData)
    case .differs(let path, let what, let value, let other):
      self.init(
        "\(path) was made with \(what.text) \(value), and the parts before with \(other)",
        hint: what.hint, exit: .badData)
    case .toldTwice(let path, let part):
      self.init(
        "part \(part) is there twice: \(path)", hint: "name each part once", exit: .badData)
    case .otherWhole(let path, let place, let other):
      self.init(
        "\(path) is part \(place), and there is a part \(other)",
        hint: "merge parts that were dealt out together", exit: .badData)
    case .doesNotAddUp(let table):
      self.init(
        "the parts' lines of \(table) do not come to what the parts say: some are missing, or were "
          + "counted twice", hint: "write the parts anew; nothing was merged",
        exit: .reconciliation)
    case .overlapping(let customer):
      self.init(
        "customer \(customer) is in more than one part",
        hint: "\"runrate read --parts\" deals all lines of a customer out to one part",
        exit: .badData)
    case .linesMissing(let accepted, let found):
      self.init(
        "\(grouped(accepted)) lines were accepted, and the parts hold \(grouped(found))",
        hint: "a part is missing or of other lines: fold all that \"runrate read\" dealt out",
        exit: .reconciliation)
    case .negativeLines(let path):
      self.init(
        "the parts give a negative number of lines for \(path)",
        hint: "write the parts anew; nothing was merged", exit: .reconciliation)
    case .incomplete(let missing, let isReadMissing):
      self.init(incomplete: missing, isReadMissing: isReadMissing)
    case .notAsRead(let lines):
      self.init(
        "\(grouped(Int64(lines))) lines that \"runrate read\" accepted were not accepted by fold",
        hint: "read and fold with one configuration, one program and the same --now",
        exit: .badData)
    case .unknownInput(let path):
      self.init(
        "\(path) is none of the files that \"runrate read\" has dealt out",
        hint: "fold a folder of its lines, or leave --read out", exit: .badData)
    case .holdsEvents(let path):
      self.init(
        "\(path) holds events of its own, which a merge would set aside",
        hint: "name a new file with --database, and this one among the parts", exit: .badData)
    case .holdsNoEvents(let path):
      self.init(
        "\(path) was made by merge: it holds the facts of all customers and nobody's events",
        hint: "ask a database that has read their logs", exit: .badData)
    case .foldedOtherwise(let path, let asOf, let wanted):
      self.init(
        asOf == wanted
          ? "\(path) was merged from parts that were folded under another configuration, by another "
            + "program, or with other exchange rates"
          : "\(path) was merged from parts that were folded up to \(asOf), and the report is to be "
            + "of \(wanted)",
        hint: asOf == wanted
          ? "fold and merge the parts anew"
          : "say --as-of \(asOf), or fold and merge the parts with --as-of \(wanted)",
        exit: .badData)
    case .alreadyThere(let path):
      self.init(
        "\(path) holds a part already", hint: "name another folder, or remove it",
        exit: .cannotWrite)
    case .mergedIntoItself(let path):
      self.init(
        "\(path) is to be written, and cannot be one of its own parts",
        hint: "name another file with --database", exit: .usage)
    case .tooManyRejected(let rejected, let read):
      self.init(
        "\(grouped(Int64(rejected))) of \(grouped(Int64(read))) lines were rejected, more than "
          + "ingest.maxRejectedShare allows: nothing was merged",
        hint: "the lines that begin with \"reject\" in the parts' rows.tsv say which, and why",
        exit: .badData)
    }
  }

  private init(incomplete missing: [PartPlace], isReadMissing: Bool) {
    let names = missing.prefix(5).map(\.description).joined(separator: ", ")
    let more = missing.count > 5 ? " and \(missing.count - 5) more" : ""
    let parts =
      missing.isEmpty
      ? [] : ["part\(missing.count == 1 ? "" : "s") \(names)\(more)"]
    let all = parts + (isReadMissing ? ["what \"runrate read\" has counted"] : [])
    self.init(
      "not everything was merged yet: \(all.joined(separator: " and ")) missing",
      hint: "merge all parts, with the folder of \"runrate read\"", exit: .badData)
  }
}

extension PartError.Difference {
  fileprivate var text: String {
    switch self {
    case .program: "the program"
    case .rules: "the rules"
    case .rates: "the exchange rates"
    case .columns: "the tables"
    case .reading: "the reading rules"
    case .zone: "the time zone"
    case .asOf: "the as-of day"
    case .end: "the end"
    case .key: "the key of ids"
    }
  }

  fileprivate var hint: String {
    switch self {
    case .rules:
      "use one configuration; where lines name several apps, or there is an opening file, give every "
        + "fold what \"runrate read\" has found in all logs: --read DIR"
    case .asOf: "fold all parts with the same --as-of"
    default: "read and fold all parts with one program, one configuration and one key"
    }
  }
}
