/// The measures of ``FactTable/day``. Money in micro-units of the reporting currency.
package enum DayMeasure: Int, CaseIterable, Sendable {
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

  /// The name of its column in the database.
  package var name: String {
    switch self {
    case .newMRR: "new_mrr"
    case .reactivationMRR: "reactivation_mrr"
    case .expansionMRR: "expansion_mrr"
    case .contractionMRR: "contraction_mrr"
    case .churnMRR: "churn_mrr"
    case .fxMRR: "fx_mrr"
    case .movedInMRR: "moved_in_mrr"
    case .movedOutMRR: "moved_out_mrr"
    case .newSubscribers: "new_subscribers"
    case .reactivatedSubscribers: "reactivated_subscribers"
    case .churnedSubscribers: "churned_subscribers"
    case .movedInSubscribers: "moved_in_subscribers"
    case .movedOutSubscribers: "moved_out_subscribers"
    case .netMRR: "net_mrr"
    case .trialsActive: "trials_active"
    case .trialsStarted: "trials_started"
    case .trialsConverted: "trials_converted"
    case .inGrace: "in_grace"
    case .setToCancel: "set_to_cancel"
    case .setToCancelMRR: "set_to_cancel_mrr"
    case .complimentary: "complimentary"
    case .charges: "charges"
    case .paidCharges: "paid_charges"
    case .refunds: "refunds"
    case .grossRevenue: "gross_revenue"
    case .refunded: "refunded"
    case .tax: "tax"
    case .commission: "commission"
    case .refundedCharges: "refunded_charges"
    case .firstPayments: "first_payments"
    case .reversals: "reversals"
    case .reversed: "reversed"
    case .openingMRR: "opening_mrr"
    case .openingSubscribers: "opening_subscribers"
    }
  }
}

/// The measures of ``FactTable/trialStart`` and ``FactTable/trialEnd``.
package enum TrialMeasure: Int, CaseIterable, Sendable {
  case trials
  case converted
  case pending
  case maturedTrials
  case maturedConverted
  /// The list price of those that are pending.
  case pendingAmount
  /// Auto-renew is off, and nothing has ended the access: it runs to its scheduled end.
  case cancelled

  /// The name of its column in the database.
  package var name: String {
    switch self {
    case .pendingAmount: "pending_amount"
    case .trials: "trials"
    case .converted: "converted"
    case .pending: "pending"
    case .cancelled: "cancelled"
    case .maturedTrials: "matured_trials"
    case .maturedConverted: "matured_converted"
    }
  }
}

/// The measures of ``FactTable/churnMonth`` and ``FactTable/churnTrailing``: what became of the
/// customers of the opening; amounts positive.
package enum ChurnMeasure: Int, CaseIterable, Sendable {
  case churnedCustomers
  case voluntary
  case billing
  case refund
  case other
  case churnedMRR
  case contractionMRR
  case expansionMRR

  /// The name of its column in the database.
  package var name: String {
    switch self {
    case .churnedCustomers: "churned_customers"
    case .voluntary: "voluntary"
    case .billing: "billing"
    case .refund: "refund"
    case .other: "other"
    case .churnedMRR: "churned_mrr"
    case .contractionMRR: "contraction_mrr"
    case .expansionMRR: "expansion_mrr"
    }
  }
}
