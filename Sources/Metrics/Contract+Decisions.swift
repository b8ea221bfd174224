extension Contract {
  package static let paywalls = File(
    "paywalls",
    "One row for every month and paywall, trigger or variant: what the month's views led to so far.",
    [month] + segment + [
      .init("views", .count, "Times that it was shown."),
      .init("dismissed", .count, "Views closed without a purchase."),
      .init("bounce_rate", .rate, "Dismissed ÷ views."),
      .init("viewers", .count, "Customers who saw it in the month."),
      .init("started", .count, "Those who started a purchase within 24 hours of a view."),
      .init("start_rate", .rate, "Started ÷ viewers."),
      .init("failed", .count, "Those whose purchase failed."),
      .init("cancelled", .count, "Those who closed the payment sheet."),
      .init("trials", .count, "Trials that began within 24 hours of a view."),
      .init("trial_rate", .rate, "Trials ÷ viewers."),
      .init("paid", .count, "Those who have paid since, for an access that a view led to."),
      .init("paid_rate", .rate, "Paid ÷ viewers."),
      .init("low", .rate, "Lower end of the paid rate's 95 % interval (Wilson)."),
      .init("high", .rate, "Upper end of the paid rate's 95 % interval (Wilson)."),
      .init("net_revenue", .money, "Payments less refunds so far of the accesses it led to."),
      .init("revenue_per_viewer", .money, "Net revenue ÷ viewers."),
      .init("matured", .flag, "1 when the month has been over for 60 days."),
    ])

  package static let paywallEncounters = File(
    "paywall_encounters",
    "One row for every month of first events, segment and number of days.",
    [.init("cohort", .month, "The month of the customers' first event.")] + segment + [
      .init("days", .count, "Within so many times 24 hours of the first event: 1, 3, 7, 14."),
      .init("customers", .count, "New customers of the month."),
      .init("encountered", .count, "Those who had seen a paywall by then."),
      .init("rate", .rate, "Encountered ÷ customers."),
    ])

  package static let conversionTimes = File(
    "conversion_times",
    "One row for every month and way: how long those took who converted in it.",
    [
      month,
      .init("path", .text, "From where to where the time is taken."),
      .init("customers", .count, "Customers who got there for the first time in the month."),
      .init("quarter_days", .number, "A quarter of them took no longer (nearest rank)."),
      .init("median_days", .number, "Half of them took no longer."),
      .init("three_quarter_days", .number, "Three quarters of them took no longer."),
      complete,
    ])

  package static let funnelLosses = File(
    "funnel_losses",
    "One row for every funnel, month whose time is over, and step: whom it lost, and their worth.",
    [
      .init("funnel", .text, "The funnel's name."),
      .init("cohort", .month, "The month of entry."),
      .init("step", .count, "The step's number, from 2."),
      .init("event", .text, "The event, or events, that count as the step."),
      .init("entered", .count, "Customers who reached the step before."),
      .init("customers", .count, "Those who reached this one."),
      .init("lost", .count, "Those who did not."),
      .init("lost_rate", .rate, "Lost ÷ entered."),
      .init("net_revenue", .money, "What those who reached it paid in the funnel's time."),
      .init("revenue_per_customer", .money, "Net revenue ÷ customers."),
      .init("loss", .money, "Lost × revenue per customer: had they gone on like the others."),
    ])

  package static let features = File(
    "features",
    "One row for every month and feature: its uses, who came back, and what denials led to.",
    [month] + segment + [
      .init("allowed", .count, "Uses that were let in, or of which nothing else is said."),
      .init("denied", .count, "Uses that were denied."),
      .init("in_trial", .count, "Uses during a trial."),
      .init("users", .count, "Customers who were let in at least once."),
      .init("users_retained", .count, "Those of them who were there in the next month, too."),
      .init("retention_rate", .rate, "Users retained ÷ users."),
      .init("active_retention_rate", .rate, "The same of all who were there in the month."),
      .init("denied_customers", .count, "Customers who were denied while they did not pay."),
      .init(
        "denied_converted", .count, "Those who paid within 7 days of the month's first denial."),
      .init("denied_rate", .rate, "Denied converted ÷ denied customers."),
      .init("low", .rate, "Lower end of that rate's 95 % interval (Wilson)."),
      .init("high", .rate, "Upper end of that rate's 95 % interval (Wilson)."),
      .init("denied_started", .count, "Those who began a trial, or paid, within 7 days."),
      .init("denied_start_rate", .rate, "Denied started ÷ denied customers."),
      .init("others", .count, "Customers who used any feature unpaid and were denied nothing."),
      .init("others_converted", .count, "Those who paid within 7 days of the month's first use."),
      .init("others_rate", .rate, "Others converted ÷ others."),
      .init("others_started", .count, "Those who began a trial, or paid, within 7 days."),
      .init("others_start_rate", .rate, "Others started ÷ others."),
      .init("matured", .flag, "1 when the month has been over for 7 days."),
    ])

  package static let offers = File(
    "offers",
    "One row for every month, offer or code, and audience; (without): who began without one.",
    [month] + segment + [
      .init("audience", .text, "new, returning, or running: had access already."),
      .init("starts", .count, "Redemptions; accesses that began, for (without)."),
      .init("converted", .count, "Followed by a payment at the full price so far."),
      .init("matured", .count, "Those whose terms ended 30 days ago."),
      .init("matured_converted", .count, "Those of them followed by a full price in that time."),
      .init("conversion_rate", .rate, "Matured converted ÷ matured."),
      .init("low", .rate, "Lower end of that rate's 95 % interval (Wilson)."),
      .init("high", .rate, "Upper end of that rate's 95 % interval (Wilson)."),
      .init("similar_conversion_rate", .rate, "The same of those without an offer."),
      .init("aged", .count, "Those that began 90 days ago."),
      .init("aged_retained", .count, "Those of them with MRR on the 90th day."),
      .init("retention_rate", .rate, "Aged retained ÷ aged."),
      .init("revenue_per_customer", .money, "Net revenue of the 90 days ÷ aged."),
      .init("similar_aged", .count, "Same month and audience without an offer, 90 days old."),
      .init("similar_retention_rate", .rate, "Those of them with MRR ÷ all of them."),
      .init("similar_revenue_per_customer", .money, "Their net revenue of 90 days ÷ all of them."),
    ])

  package static let referrals = File(
    "referrals", "One row for every month in which referrals were recorded.",
    [
      month,
      .init("recorded", .count, "Referrals: completed + expired + pending."),
      .init("completed", .count, "Those that earned their referrer a reward."),
      .init("expired", .count, "Those not completed within 90 days."),
      .init("pending", .count, "The others."),
      .init("completion_rate", .rate, "Completed ÷ recorded; grows while any are pending."),
      .init("low", .rate, "Lower end of that rate's 95 % interval (Wilson)."),
      .init("high", .rate, "Upper end of that rate's 95 % interval (Wilson)."),
      .init("rewards_redeemed", .count, "Completed ones whose referrer redeemed an offer since."),
      .init("rewards_outstanding", .count, "Completed ones whose reward waits."),
      .init("self_referrals", .count, "Customers who referred themselves."),
    ])

  package static let acquisitionCost = File(
    "acquisition_cost",
    "One row for every month, channel and campaign: what was spent, and what its customers brought.",
    [
      .init("month", .month, "The month of the spending, and of the customers' first event."),
      .init("channel", .text, "The channel; all for everything together."),
      .init("campaign", .text, "The campaign; all for the whole channel."),
      .init("spend", .money, "What was spent, at the exchange rates of the days."),
      .init("customers", .count, "Customers first seen in the month."),
      .init("cost_per_customer", .money, "Spend ÷ customers; empty where nothing was spent."),
      .init("payers", .count, "Those of them who have paid so far."),
      .init("cost_per_payer", .money, "Spend ÷ payers."),
      .init("net_revenue", .money, "Their payments less refunds so far."),
      .init("revenue_per_customer", .money, "Net revenue ÷ customers: realised lifetime value."),
      .init("ltv_to_cost", .number, "Net revenue ÷ spend."),
      .init("proceeds", .money, "Net revenue less estimated tax and commission."),
      .init("proceeds_to_cost", .number, "Proceeds ÷ spend."),
      .init(
        "months_to_pay_back", .count,
        "By the end of which 30 days of the customers' life net revenue reached the spend."),
      complete,
    ])

  package static let plans = File(
    "plans", "One row for every product of the catalogue.",
    [
      .init("product", .text, "The product's id."),
      .init("tier", .text, "Its tier."),
      .init("period", .text, "Its period."),
      .init("list_price", .number, "The catalogue's price, in its own currency."),
      .init("list_currency", .text, "That currency."),
      .init("list_monthly", .number, "A month's worth of the list price."),
      .init(
        "saving", .rate, "What a month costs less than with the monthly product of its tier."),
      .init("subscriptions", .count, "Running paid coverages with MRR at the end of the day."),
      .init("share", .rate, "Subscriptions ÷ those of the catalogue."),
      .init("mrr", .money, "Their MRR."),
      .init("paid_monthly", .money, "A month's worth of the average charge of the last 90 days."),
      .init("first_payments", .count, "First payments of customers in the last 90 days."),
      .init("changed_to", .count, "Changes to it from another product, ever."),
      .init("changed_from", .count, "Changes from it to another product, ever."),
    ])

  package static let planChanges = File(
    "plan_changes", "One row for every month and pair of products: who changed without a gap.",
    [
      month,
      .init("from_product", .text, "The product before."),
      .init("to_product", .text, "The product after."),
      .init("changes", .count, "How many changed."),
      .init("mrr_before", .money, "Their MRR of the product before."),
      .init("mrr_after", .money, "Their MRR of the product after."),
      .init("mrr_change", .money, "After less before."),
    ])

  package static let pricePoints = File(
    "price_points", "One row for every month, currency and monthly-equivalent price.",
    [
      month,
      .init("currency", .text, "The currency that was paid in."),
      .init(
        "monthly_price", .number,
        "A month's worth of the price, in that currency; empty for all others together."),
      .init("charges", .count, "Charges of subscriptions at that price."),
      .init("share", .rate, "Charges ÷ those of the month in all currencies."),
      .init("gross", .money, "What they add up to in the reporting currency."),
      .init("mrr", .money, "A month's worth of that."),
    ])

  package static let suspicious = File(
    "suspicious", "One row for everything that a person should look at; nothing acts upon it.",
    [
      .init(
        "kind", .text,
        "shared transaction, same receipt, refund abuse, trial hopping, self-referral, referral ring."
      ),
      .init("customer", .text, "The customer's id, hashed as in subscribers.csv."),
      .init("transaction", .text, "The hash of the transaction, where it is about one."),
      .init("other_customer", .text, "The referrer, hashed, where it is about one."),
      .init(
        "cases", .count,
        "Customers, mentions, refunds, trials, or the length of the ring, by the kind."),
      .init("amount", .money, "What was charged, or paid back."),
      .init("latest", .day, "The day of the latest case."),
    ])
}
