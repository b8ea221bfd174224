/// Which sections `details.md` has.
package enum DetailsScope: String, CaseIterable, Sendable {
  /// Those that tell something today: what moved, fires, is wrong or is asked for.
  case moved
  case all
}
