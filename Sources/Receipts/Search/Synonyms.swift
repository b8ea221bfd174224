/// Words that people say, and the figures that they mean by them, the most usual one first; behind
/// a semicolon the row of the file. A line is one idea; `|` stands between ways to say it.
enum Synonyms {
  static let lines = """
    mrr|monthly recurring revenue|recurring revenue = daily.mrr mrr_movements.closing daily_segments.mrr
    arr|annual recurring revenue|run rate = daily.arr
    net mrr after|mrr after fees|mrr after store fees|mrr after tax = daily.net_mrr
    opening mrr|mrr at the start|starting mrr = mrr_movements.opening churn.opening_mrr
    new mrr = mrr_movements.new daily.new_mrr
    expansion mrr|expansion|upgrades mrr|mrr from upgrades|upsell = mrr_movements.expansion churn.expansion_mrr daily.expansion_mrr
    contraction mrr|contraction|mrr lost to downgrades|lose to downgrades|downgrades = mrr_movements.contraction churn.contraction_mrr daily.contraction_mrr
    reactivation mrr|mrr win back|mrr won back|mrr came back|win back mrr|reactivated mrr = mrr_movements.reactivation daily.reactivation_mrr
    churned mrr|churn mrr|mrr churned|mrr lost to churn|lost mrr = mrr_movements.churn churn.churned_mrr daily.churn_mrr
    exchange rates mrr|currency effect|fx|effect of exchange rates = mrr_movements.fx daily.fx_mrr
    churn|churn rate|customer churn|logo churn|subscriber churn = churn.churn_rate
    churned customers|customers churned|churned subscribers|subscribers churned|customers lost|customers left|lose customers|subscribers lost|how many churn = churn.churned_customers mrr_movements.churned_subscribers daily.churned_subscribers
    churn failed payments|lose because of failed payments|involuntary churn|lost to failed payments|billing churn|churned billing = churn.billing
    voluntary churn|churned voluntarily|churn voluntary|cancelled voluntarily|customers cancelled voluntarily = churn.voluntary
    churned refund|lost to refunds|churn by refund = churn.refund
    gross mrr churn|mrr churn rate gross|gross revenue churn|mrr churn gross = churn.gross_mrr_churn
    net mrr churn|net revenue churn = churn.net_mrr_churn
    nrr|net revenue retention|net dollar retention = churn.nrr
    grr|gross revenue retention|gross dollar retention = churn.grr
    quick ratio = churn.quick_ratio
    subscribers|paying subscribers|paying customers|subscriber count|active subscribers|paying users|subscriptions = daily.subscribers mrr_movements.closing_subscribers daily_segments.subscribers plans.subscriptions
    new subscribers|subscribers won|new paying subscribers|win subscribers = mrr_movements.new_subscribers daily.new_subscribers
    subscribers came back|subscribers come back|reactivated subscribers|returned subscribers|reactivations = mrr_movements.reactivated_subscribers daily.reactivated_subscribers
    auto renew off|set to expire|turned off auto renew|set to cancel|switched off auto renew|will not renew|auto renewal off = daily.set_to_cancel
    mrr set to cancel|set to cancel mrr|mrr at risk = daily.set_to_cancel_mrr
    grace period|in grace|subscribers in grace period|grace = daily.in_grace
    complimentary access|free access granted|comped|complimentary = daily.complimentary
    net revenue|revenue|sales|turnover|income|earn|earned|bring in = revenue.net daily.net_revenue daily_segments.net_revenue
    gross revenue|gross sales|billings|bookings = revenue.gross daily.gross_revenue
    refunded money|refund amount|refunded|money refunded|refund|cost of refunds|refunds cost = revenue.refunded refunds.refunded daily.refunded
    number of refunds|many refunds|refunds = revenue.refunds refunds.refunds daily.refunds
    refund rate|share refunded|refunds rate = revenue.refund_rate
    proceeds|payout from stores = revenue.proceeds daily.proceeds
    commission|store fee|store fees|store cut|apple cut = revenue.commission daily.commission
    tax|vat|taxes|tax withheld = revenue.tax daily.tax
    arpu|average revenue per user|average revenue per customer|revenue per user = revenue.arpu
    arppu|average revenue per paying user|average revenue per payer|average revenue per paying customer|revenue per paying user = revenue.arppu
    charges|payments|successful payments|transactions|charges processed = revenue.charges daily.charges
    trial conversion|trial to paid|trial conversion rate|trial to paid conversion|conversion of trials|trials converted rate|trial to paid rate|trials convert = trial_cohorts.matured_rate
    trials started|free trials|trial starts|new trials|trials start|sign ups for trial|start trials|trials began|trial sign ups = trial_cohorts.trials daily.trials_started
    trials running|active trials|running trials|trials active = daily.trials_active
    trials converted|converted trials|trial conversions|conversions = daily.trials_converted trial_cohorts.converted
    trials pending|pending trials|trials still pending|undecided trials = trial_cohorts.pending
    trials abandoned|abandoned trials = trial_cohorts.abandoned
    opening customers|paying at the opening = churn.opening_customers
    retention|retention rate|still paying|still around|retained|user retention|subscriber retention|stayed = retention.rate
    average retention|retention|retention rate|still paying = cohort_averages.rate; figure=retention
    revenue retention|mrr retention|dollar retention = retention.mrr_rate
    ltv|lifetime value|customer lifetime value|realised ltv = ltv.per_customer
    average ltv|ltv|lifetime value|realised ltv = cohort_averages.amount; figure=ltv_per_customer
    ltv per payer|lifetime value per payer|lifetime value of a payer = ltv.per_payer
    payers cohort|payer count = ltv.payers
    predicted value|predicted ltv|expected lifetime value = ltv_predicted.value_life
    predicted 12 month value|predicted value 12 months|12 month value = ltv_predicted.value_12_months
    predicted 24 month value|predicted value 24 months|24 month value = ltv_predicted.value_24_months
    worth of a trial|trial worth|value of a trial|trial value = ltv_predicted.trial_value
    cost per install|cpi|cost of an install = acquisition_cost.cost_per_customer
    cac|acquisition cost|cost of acquisition|customer acquisition cost|cost to acquire|cost per customer|cost get paying customer|cost of a paying customer|cost per payer|acquire a payer|cost to acquire a payer|cost of a payer|cost per paying customer = acquisition_cost.cost_per_payer
    spend|ad spend|marketing spend|spend on ads|campaign cost|marketing cost|cost of campaign = acquisition_cost.spend
    ltv to cac|ltv cac|ltv to cost|return on ad spend|roas = acquisition_cost.ltv_to_cost
    pay back|payback|months to pay back|payback period = acquisition_cost.months_to_pay_back
    customers acquired|new customers|installs|acquired customers|customers signed up|new users|downloads = acquisition_cost.customers
    opened first time|opened app first time|first launch = acquisition_cost.customers paywall_encounters.customers
    budget attainment|against budget|against plan|of the budget|budget reached|against the budget = budget.attainment
    budget|plan for|planned|target for = budget.budget
    from the plan|difference to budget|below budget|under budget|over budget|behind plan|ahead of plan = budget.difference
    recovery rate|recovered payments rate|share of failed payments recovered|failed payments recover|recovery = billing.recovery_rate
    failed payments recovered|payments recovered|recovered payments = billing.recovered
    failed payments|payment failures|billing failures|payments failed|failed billings = billing.failures
    days to recover|recovery days|average days to recover = billing.average_days
    payment failure rate|failed payment rate = operations.payment_failure_rate
    renewal rate|renewals rate|renewed share = renewals.renewal_rate
    renewals|renewed|renewals count = renewals.renewed
    renewals due|due for renewal|due renewals|renewals fall due = renewals.due
    renewal rate payment|renewal rate by payment|renewal curve = renewal_curve.renewal_rate
    cancellations|cancelled|cancel because|customers cancelled|cancels = cancellations.cancellations
    cancellations in trial|cancelled during trial|cancel during trial|cancellations during trial|cancelled in trial = cancellations.in_trial
    saw a paywall|paywall viewers|viewers|people saw paywall = paywalls.viewers
    paywall views|paywall impressions|views of paywall|paywalls shown = paywalls.views operations.paywalls_shown
    bounce rate|paywall bounce|dismissed share = paywalls.bounce_rate operations.bounce_rate
    viewers paid|paywall conversion|paid conversion paywall|paywall to purchase|viewers who paid|paywall viewers paid = paywalls.paid_rate
    revenue per viewer|revenue a viewer = paywalls.revenue_per_viewer
    viewers start a trial|trial rate|trial start rate|viewers start trial = paywalls.trial_rate
    same day start rate|start rate = operations.start_rate paywalls.start_rate
    paywall encounter|saw paywall within|seen a paywall within|saw a paywall within|installs see a paywall|percent see a paywall = paywall_encounters.rate
    funnel|funnel conversion|reached step|reached the step|reached = funnel.from_first
    entered the funnel|customers in funnel|entered funnel = funnel.customers; step=1
    lost in the funnel|funnel loss|drop off = funnel_losses.lost_rate
    feature denied|denied|denials = features.denied features.denied_customers
    denied paid|denied a feature paid|denied conversion|converted after denial = features.denied_rate
    feature users|users of feature|used feature|used = features.users
    feature uses|uses of feature = features.allowed
    offer conversion|redeemed conversion|conversion of offer|redeemed offer|conversion redeemed = offers.conversion_rate
    redemptions|redeemed|offer redemptions = offers.starts
    codes left|codes available|available codes|remaining codes = offer_codes.available
    codes redeemed = offer_codes.redeemed
    referrals completed|completed referrals = referrals.completed
    referrals expired|expired referrals = referrals.expired
    referrals|referrals recorded = referrals.recorded
    referral completion rate|completion rate|referral rate = referrals.completion_rate
    first payments|first time payers|first time paying|new payers|first payment|signed up paid plan|sign ups paid plan = first_payments.first_payments
    share of first payments|first payments share|first payments part = first_payments.share
    time to payment|median days to payment|how long to payment|days from first event|time to convert|how long does it take|how long from first event = conversion_times.median_days
    subscriber lifetime|median lifetime|customer lifetime|how long do subscribers pay = lifetimes.median_days
    survival|survival curve|share that survives = survival.survival
    predicted mrr|mrr forecast|forecast mrr|expected mrr|mrr expected|forecast|mrr do we expect = outlook.expected; item=forecast
    committed mrr = outlook.expected; item=committed_mrr
    payout|payouts|expected payout|store payout = payouts.expected payouts.proceeds
    renewals coming up|come up for renewal|subscriptions come up for renewal|subscribers come up for renewal|renewals next|renewals in the next|due to renew next|upcoming renewals = upcoming.renewals_due
    trials end next|trials ending|trials end in the next|trials that end|upcoming trial ends = upcoming.trials_ending
    trials cancelled ending|trials ending cancelled|trials set to not renew|trials not renew end = upcoming.trials_cancelled
    expected from trials|money expected from trials|trials expected|expected of trials ending = upcoming.trials_expected
    price of|list price|cost of plan|plan cost|does the plan cost|how much does plan cost = plans.list_price
    share of subscriptions|plan share|share of plan = plans.share
    customers has|customers on|customers of plan = plans.subscriptions mrr_movements.closing_subscribers
    plan changes|upgraded from|changed from|switched from|changed plan|moved from = plan_changes.changes
    hit the limit|at the limit|reached the limit|at limit|hit limit = plan_limits.at_limit
    consent|consented|consented to tracking|opted in to tracking = consent.customers; state=granted
    denied consent|refused tracking|opted out of tracking = consent.customers; state=denied
    converts to paid|experiment conversion|variant conversion|convert to paid|variant paid = experiments.figure; metric=paid
    revenue per exposed|variant revenue|revenue per user variant|revenue per user experiment|revenue per user group = experiments.figure; metric=revenue
    experiment trial rate|variant trial rate|variant trials = experiments.figure; metric=trial
    chance to win|probability to win|likely to win = experiments.chance_to_win
    uneven split|sample ratio mismatch|split by chance|broken split = experiments.split_p_value
    rollout adoption|adoption = rollouts.figure_in; metric=adoption
    conversion at price|conversion price|viewers at price|conversion at the price = price_sensitivity.conversion
    mrr grow|mrr grow percent|mrr growth|mrr go up|mrr change|change of mrr|mrr changed|mrr change last 30 days = changes.amount_change; metric=mrr,split=total
    revenue growth|revenue change|net revenue change|change of revenue|revenue changed = changes.amount_change; metric=net_revenue,split=total
    contribute to mrr change|contribution to mrr change|contribute mrr change = changes.amount_change; metric=mrr,split=movement
    crash rate|crashes rate = operations.crash_rate
    crashes = operations.crashes
    anr rate|not responding rate = operations.anr_rate
    store errors = operations.store_errors
    store error rate = operations.store_error_rate
    sync failure rate|sync failures rate = operations.sync_failure_rate
    validation failure rate|receipt validation failure = operations.validation_failure_rate
    purchase success rate|purchases succeed|purchase success = operations.purchase_success_rate
    latency|validation latency|p95 latency|p95 = operations.latency_p95
    median latency|p50 latency|p50 = operations.latency_p50
    p99 latency|p99 = operations.latency_p99
    failures caused by|caused by|failures by cause|cause of failures = failures.failures
    jailbreak|jailbroken = integrity.customers; sign=jailbreak
    tampered receipts|tampered = integrity.customers; sign=tampered_receipt
    trial bypass pay|bypass paid|bypass pay = integrity.net_revenue; sign=trial_bypass
    complimentary converted|complimentary conversion|complimentary access converted|complimentary access convert = complimentary_reasons.conversion_rate
    lines rejected|rejected lines|log lines rejected = data_quality.count; section=lines,item=rejected
    duplicate lines|duplicate events|duplicates = data_quality.count; section=lines,item=duplicate
    """

  /// What is no figure of any report, though its words are: said so at once.
  static let undefined = [
    "active users", "daily users", "monthly users", "session length", "app store rating",
    "open rate", "net new mrr", "cash balance", "net profit", "profit",
  ]

  /// Words that carry nothing.
  static let empty: Set<String> = Set(
    """
    a about account co all also am an and any are as ask at be because been before being between both but
    by can come comes could days did do does doing done during each end ending exactly far for from gave get
    give given go going got had has have he her here him his how i if in into is it its just know last like
    long look looked looks made make makes many me might more much my need number of off on one only onto or our
    out over overall own per please put q question s say saw see seen she should show since so some still
    such take takes tell than that the their them then there these they thing this those through time to
    together total until up us use used using very via was we well went were what when where whether which while
    who whole why will with within without would year yet you your i.e e.g ie eg really actually currently
    now today moment right present level figure figures value numbers what's whats there's amounts doing did
    people person persons user users customer customers count every having happened versus vs compared
    company business report reported data app apps product products plan plans tier segment channel
    campaign country platform period cohort month months week weeks day group variant test experiment
    step launch joined started who've paid pay
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
