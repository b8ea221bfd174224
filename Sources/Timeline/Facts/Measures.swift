/// The measures of ``FactTable/day``. Money in micro-units of the reporting currency.
package enum DayMeasure: Int, FactMeasure {
  case newMRR
  case reactivationMRR
  case expansionMRR
  /// Negative.
  case contractionMRR
  /// Negative.
  case churnMRR
  case fxMRR
  case movedInMRR
  /// Negative.
  case movedOutMRR
  case newSubscribers
  case reactivatedSubscribers
  case churnedSubscribers
  case movedInSubscribers
  case movedOutSubscribers
  /// Change of net MRR.
  case netMRR
  /// Change; counts coverages.
  case trialsActive
  case trialsStarted
  /// By the day of the converting charge.
  case trialsConverted
  /// Change; counts coverages.
  case inGrace
  /// Change; counts customers.
  case setToCancel
  /// Change.
  case setToCancelMRR
  /// Change; counts customers.
  case complimentary
  case charges
  /// Charges with a price above zero.
  case paidCharges
  case refunds
  case grossRevenue
  /// Negative on the day a refund is undone.
  case refunded
  /// Less what refunds took back.
  case tax
  /// Less what refunds took back.
  case commission
  /// By the day of the charge: those with a refund that stands.
  case refundedCharges
  /// First charges with a price above zero, one for each customer.
  case firstPayments
  /// Refunds that were undone.
  case reversals
  /// What the customers paid again by them; ``refunded`` is what was paid back less this.
  case reversed
  /// MRR of subscriptions from before the log, on its first day.
  case openingMRR
  case openingSubscribers
}

/// The measures of ``FactTable/trialStart`` and ``FactTable/trialEnd``.
package enum TrialMeasure: Int, FactMeasure {
  case trials
  case converted
  case pending
  case maturedTrials
  case maturedConverted
  /// The list price of those that are pending.
  case pendingAmount
  /// Auto-renew is off, and nothing has ended the access: it runs to its scheduled end.
  case cancelled
}

/// The measures of ``FactTable/churnMonth`` and ``FactTable/churnTrailing``: what became of the
/// customers of the opening; amounts positive.
package enum ChurnMeasure: Int, FactMeasure {
  case churnedCustomers
  case voluntary
  case billing
  case refund
  case other
  case churnedMRR
  case contractionMRR
  case expansionMRR
}
