extension Table {
  /// A column as everybody has to know it, whatever table it is of. Declared as ``Column``.
  package struct Column: Sendable, Hashable {
    package let name: String
    package let kind: Kind
    /// One sentence in plain words: what it counts or measures.
    package let meaning: String
    package let role: Role
    /// How long or ago, where it is a time.
    package var unit: Unit?
    /// Of several days the last one counts.
    package var isState = false
    package var settling = Settling.atOnce
    /// The column with the number of cases behind a rank.
    package var sample: String?
    /// How it follows from columns of the query; nil for one of these itself.
    var computation: Computation?
    var nonAdditive: NonAdditiveNote?
    var isStatistic = false
    /// Whether customers have a part in it.
    var isOfCustomers = true
    /// Whether it is the total's, in the rows of all segments.
    var usesTotal = false
    /// The columns of the file that it is the sum of; none where that is not known.
    var addends: [String] = []
    var otherRow: OtherRow?
    /// For a column that the file does not have: whether the row tells all that it does.
    var isImpliedByRow = false
    /// What whoever has a part in it has left; nil: what the table says.
    var traces: [Trace]?

    package init(_ name: String, _ kind: Kind, _ meaning: String, _ role: Role = .figure) {
      self.name = name
      self.kind = kind
      self.meaning = meaning
      self.role = role
      // What is told in words is a column of the file.
      if !meaning.isEmpty { addends = [name] }
    }
  }

  package enum Role: Sendable, Hashable {
    /// When; how long that is; by what the row is a segment, and which.
    case time, grain, dimension, value
    /// Tells rows apart; the required ones have to be said before rows are added.
    case key, requiredKey
    /// Says a key in words.
    case label
    /// Neither key nor figure.
    case detail
    /// Text that tells figures.
    case sentence
    case figure
  }

  /// Of what a number of time is so many.
  package enum Unit: String, Sendable { case days, months, hours, minutes, milliseconds }

  /// How many days before the as-of day the newest figures are that nothing can change any more.
  package enum Settling: Sendable { case atOnce, nextDay, afterTrialGrace, afterTolerance }

  package enum OtherRow: Sendable, Hashable {
    /// Of the step before, or of the first one.
    case stepBefore, firstStep
  }
}

extension Table.Column {
  /// Whether it tells rows apart, or says what they are.
  package var isKey: Bool {
    switch role {
    case .time, .grain, .dimension, .value, .key, .requiredKey, .label: true
    case .detail, .sentence, .figure: false
    }
  }

  /// Whether its cells of several rows can be added.
  package var isSummable: Bool {
    [.count, .money].contains(kind) && computation == nil && unit == nil && !isStatistic
  }

  /// Whether it says how many people, or payments of people, there are.
  var isCountOfPeople: Bool {
    kind == .count && role == .figure && unit == nil && !isStatistic
  }

  /// Whether it counts people, or money of people, of whom the file says nothing else.
  var isBeyondFile: Bool {
    addends.isEmpty && otherRow == nil && isOfCustomers && !isImpliedByRow
  }
}
