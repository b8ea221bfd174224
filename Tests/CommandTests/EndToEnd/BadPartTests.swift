import Foundation
import SQLite
import Testing
import Values

@testable import Command

/// What is wrong with parts is told with its place, and what was merged before stays.
@Suite struct BadPartTests {
  private let parts: PartBench

  init() throws {
    parts = try PartBench()
    try parts.all()
    try #require(parts.report().isReported)
  }

  /// A merge of everything, of which something was changed, is refused, and the report is as
  /// before.
  private func refuses(
    _ code: ExitCode, _ words: String...,
    sources: [String] = ["read", "facts/1", "facts/2", "facts/3"],
    at place: SourceLocation = #_sourceLocation
  ) throws {
    let before = try parts.bench.read("reports-all/2026-05-20/csv/daily.csv")
    let answer = parts.run(["merge"] + sources.map(parts.bench.path), on: "all")
    #expect(answer.code == code, "\(answer.errors)", sourceLocation: place)
    for word in words {
      #expect(answer.errors.contains(word), "\(answer.errors)", sourceLocation: place)
    }
    #expect(parts.report().isReported, sourceLocation: place)
    let after = try parts.bench.read("reports-all/2026-05-20/csv/daily.csv")
    #expect(after == before, sourceLocation: place)
  }

