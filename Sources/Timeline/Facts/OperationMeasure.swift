/// The measures of ``FactTable/operation`` (Definitions, "Operations"): counts
/// by the day of the event unless another day is named.
package enum OperationMeasure: Int, FactMeasure {
  case paywallsShown
  case paywallsDismissed
  /// Customers with a paywall on the day.
  case viewers
  /// Those of them that started a purchase or trial within 24 h of the day's first paywall.
  case viewersStarted
  case purchasesStarted
  /// Purchases of which it is known what came of them, neither cancelled nor pending; by the day
  /// on which their hour is over.
  case purchasesDecided
  /// Those of them that led to a charge or trial.
  case purchasesSucceeded
  case purchasesFailed
  case billingsFailed
  case gracesEntered
  /// Charges with a price above zero.
  case paidCharges
  /// Those of them whose currency has no exchange rate.
  case chargesWithoutRate
  case receipts
  case receiptsFailed
  case syncs
  case syncsFailed
  case storeErrors
  case sessions
  case crashes
  case anrs
}
