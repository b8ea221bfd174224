import Feed
import Settings
import Values

// Where alerts judge what customers did: by country and platform, and by what was known when they
// did it. Where segments are crossed, in all that is known.
extension FactSums {
  /// Of a step of a funnel.
  mutating func place(of step: FunnelPassage.Step, _ attributes: CustomerAttributes) -> Place {
    guard !isCrossed else {
      return own(
        and: Segment(.paywall, step.paywall), Segment(.variant, step.variant),
        Segment(.product, step.product), Segment(.appVersion, step.version))
    }
    var members = SegmentSets.Members(
      .all, attributes.segment(.country), attributes.segment(.platform))
    var lane = 3
    func add(_ dimension: Dimension, _ value: StringID) {
      guard value != 0 else { return }
      members[lane] = Segment(dimension, value).id
      lane += 1
    }
    add(.paywall, step.paywall)
    add(.product, step.product)
    add(.appVersion, step.version)
    return place(members)
  }

  /// Of a trial, and the view of a paywall that it is credited to.
  mutating func place(
    of trial: Trial, seen view: PaywallView, _ attributes: CustomerAttributes
  ) -> Place {
    place(
      of: FunnelPassage.Step(
        time: trial.start, paywall: view.isSeen ? view.paywall : 0, product: trial.product,
        version: view.version),
      attributes)
  }

  /// The customer's own segments, those of a trial, and those of the view that it is credited to.
  mutating func own(and trial: Trial, seen view: PaywallView) -> Place {
    var segments = [Segment(.paywall, view.paywall), Segment(.variant, view.variant)]
    trial.forEachSegment { segments.append($0) }
    return own(and: segments)
  }
}