  @Test("A missing part is warned of, and there is no report until it is there")
  func missingPart() throws {
    let answer = parts.merge("read", "facts/1", "facts/3", into: "some")
    #expect(answer.code == .allWell)
    #expect(answer.errors.contains("warning: not everything was merged yet: part 2/3 missing"))
    let report = parts.report("some")
    #expect(report.code == .badData)
    #expect(report.errors.contains("part 2/3 missing"))
    #expect(
      parts.run(["merge", parts.bench.path("some.db"), parts.bench.path("facts/2")], on: "whole")
        .code == .allWell)
    #expect(parts.report("whole").isReported)
  }

  @Test("Where what was read is missing, it is warned of, and there is no report")
  func missingRead() throws {
    let answer = parts.merge("facts/1", "facts/2", "facts/3", into: "some")
    #expect(answer.errors.contains("what \"runrate read\" has counted missing"))
    #expect(parts.report("some").code == .badData)
  }

  @Test("Where all folds are missing, it is warned of, and there is no report")
  func missingFolds() throws {
    let answer = parts.merge("read", into: "some")
    #expect(answer.errors.contains("what \"runrate fold\" makes of the lines missing"))
    #expect(parts.report("some").code == .badData)
  }

  @Test("A part whose lines nobody folded is missed by what was counted")
  func uncounted() throws {
    try FileManager.default.removeItem(atPath: parts.bench.path("read/lines/2"))
    try FileManager.default.createDirectory(
      atPath: parts.bench.path("read/lines/2"), withIntermediateDirectories: true)
    #expect(parts.fold(2, into: "none").code == .allWell)
    try refuses(
      .reconciliation, "20 lines were accepted, and the parts hold",
      sources: ["read", "facts/1", "none", "facts/3"])
  }

  @Test("A file that was cut short is named", arguments: [4096, 8192, 100_000])
  func cut(bytes: Int) throws {
    try parts.change("facts/2/part.db") { $0.removeLast(bytes) }
    try refuses(.badData, "facts/2/part.db is damaged or was cut short")
  }

  @Test("Counts of read that were cut short are named")
  func cutCounts() throws {
    try parts.change("read/part.db") { $0.removeLast($0.count / 2) }
    try refuses(.badData, "read/part.db is damaged or was cut short")
  }

  @Test("A page that is not as it was written is an error")
  func flippedBit() throws {
    try parts.change("facts/2/part.db") { bytes in
      for page in stride(from: 4096, to: bytes.count, by: 4096) { bytes[page + 2000] ^= 4 }
    }
    try refuses(.badData, "facts/2/part.db is damaged or was cut short")
  }

  @Test("A part that is still being written is none")
  func unfinished() throws {
    let path = parts.bench.path("facts/2/part.db")
    try FileManager.default.moveItem(atPath: path, toPath: path + ".unfinished")
    try refuses(.badData, "facts/2 is no part")
  }

  @Test(
    "Rows that are missing or were changed do not add up",
    arguments: [
      ("DELETE FROM charge", "charge.customers"),
      ("UPDATE customer SET id = id + 1", "customer.customers"),
      ("UPDATE fact_day SET gross_revenue = gross_revenue + 1", "fact_day.gross_revenue"),
      ("DELETE FROM fact_value", "fact_value."),
    ])
  func lostRows(change: String, total: String) throws {
    try parts.execute(change, in: "facts/2")
    try refuses(
      .reconciliation, "the rows of \(total)", "facts/2/part.db do not come to what the part says")
  }

  @Test("What was merged of a part that was changed is refused, too")
  func lostRowsOfGroup() throws {
    #expect(parts.merge("facts/1", "facts/2", into: "group").code == .allWell)
    try Database(path: parts.bench.path("group.db")).execute("DELETE FROM coverage")
    try refuses(
      .reconciliation, "the rows of coverage.", sources: ["read", "group.db", "facts/3"])
  }

  @Test("A row that names a text which is not there is damage")
  func unknownText() throws {
    try parts.execute("UPDATE charge SET product = 999", in: "facts/2")
    try refuses(.badData, "facts/2/part.db is damaged: it names a text that it does not have")
  }

  @Test("A file that is no database is no part")
  func noDatabase() throws {
    _ = try parts.bench.write("not a database", to: "notes.txt")
    try refuses(.badData, "notes.txt is not a database of Runrate", sources: ["read", "notes.txt"])
  }

  @Test(
    "A part of another version is told from others",
    arguments: [
      ("PRAGMA user_version = 5", "is of another version of the program"),
      ("PRAGMA user_version = 99", "was written by a newer version"),
      ("UPDATE fold_state SET rules = rules || '0'", "is of another version of the program"),
      ("DROP TABLE merged_total", "is of another version of the program"),
      ("UPDATE run SET version = '0.0.9'", "was made with the program 0.0.9, and the parts"),
    ])
  func otherVersion(change: String, words: String) throws {
    try parts.execute(change, in: "facts/2")
    try refuses(.badData, words)
  }

  @Test("The same part twice is refused, under another name too")
  func twice() throws {
    try refuses(.badData, "part 1/3 is there twice", sources: ["facts/1", "read", "facts/1"])
    try refuses(.badData, "is there twice", sources: ["read", "facts/1", "read"])
    parts.fold(2, as: "1/3", into: "second")
    try refuses(.badData, "part 1/3 is there twice: ", sources: ["facts/1", "second"])
    #expect(parts.run(["run", parts.bench.path("logs")], on: "own").isReported)
    #expect(parts.run(["fold", "--facts", parts.bench.path("own")], on: "own").code == .allWell)
    try refuses(.badData, "is there twice: ", sources: ["own", "own.db"])
  }

  @Test("Parts of different wholes are refused")
  func otherWhole() throws {
    parts.fold(2, as: "2/4", into: "quarter")
    try refuses(.badData, "is part 2/4, and there is a part 1/3", sources: ["facts/1", "quarter"])
  }

  @Test("A customer in two parts is refused")
  func overlapping() throws {
    try parts.fold(log: purchases(1...2), into: "one")
    try parts.fold(log: purchases(2...3), into: "two")
    try refuses(.badData, " is in more than one part", sources: ["one", "two"])
  }

  @Test("A folder that is no part, and a path that does not exist, are refused")
  func noPart() throws {
    try refuses(.badData, "logs is no part: no fold has written it", sources: ["logs"])
    try refuses(.noInput, "nowhere cannot be read", sources: ["nowhere"])
    try parts.bench.write("hello", to: "text")
    try refuses(.badData, sources: ["text"])
  }

  @Test("A database cannot be a part of itself, however it is named")
  func itself() throws {
    try refuses(.usage, "all.db is to be written", sources: ["facts/1", "all.db"])
    try refuses(.usage, "is to be written", sources: ["./logs/../all.db"])
    try FileManager.default.createSymbolicLink(
      atPath: parts.bench.path("link.db"), withDestinationPath: "all.db")
    try refuses(.usage, "is to be written", sources: ["link.db"])
  }

  @Test("A database with events is no place for a merge, and keeps them")
  func events() throws {
    #expect(parts.run(["run", parts.bench.path("logs")], on: "own").isReported)
    let answer = parts.merge("read", "facts/1", into: "own")
    #expect(answer.code == .badData)
    #expect(answer.errors.contains("own.db holds events of its own"))
    #expect(parts.report("own").isReported)
  }

  @Test("A negative number of lines of a file is an error")
  func impossibleLines() throws {
    try parts.execute(
      """
      INSERT INTO input (run, path, status, torn_bytes, lines_read, accepted, duplicate, ignored, rejected)
      VALUES (1, 'a', 'read', 0, 0, -5, 0, 0, 5)
      """, in: "facts/2")
    try refuses(.reconciliation, "a negative number of lines for a")
  }

  @Test(
    "Sums beyond the largest number are an error, and no other number",
    arguments: [
      "UPDATE run SET conflicts = 9223372036854775807",
      "UPDATE event_day SET events = 9223372036854775807",
      """
      UPDATE fact_day SET refunds = 9223372036854775807
      WHERE (position, grain, segment) = (SELECT min(position), 0, 0 FROM fact_day WHERE grain = 0);
      INSERT INTO merged_total VALUES ('fact_day.refunds', 9223372036854775807)
      """,
    ])
  func tooLarge(change: String) throws {
    for part in ["facts/1", "facts/2"] { try parts.execute(change, in: part) }
    let answer = parts.merge("read", "facts/1", "facts/2", "facts/3")
    #expect(![.allWell, .usage, .reconciliation].contains(answer.code), "\(answer.errors)")
    #expect(parts.report().isReported)
  }
}

