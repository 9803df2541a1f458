// For each alert in deploy/alerts.yaml, series that make it fire and series that keep it quiet, minute by minute in promtool's
// notation.
type Series = Record<string, string>
type Samples = { fires: Series; alsoFires?: Series; quiet: Series }

const calls = (service: string, outcome: string) =>
  `baobab_outgoing_call_duration_seconds_count{service="${service}",outcome="${outcome}"}`
const requests = (status: string) => `baobab_http_requests_total{status="${status}",route="/api/videos"}`
const answers = (le: string) =>
  `baobab_http_request_duration_seconds_bucket{method="POST",route="/api/trivia/video/:videoTitle/:ageCategory/answer",le="${le}"}`
const pages = (le: string) => `baobab_http_request_duration_seconds_bucket{method="GET",route="page",le="${le}"}`
const diskOfDatabase = (what: string) => `node_filesystem_${what}_bytes{job="database",mountpoint="/",fstype="ext4"}`

export const alertSamples: Readonly<Record<string, Samples>> = {
  BaobabDown: {
    fires: { 'up{job="baobab"}': '0x60' },
    quiet: { 'up{job="baobab"}': '1x60', 'up{job="other"}': '0x60' },
  },
  BaobabRestarting: {
    fires: { baobab_uptime_seconds: '60 120 180 60 120 60 120 60 120 60+60x52' },
    quiet: { baobab_uptime_seconds: '60 120 60+60x60' },
  },
  BaobabErrors: {
    fires: { [requests('2xx')]: '0+960x60', [requests('5xx')]: '0+40x60' },
    quiet: { [requests('2xx')]: '0+990x60', [requests('5xx')]: '0+10x60' },
  },
  BaobabSlowAnswers: {
    fires: {
      [answers('0.1')]: '0+90x60',
      [answers('0.25')]: '0+95x60',
      [answers('0.5')]: '0+100x60',
      [answers('+Inf')]: '0+100x60',
    },
    quiet: { [answers('0.1')]: '0+100x60', [answers('0.25')]: '0+100x60', [answers('+Inf')]: '0+100x60' },
  },
  BaobabSlow: {
    fires: { [pages('1')]: '0+90x60', [pages('2.5')]: '0+100x60', [pages('+Inf')]: '0+100x60' },
    quiet: { [pages('1')]: '0+96x60', [pages('2.5')]: '0+100x60', [pages('+Inf')]: '0+100x60' },
  },
  BaobabPoolExhausted: {
    fires: { 'baobab_pool_waiting{pool="requests"}': '3x60' },
    // Brief waits are normal, and jobs may wait.
    quiet: { 'baobab_pool_waiting{pool="requests"}': '0 3 0 3 0x60', 'baobab_pool_waiting{pool="slow"}': '3x60' },
  },
  BaobabEventLoopBusy: {
    fires: { baobab_event_loop_utilization: '0.95x60' },
    quiet: { baobab_event_loop_utilization: '0.85x60' },
  },
  BaobabMemoryHigh: {
    fires: { 'baobab_memory_bytes{kind="rss"}': '1.6e9x60' },
    quiet: { 'baobab_memory_bytes{kind="rss"}': '1.2e9x60' },
  },
  // All servers look after the same queues, so one working server is enough.
  BaobabJobsStopped: {
    fires: { 'baobab_jobs_idle_seconds{instance="a"}': '0+60x60', 'baobab_jobs_idle_seconds{instance="b"}': '5+60x60' },
    quiet: { 'baobab_jobs_idle_seconds{instance="a"}': '0+60x60', 'baobab_jobs_idle_seconds{instance="b"}': '12x60' },
  },
  BaobabJobsWaiting: {
    fires: { 'baobab_jobs_oldest_seconds{queue="account-mails"}': '0+60x60' },
    quiet: {
      'baobab_jobs_oldest_seconds{queue="process-video"}': '0+60x60',
      'baobab_jobs_oldest_seconds{queue="account-mails"}': '20x60',
    },
  },
  BaobabJobsFailed: {
    fires: { 'baobab_jobs_failed{queue="account-mails"}': '1x60' },
    quiet: { 'baobab_jobs_failed{queue="account-mails"}': '0x60' },
  },
  BaobabRankingStale: {
    fires: { baobab_ranking_age_seconds: '30x60' },
    quiet: { baobab_ranking_age_seconds: '0.2x60' },
  },
  BaobabMailFailing: {
    fires: { [calls('mail', 'ok')]: '0+7x60', [calls('mail', 'failed')]: '0+3x60' },
    quiet: {
      [calls('mail', 'ok')]: '0+9x60',
      [calls('mail', 'failed')]: '0+1x60',
      [calls('payments', 'failed')]: '0+9x60',
    },
  },
  BaobabSmsFailing: {
    fires: { [calls('sms', 'ok')]: '0+7x60', [calls('sms', 'failed')]: '0+3x60' },
    quiet: { [calls('sms', 'ok')]: '0+9x60', [calls('sms', 'failed')]: '0+1x60', [calls('mail', 'failed')]: '0+9x60' },
  },
  // All servers count the same messages.
  BaobabSmsBudgetLow: {
    fires: { 'baobab_sms_sent_today{instance="a"}': '80x60', 'baobab_sms_budget{instance="a"}': '100x60' },
    quiet: { 'baobab_sms_sent_today{instance="a"}': '79x60', 'baobab_sms_budget{instance="a"}': '100x60' },
  },
  BaobabSmsBudgetSpent: {
    fires: { baobab_sms_sent_today: '101x60', baobab_sms_budget: '100x60' },
    quiet: { baobab_sms_sent_today: '99x60', baobab_sms_budget: '100x60' },
  },
  BaobabSmsRangePaused: {
    fires: { baobab_sms_paused_ranges: '1x60' },
    quiet: { baobab_sms_paused_ranges: '0x60' },
  },
  BaobabPaymentProviderAway: {
    fires: { [calls('payments', 'ok')]: '0+1x60', [calls('payments', 'failed')]: '0+3x60' },
    quiet: { [calls('payments', 'ok')]: '0+3x60', [calls('payments', 'failed')]: '0+1x60' },
  },
  BaobabPaymentDifferences: {
    fires: { baobab_payment_differences: '2x60' },
    quiet: { baobab_payment_differences: '0x60' },
  },
  BaobabPaymentsNotCompared: {
    fires: { baobab_payment_comparison_age_seconds: '110000x60' },
    quiet: { baobab_payment_comparison_age_seconds: '90000x60' },
  },
  BaobabFileStoreDown: {
    fires: { baobab_file_store_down: '1x60' },
    quiet: { baobab_file_store_down: '0x60' },
  },
  BaobabDiskLow: {
    fires: { 'baobab_disk_free_bytes{disk="files"}': '9x60', 'baobab_disk_size_bytes{disk="files"}': '100x60' },
    quiet: { 'baobab_disk_free_bytes{disk="files"}': '11x60', 'baobab_disk_size_bytes{disk="files"}': '100x60' },
  },
  // Only if a server makes backups.
  BaobabBackupOld: {
    fires: { baobab_backup_age_seconds: '100000x60', baobab_backup_on: '1x60' },
    // No backup has ever been made.
    alsoFires: { baobab_backup_on: '1x60' },
    quiet: { baobab_backup_age_seconds: '100000x60', baobab_backup_on: '0x60' },
  },
  BaobabNoBackup: {
    fires: { 'baobab_backup_on{instance="a"}': '0x90', 'baobab_backup_on{instance="b"}': '0x90' },
    quiet: { 'baobab_backup_on{instance="a"}': '0x90', 'baobab_backup_on{instance="b"}': '1x90' },
  },
  BaobabArchiveLate: {
    fires: { baobab_archive_failing: '1x60', baobab_archive_age_seconds: '100x60' },
    alsoFires: { baobab_archive_failing: '0x60', baobab_archive_age_seconds: '0+60x60' },
    quiet: { baobab_archive_failing: '0x60', baobab_archive_age_seconds: '300x60' },
  },
  BaobabReplicaLate: {
    fires: { baobab_replication_lag_seconds: '90x60' },
    quiet: { baobab_replication_lag_seconds: '0 90 0 90 0x60' },
  },
  BaobabReplicaMissing: {
    fires: { baobab_replicas: '2x10 1x60' },
    quiet: { baobab_replicas: '2x10 1 2x60' },
  },
  BaobabDatabaseDiskLow: {
    fires: { [diskOfDatabase('avail')]: '9x60', [diskOfDatabase('size')]: '100x60' },
    quiet: { [diskOfDatabase('avail')]: '11x60', [diskOfDatabase('size')]: '100x60' },
  },
  BaobabCertificateExpires: {
    fires: { baobab_certificate_seconds: '1e6x90' },
    quiet: { baobab_certificate_seconds: '2e6x90' },
  },
  BaobabDrawOverdue: {
    fires: { baobab_draw_next_seconds: '-4000x90', baobab_draw_lists_missing: '0x90' },
    alsoFires: { baobab_draw_next_seconds: '86400x90', baobab_draw_lists_missing: '1x90' },
    quiet: { baobab_draw_next_seconds: '-600x90', baobab_draw_lists_missing: '0x90' },
  },
  BaobabClockWrong: {
    fires: { baobab_clock_difference_seconds: '-7x60' },
    quiet: { baobab_clock_difference_seconds: '0.3x60' },
  },
}

const waitsAnHour = new Set(['BaobabDrawOverdue', 'BaobabNoBackup', 'BaobabCertificateExpires'])

/** Returns the promtool test file: each alert fires within 90 minutes with its first series, and never with its others. */
export function toPromtoolTest(rulesFile: string): object {
  const count = (alert: string) => `count(ALERTS{alertname="${alert}",alertstate="firing"})`
  return {
    rule_files: [rulesFile],
    evaluation_interval: '1m',
    tests: Object.entries(alertSamples).flatMap(([alert, { fires, alsoFires, quiet }]) =>
      [fires, alsoFires, quiet]
        .filter((series) => series !== undefined)
        .map((series) => ({
          name: `${alert} ${series === quiet ? 'stays quiet' : 'fires'}`,
          interval: '1m',
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          promql_expr_test: [
            {
              expr: count(alert),
              eval_time: waitsAnHour.has(alert) ? '80m' : '50m',
              exp_samples: series === quiet ? [] : [{ labels: '{}', value: 1 }],
            },
          ],
        })),
    ),
  }
}
