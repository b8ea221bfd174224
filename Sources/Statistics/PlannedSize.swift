/// How many customers each of two variants needs until a true difference would show.
///
/// - Parameters:
///   - difference: the true difference of the means that must not be missed; not zero.
///   - variances: of a customer, in each of the two.
///   - significance: two-sided; divided among several comparisons by the caller.
///   - power: how probably the difference shows.
package func plannedSize(
  difference: Double, variances: (Double, Double), significance: Double, power: Double = 0.8
) -> Double {
  let z = Normal.quantile(1 - significance / 2) + Normal.quantile(power)
  return (z * z * (variances.0 + variances.1) / (difference * difference)).rounded(.up)
}
