/// What figures can be split by (SPEC 5), named as in the configuration and in the CSV files.
package enum Dimension: String, CaseIterable, Sendable {
  case tier, product, period
  case country, channel, campaign, platform
  case paywall, trigger, variant
}
