package enum PriceSensitivity: ReportTable {
  package static let source = key(
    "source", "`experiment`: prices as variants; `time`: the price changed.")
  package static let name = key("name", "The experiment, or the product.")
  package static let scope = key("scope", "The variant, or the months of the first paywall.")
  package static let price = key(
    "price",
    "What first payments in the reporting currency cost on average, by product; in a test of "
      + "prices, the products whose prices differ between variants."
  )
  package static let viewers = count(
    "viewers", "Customers who could see the price and whose window is over.")
  package static let payers = count(
    "payers", "Those of them who paid; over time, for this product first.")
  package static let conversion = rate("conversion", "Payers ÷ viewers.")
  package static let conversionLow = rate(
    "conversion_low", "Lower end of its 95 % interval (Wilson).")
  package static let conversionHigh = rate("conversion_high", "Upper end of its 95 % interval.")
  package static let revenue = money("revenue", "Net revenue of all viewers within the window.")
  package static let perViewer = number("per_viewer", "Net revenue ÷ viewers.")
  package static let perViewerLow = number("per_viewer_low", "Lower end of its 95 % interval.")
  package static let perViewerHigh = number("per_viewer_high", "Upper end of its 95 % interval.")
  package static let difference = number(
    "difference", "Net revenue a viewer less that of the first price.")
  package static let differenceLow = number(
    "difference_low", "Lower end of its 95 % interval (Welch).")
  package static let differenceHigh = number("difference_high", "Upper end of its 95 % interval.")
  package static let pValue = number(
    "p_value", "How probable such a difference is where there is none (Welch).")
  package static let statement = sentence("statement", "What to make of it.")

  package static let schema = TableSchema(
    "price_sensitivity",
    "One row for every price that the same thing was sold at, by variant or over time.",
    question: "What did another price do?", topic: .experiments,
    steps: [
      Model(
        "experiment_prices", PackageResources.experiment_prices_sql,
        grain: "experiment, variant, product"),
      Model("price_views", PackageResources.price_views_sql, grain: "month, product, price"),
    ],
    columns: [
      source, name, scope, price, viewers, payers, conversion, conversionLow, conversionHigh,
      revenue, perViewer, perViewerLow, perViewerHigh, difference, differenceLow, differenceHigh,
      pValue, statement,
    ],
    parts: parts,
    isAskedByCustomer: true,
    nonAdditive: NonAdditiveNote(
      "statistics of viewers, payers and revenue at this price and at the first one; the rows of "
        + "an experiment are those of experiments.csv, those over time are sums by month and price "
        + "that no customers are kept for",
      of: "viewers"))
}

extension PriceSensitivity {
  private static let parts = """
    SELECT 'experiment' AS source, experiment AS name, variant AS scope,
      matured_exposed AS viewers, matured_payers AS payers, matured_revenue AS revenue
    FROM experiment_sums
    """
}
