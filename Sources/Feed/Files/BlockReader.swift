import Values

/// Reads stretches of whole lines and gathers what becomes of them into one batch.
struct BlockReader: ~Copyable {
  var lines: LineReader
  private var counts = LineCounts()
  private var rejects: [Reject] = []
  /// Offset in the file of the buffer's first byte, and lines of the batch so far, blank ones
  /// included.
  private var fileOffset: Int64 = 0
  private var lineNumber: Int64 = 0
  private var acceptedInBatch = 0
  /// The accepted lines of the batch, where they are wanted.
  private var kept: [UInt8] = []

  init(lines: consuming LineReader) { self.lines = lines }

  /// Reads base[range], whole lines that each end with a newline. `offset` is where base[0]
  /// stands in the file.
  mutating func read(_ range: Range<Int>, offset: Int64) {
    fileOffset = offset
    var at = withoutByteOrderMark(range).lowerBound
    while at < range.upperBound {
      let block = at..<endOfBlock(at, range.upperBound)
      readBlock(block, isIndexed: lines.index(block))
      at = block.upperBound
    }
  }

  /// Reads a last line that no newline ends. False, and nothing is counted, when it is blank or
  /// not complete JSON: a torn tail. Where nothing more can come, `isFinal`, that is rejected.
  mutating func readTail(_ range: Range<Int>, offset: Int64, isFinal: Bool) -> Bool {
    fileOffset = offset
    let start = withoutByteOrderMark(range).lowerBound
    let line = start..<withoutReturn(start, range.upperBound)
    if isBlank(line) { return false }
    guard line.count <= lines.rules.maximumLineBytes, lines.index(line) else {
      if isFinal { rejectTail(line, Rejection(.incompleteLine)) }
      return false
    }
    do throws(Rejection) {
      let outcome = try lines.read(line)
      count(outcome, of: line)
      counts.read += 1
    } catch {
      let isTorn = error.reason == .notJSON || error.reason == .tooDeep
      if isTorn, !isFinal { return false }
      rejectTail(line, isTorn ? Rejection(.incompleteLine) : error)
      if isTorn { return false }
      lines.noteSuspectedFormat()
    }
    return true
  }

  private mutating func rejectTail(_ line: Range<Int>, _ rejection: Rejection) {
    lineNumber += 1
    counts.read += 1
    reject(line, rejection)
    lineNumber -= 1
  }

  /// Counts a line that does not fit into the buffer; base[range] is its beginning.
  mutating func rejectOverlong(_ range: Range<Int>, offset: Int64) {
    fileOffset = offset
    lineNumber += 1
    counts.read += 1
    reject(range, Rejection(.tooLong))
  }

  /// The batch since it was last taken, with line numbers counted from `lineNumber`, and the
  /// counts of its lines.
  mutating func take(
    _ file: InputFile, offset: Int64, linesBefore: Int64, linesPerRow: Int64 = 1
  ) -> (batch: EventBatch, counts: LineCounts) {
    for i in rejects.indices {
      rejects[i].lineNumber = (linesBefore + rejects[i].lineNumber - 1) / linesPerRow + 1
    }
    let batch = EventBatch(
      inputIndex: file.index, byteOffset: offset, eventCount: acceptedInBatch,
      bytes: lines.output.take(), rejects: rejects, lines: kept)
    kept = []
    var taken = counts
    lines.takeCounts(into: &taken)
    counts = LineCounts()
    rejects = []
    lineNumber = 0
    acceptedInBatch = 0
    return (batch, taken)
  }

  var hasRejects: Bool { !rejects.isEmpty }

  /// Newlines of the stretches in the batch so far.
  var newlines: Int64 { lineNumber }

  /// The end of the last line within a block's length of `start`, or of the first line behind it.
  private func endOfBlock(_ start: Int, _ end: Int) -> Int {
    let limit = start + LineReader.blockBytes
    guard limit < end else { return end }
    if let found = lines.lastNewline(start, limit) { return found + 1 }
    return lines.firstNewline(limit, end).map { $0 + 1 } ?? end
  }

  /// The mark that some programs write in front of UTF-8 is no part of a file's first line.
  private func withoutByteOrderMark(_ range: Range<Int>) -> Range<Int> {
    let at = lines.base + range.lowerBound
    guard fileOffset + Int64(range.lowerBound) == 0, range.count >= 3, at[0] == 0xEF,
      at[1] == 0xBB, at[2] == 0xBF
    else { return range }
    return (range.lowerBound + 3)..<range.upperBound
  }

  private mutating func readBlock(_ block: Range<Int>, isIndexed: Bool) {
    var at = block.lowerBound
    while at < block.upperBound {
      let newline = lines.firstNewline(at, block.upperBound) ?? block.upperBound
      lineNumber += 1
      readLine(at..<withoutReturn(at, newline), isIndexed: isIndexed)
      at = newline + 1
    }
  }

