package import Reports

/// What is written of the alerts, beside the other reports of a day.
package let alertReports: [any Report] = [
  AlertsMarkdown(),  // alerts.md: for people
  AlertsCSV(),  // alerts.csv: the same table as csv/alerts.csv
  AlertsJSON(),  // alerts.json: for programs
  AlertsProm(),  // alerts.prom: for Prometheus' node_exporter
]
