package import Values

/// Why a file is refused whole: none of its lines count, and its batches are to be dropped.
package enum Refusal: Error, Equatable, Sendable {
  /// `errno`.
  case cannotOpen(code: Int32)
  case readFailed(code: Int32)
  case notAFile
  /// A named pipe to which nobody wrote for so long.
  case noWriter(waited: TimeSpan)
  /// A compressed file that ends before its end.
  case truncatedArchive
  /// A compressed file that is damaged, or has something else behind its end.
  case corruptArchive
  /// The file became shorter while it was read.
  case shrank
  /// A table whose header lacks a column; `nearest`: the one that looks like it.
  case missingColumn(String, nearest: String?)
  case outOfMemory
}

/// What became of one input.
package struct InputResult: Sendable, Equatable {
  package enum Status: Sendable, Equatable {
    case read
    /// The same bytes were read in an earlier run; nothing was read now.
    case alreadyRead
    /// The beginning was read in an earlier run; reading went on at this offset.
    case grown(from: Int64)
    /// It was there when logs were looked for, and is not any more: renamed, most likely.
    case gone
    case refused(Refusal)
  }

  package var file: InputFile
  package var status: Status
  /// To be remembered; nil for standard input, pipes and refused files.
  package var record: InputRecord?
  /// Of a file that was already read: it is found in another place, or in another state, than it
  /// was remembered by.
  package var isFoundAnew = false
  /// Of the lines read in this run.
  package var counts = LineCounts()
  /// Bytes of a last line that is not complete. A plain file may still be written to: its torn tail
  /// is read again next time, and rejected where the file has not changed since.
  package var tornBytes: Int64 = 0
}
