import Values

/// A part of a change, on its way into the table.
struct ChangePart {
  var part: String
  /// Before and now.
  var cases: (Int64?, Int64?) = (nil, nil)
  var amounts: (Amount?, Amount?) = (nil, nil)
  var amount: Amount?
  var rates: (Rate?, Rate?) = (nil, nil)
  var rate: Rate?
  var pValue: Double?

  func row(_ metric: Changes.Metric, _ split: Changes.Split) -> RowBuilder<Changes> {
    var row = RowBuilder<Changes>()
    row[Changes.metric] = metric.rawValue
    row[Changes.split] = split.rawValue
    row[Changes.part] = part
    (row[Changes.casesBefore], row[Changes.casesNow]) = cases
    (row[Changes.amountBefore], row[Changes.amountNow]) = amounts
    row[Changes.amountChange] = amount
    (row[Changes.rateBefore], row[Changes.rateNow]) = rates
    row[Changes.rateChange] = rate
    row[rounding: Changes.pValue] = pValue
    return row
  }
}