  @inline(__always)
  private func withoutReturn(_ start: Int, _ end: Int) -> Int {
    end > start && lines.base[end - 1] == 13 ? end - 1 : end
  }

  @inline(__always)
  private mutating func readLine(_ line: Range<Int>, isIndexed: Bool) {
    if isBlank(line) { return }
    counts.read += 1
    guard line.count <= lines.rules.maximumLineBytes, isIndexed || lines.index(line) else {
      let isLong = line.count > lines.rules.maximumLineBytes
      return reject(line, Rejection(isLong ? .tooLong : .notJSON))
    }
    do throws(Rejection) {
      let outcome = try lines.read(line)
      count(outcome, of: line)
    } catch {
      reject(line, error)
      if error.isOfObject { lines.noteSuspectedFormat() }
    }
  }

  @inline(__always)
  private mutating func count(_ outcome: LineReader.Outcome, of line: Range<Int>) {
    guard outcome != .ignored else { return lines.noteSuspectedFormat() }
    counts.accepted += 1
    guard outcome == .accepted else { return }
    acceptedInBatch += 1
    if lines.rules.keepsLines { keep(line) }
  }

  @inline(never)
  private mutating func keep(_ line: Range<Int>) {
    kept.append(
      contentsOf: UnsafeBufferPointer(start: lines.base + line.lowerBound, count: line.count))
    kept.append(10)
  }

  @inline(__always)
  private func isBlank(_ line: Range<Int>) -> Bool {
    var at = line.lowerBound
    while at < line.upperBound {
      guard lines.base[at] == 32 || lines.base[at] == 9 || lines.base[at] == 13 else {
        return false
      }
      at += 1
    }
    return true
  }

  @inline(never)
  private mutating func reject(_ line: Range<Int>, _ rejection: Rejection) {
    counts.rejected[rejection.reason, default: 0] += 1
    let whole = UnsafeBufferPointer(start: lines.base + line.lowerBound, count: line.count)
    rejects.append(
      Reject(
        reason: rejection.reason, field: rejection.field?.name ?? "",
        dialect: rejection.isOfObject ? lines.dialect : nil, lineNumber: lineNumber,
        byteOffset: fileOffset + Int64(line.lowerBound),
        raw: Secrets.masked(whole, limit: Reject.rawLimit)))
  }
}

extension LineReader {
  /// Adds what was ignored and mistyped since the last call.
  mutating func takeCounts(into counts: inout LineCounts) {
    for (i, count) in ignoredCounts.enumerated() where count > 0 {
      counts.ignored[ignoredNames[i], default: 0] += count
      ignoredCounts[i] = 0
      if ignoredPrices[i] > 0 {
        counts.ignoredPrices[ignoredNames[i], default: 0] += ignoredPrices[i]
      }
      ignoredPrices[i] = 0
    }
    if sandboxCount > 0 { counts.ignored[LineCounts.sandbox, default: 0] += sandboxCount }
    sandboxCount = 0
    counts.earliestFuture = earlier(counts.earliestFuture, earliestFuture)
    earliestFuture = nil
    counts.apps.formUnion(apps)
    (apps, lastApp) = ([], 0)
    counts.annotations += annotations
    annotations = []
    takeDialects(into: &counts)
    for (i, path) in keys.paths.enumerated() {
      counts.paths[path.name] = pathCounts[i]
      pathCounts[i] = 0
    }
    for field in LogField.allCases where mistypedCounts[Int(field.rawValue)] > 0 {
      counts.mistyped[field.name, default: 0] += mistypedCounts[Int(field.rawValue)]
      mistypedCounts[Int(field.rawValue)] = 0
    }
  }

  private mutating func takeDialects(into counts: inout LineCounts) {
    var others = 0
    for (i, vendor) in vendorLines.vendors.enumerated() {
      let (lines, alike) = (vendorLines.lineCounts[i], vendorLines.suspectedFormats[i])
      if lines > 0 { counts.dialects[vendor.dialect] = lines }
      if alike > 0 { counts.suspectedFormats[vendor.dialect] = alike }
      others += lines
      (vendorLines.lineCounts[i], vendorLines.suspectedFormats[i]) = (0, 0)
    }
    let native = vendorLines.vendors.count
    if vendorLines.suspectedFormats[native] > 0 {
      counts.suspectedFormats[.native] = vendorLines.suspectedFormats[native]
    }
    vendorLines.suspectedFormats[native] = 0
    // What is no JSON object is of nobody's making: it counts where such lines are expected.
    let expected = named.map { vendorLines.vendors[$0].dialect } ?? .native
    if counts.read > others { counts.dialects[expected, default: 0] += counts.read - others }
  }
}
