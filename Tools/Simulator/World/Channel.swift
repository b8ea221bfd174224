/// Where customers come from.
struct Channel {
  let name: StaticString
  let campaigns: [StaticString]
  /// Its share of installs, in thousandths.
  let weight: Int
  /// How readily its people buy; 1000 is the average.
  let appetite: Int
  /// How readily its people leave; 1000 is the average.
  let restlessness: Int
  /// What an install costs, in US cents; 0: nothing.
  let cost: Int64

  static let all: [Channel] = [
    Channel(
      name: "organic", campaigns: [], weight: 420, appetite: 1100, restlessness: 850, cost: 0),
    Channel(
      name: "search_ads", campaigns: ["brand_search", "category_search", "competitor_search"],
      weight: 240, appetite: 1150, restlessness: 950, cost: 260),
    Channel(
      name: "social", campaigns: ["parents_video", "lookalike_3", "retargeting", "story_test"],
      weight: 190, appetite: 680, restlessness: 1350, cost: 180),
    Channel(
      name: "referral", campaigns: ["give_a_month"], weight: 60, appetite: 1500,
      restlessness: 650, cost: 0),
    Channel(
      name: "influencer", campaigns: ["climbing_spring", "family_podcast"], weight: 60,
      appetite: 900, restlessness: 1200, cost: 220),
    Channel(
      name: "web", campaigns: ["blog", "newsletter"], weight: 30, appetite: 1000,
      restlessness: 1000, cost: 0),
  ]

  static let referral = 3
  /// The index of the channel that an incident breaks.
  static let broken = 0
}