/// Parts that do not belong together, and what reading and folding refuse.
@Suite struct OddPartTests {
  @Test(
    "Other settings of the fold are told",
    arguments: [
      (onePlan.replacing("P1M", with: "P1Y") + "}", "was made with the rules"),
      (onePlan + "timezone: \"Asia/Kolkata\" }", "was made with the time zone Asia/Kolkata"),
      (onePlan + "eventNames: { sold: \"purchased\" } }", "was made with the reading rules"),
      (onePlan + "exchangeRates: \"r.csv\" }", "was made with the exchange rates"),
      (
        onePlan + "privacy: { userIDs: \"hashed\", keyFile: \"key\" } }",
        "was made with the key of ids"
      ),
    ])
  func settings(config: String, words: String) throws {
    let parts = try PartBench()
    try parts.bench.write("a key that only this test knows\n", to: "key")
    try parts.bench.write("date,currency,rate\n2026-04-01,EUR,1.5\n", to: "r.csv")
    try parts.fold(log: purchases(1...2), into: "one")
    try parts.bench.write(config, to: "c.json5")
    #expect(try parts.fold(log: purchases(3...4), into: "two").code == .allWell)
    let answer = parts.merge("one", "two")
    #expect(answer.code == .badData)
    #expect(answer.errors.contains("two/part.db \(words)"), "\(answer.errors)")
  }

  @Test("Another as-of day is told")
  func day() throws {
    let parts = try PartBench()
    try parts.fold(log: purchases(1...2), into: "one")
    try parts.fold(log: purchases(3...4), into: "two", "--as-of", "2026-05-19")
    let answer = parts.merge("one", "two")
    #expect(
      answer.errors.contains("with the as-of day 2026-05-19, and the parts before with 2026-05-20"),
      "\(answer.errors)")
  }

  @Test("Ids of one customer in two parts are refused, whoever is joined to whom")
  func splitAlias() throws {
    let alias = #"{"event":"user_aliased","timestamp":"2026-05-03T10:00:00Z","#
    for ids in [
      #""user_id":"user-2","previous_id":"user-1"}"#,
      #""user_id":"user-1","previous_id":"user-2"}"#,
    ] {
      let parts = try PartBench()
      try parts.fold(log: purchases(1...1), into: "one")
      try parts.fold(log: purchases(2...2) + alias + ids + "\n", into: "two")
      let answer = parts.merge("one", "two")
      #expect(answer.code == .badData)
      #expect(answer.errors.contains(" is in more than one part"), "\(answer.errors)")
    }
  }

  @Test("A payment without a user id apart from its owner is another customer: the split matters")
  func splitOwner() throws {
    let original = #""original_transaction_id":"o","#
    let owned = purchases(1...1).replacing("\"price\"", with: original + "\"price\"")
    let lost = owned.replacing("\"user_id\":\"user-1\",", with: "").replacing("e1", with: "e2")
    let parts = try PartBench(owned + lost)
    #expect(parts.run(["run", parts.bench.path("logs")], on: "one").isReported)
    try parts.fold(log: owned, into: "owner")
    try parts.fold(log: lost, into: "payment")
    #expect(parts.merge("owner", "payment").code == .allWell)
    #expect(parts.report().isReported)
    let name = "2026-05-20/csv/daily.csv"
    #expect(try parts.bench.read("reports-one/\(name)") != parts.bench.read("reports-all/\(name)"))
  }

  @Test("Lines that read has accepted and fold does not are an error")
  func notAsRead() throws {
    var parts = try PartBench(purchases(1...25))
    #expect(parts.read(1).code == .allWell)
    parts.now = "2026-05-21T02:00:00Z"
    #expect(parts.fold(1, as: "1/1").code == .allWell)
    parts.now = "2026-05-20T02:00:00Z"
    let early = parts.fold(1, as: "1/1", into: "early")
    #expect(early.code == .badData)
    #expect(early.errors.contains("lines that \"runrate read\" accepted were not accepted by fold"))
    #expect(!parts.bench.exists("early/part.db"))
  }

  @Test("A log that is not there is told by read with 65, and lists are read line by line")
  func missingLog() throws {
    let parts = try PartBench()
    let log = try parts.bench.write(
      #"{"event":"app_installed","timestamp":"2026-05-01T10:00:00Z","user_id":"u"}"# + "\n",
      to: "there.ndjson")
    let gone = parts.bench.path("gone.ndjson")
    let list = try parts.bench.write(
      "0\tthere.ndjson\t\(log)\r\n\r\n1\tgone.ndjson\t\(gone)\r\n", to: "list.tsv")
    for more in [[], ["--parts", "2"]] {
      let output = parts.bench.path("listed-\(more.count)")
      let answer = parts.run(["read", "--list", list, "--output", output] + more)
      #expect(answer.code == .badData)
      #expect(answer.errors.contains("gone.ndjson is not there: none of its lines count"))
      #expect(answer.errors.contains("accepted 1 line;"), "\(answer.errors)")
    }
    try parts.bench.write("0\ta\t\(log)\n\nnonsense\n", to: "list.tsv")
    let wrong = parts.run(["read", "--list", list, "--output", parts.bench.path("wrong")])
    #expect(wrong.errors.contains("line 3 of "), "\(wrong.errors)")
  }

  @Test("A damaged archive is refused by read with 65, and its lines are nowhere")
  func damaged() throws {
    let parts = try PartBench()
    try parts.bench.write(storedGzip(purchases(10...12)), to: "logs/b.ndjson.gz")
    let read = parts.read()
    #expect(read.code == .badData)
    #expect(read.errors.contains("b.ndjson.gz was refused whole: the archive is damaged"))
    for number in 1...3 { #expect(parts.fold(number).code == .allWell) }
    #expect(parts.merge("read", "facts/1", "facts/2", "facts/3").code == .allWell)
    #expect(parts.report().isReported)
    parts.run(["run", parts.bench.path("logs")], on: "one")
    for file in ["run.json", "csv/daily.csv", "csv/data_quality.csv"] {
      #expect(
        try parts.bench.read("reports-all/2026-05-20/\(file)")
          == parts.bench.read("reports-one/2026-05-20/\(file)"))
    }
  }

  @Test("Too many rejected lines are judged once, when all parts are merged")
  func rejected() throws {
    let broken = (1...30).map { "{\"event\":\"purchased\",\"user_id\":\"u\($0)\"}\n" }.joined()
    let parts = try PartBench(purchases(1...9) + broken)
    #expect(parts.read().code == .allWell)
    for number in 1...3 { #expect(parts.fold(number).code == .allWell) }
    let answer = parts.merge("read", "facts/1", "facts/2", "facts/3")
    #expect(answer.code == .badData)
    #expect(answer.errors.contains("30 of 39 lines were rejected, more than"))
    #expect(parts.report().code == .noInput)
  }

  @Test("Without any line there is nothing to fold and nothing to report")
  func nothing() throws {
    let parts = try PartBench("")
    #expect(parts.read().code == .allWell)
    #expect(parts.fold(1).errors.contains("there is no event"))
    #expect(parts.merge("read").code == .allWell)
    #expect(parts.report().code == .noInput)
  }

  @Test("Many more parts than customers are folded and merged")
  func manyParts() throws {
    let parts = try PartBench(purchases(1...2))
    #expect(parts.read(12).code == .allWell)
    for number in 1...12 { #expect(parts.fold(number, as: "\(number)/12").code == .allWell) }
    let sources = ["read"] + (1...12).map { "facts/\($0)" }
    #expect(parts.run(["merge"] + sources.map(parts.bench.path), on: "all").code == .allWell)
    #expect(parts.report().isReported)
    #expect(parts.run(["read", parts.bench.path("logs"), "--parts", "100001"]).code == .usage)
  }

  @Test("What is written already is not written over")
  func alreadyThere() throws {
    let parts = try PartBench()
    try parts.all()
    #expect(parts.fold(1).code == .cannotWrite)
    let again = parts.read()
    #expect(again.code == .cannotWrite)
    #expect(again.errors.contains("read holds a part already"))
  }

  @Test("Options that belong together are asked for")
  func usage() throws {
    let parts = try PartBench()
    let logs = parts.bench.path("logs")
    for line in [
      ["read", logs], ["read", "--output", parts.bench.path("x")], ["fold", logs], ["merge"],
      ["fold", logs, "--facts", parts.bench.path("x"), "--read", logs],
      ["fold", logs, "--facts", parts.bench.path("x"), "--part", "4/3"],
      ["fold", logs, "--facts", parts.bench.path("x"), "--part", "0/3"],
      ["read", logs, "--output", parts.bench.path("x"), "--owners", logs],
    ] {
      #expect(parts.run(line).code == .usage, "\(line)")
    }
  }
}
