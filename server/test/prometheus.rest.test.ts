// Tests the dashboard and alerts in deploy/ on a real Prometheus that scrapes a real server: every query is valid and finds
// data, and faults make alerts fire.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findFreePort } from '../src/platform/free-port.ts'
import { openInternalServer } from '../src/platform/telemetry/internal-server.ts'
import { toPromtoolTest } from './alert-samples.ts'
import { makeQuiz, makeStudent } from './factories.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { hasPrometheus, startPrometheus } from './prometheus.ts'
import { quizCalls } from './take-quiz.ts'
import { waitFor } from './wait-for.ts'

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url))
const alertsText = readFileSync(join(deploy, 'alerts.yaml'), 'utf8')
type Rule = { alert: string; expr: string; for?: string; labels: { severity: string } }
const rules = (parse(alertsText) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)

type Panel = { title: string; gridPos: { x: number; w: number }; targets?: { expr: string }[] }
const dashboard = JSON.parse(readFileSync(join(deploy, 'grafana-dashboard.json'), 'utf8')) as { panels: Panel[] }
const queries = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const))

/** Alerts that a busy machine, or one with a full disk, may trigger at any time. */
const ofMachine = new Set([
  'BaobabDiskLow',
  'BaobabEventLoopBusy',
  'BaobabMemoryHigh',
  'BaobabPoolExhausted',
  'BaobabRankingStale',
  'BaobabSlow',
  'BaobabSlowAnswers',
])

/** Metrics of what this server does not have; many-servers.rest and nginx.rest have a replica, an archive and a certificate. */
const elsewhere = new Set([
  'baobab_archive_age_seconds',
  'baobab_archive_failing',
  'baobab_certificate_seconds',
  'baobab_replicas',
  'baobab_replication_lag_seconds',
])

describe.skipIf(!hasPrometheus)('on a real Prometheus', () => {
  let t: TestApp
  let url: string
  let closeMonitoring: () => Promise<void>
  let prometheus: Awaited<ReturnType<typeof startPrometheus>>
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'baobab-alerts-'))
    t = await startTestApp({ METRICS_PORT: String(await findFreePort()), BACKUP_DIR: folder }, undefined, {
      isPatient: false,
    })
    const { telemetry, config, log } = t.app
    if (!telemetry || !config.telemetry.scraping) throw new Error('Nothing is measured.')
    url = await t.http.listen({ port: 0, host: '127.0.0.1' })
    const sources = { telemetry, log, readHealth: () => t.http.readHealth() }
    closeMonitoring = await openInternalServer(config.telemetry.scraping, sources)
    // Waits of minutes, which the promtool tests cover, are left out here.
    const withoutWaits = alertsText.replaceAll(/^ +for: .*\n/gm, '')
    prometheus = await startPrometheus({
      target: `127.0.0.1:${config.telemetry.scraping.port}`,
      rules: withoutWaits,
    })
  })
  afterAll(async () => {
    await prometheus.close()
    await closeMonitoring()
    await t.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const firing = async () => {
    const alerts = await prometheus.alerts()
    return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels['alertname'])
  }

  it('promtool accepts the rules, and each alert fires on its samples and stays quiet on the others', () => {
    execFileSync('promtool', ['check', 'rules', join(deploy, 'alerts.yaml')], { stdio: 'pipe' })
    const file = join(folder, 'tests.yaml')
    writeFileSync(file, JSON.stringify(toPromtoolTest(join(deploy, 'alerts.yaml'))))
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    expect({ status, output: stdout + stderr }).toMatchObject({ status: 0 })
  })

  it('every dashboard query returns data, and every metric used by an alert exists', async () => {
    await useProduct(t, url)
    const withVariables = (text: string) => text.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*')
    await waitFor(async () => {
      const empty: string[] = []
      for (const [title, text] of queries)
        if ((await prometheus.query(withVariables(text))).length === 0) empty.push(title)
      expect(empty).toEqual([])
    })
    const metrics = new Set(rules.flatMap(({ expr }) => expr.match(/\bbaobab_\w+/g) ?? []))
    const missing: string[] = []
    for (const name of [...metrics].filter((metric) => !elsewhere.has(metric)))
      if ((await prometheus.query(name)).length === 0) missing.push(name)
    expect(missing).toEqual([])
  })

  it('every rule can be evaluated, and no alert fires while all is well', async () => {
    await waitFor(async () => {
      const evaluated = await prometheus.rules()
      expect(evaluated).toHaveLength(rules.length)
      expect(evaluated.filter(({ health }) => health !== 'ok')).toEqual([])
    })
    // Until the first backup is scraped, its alert fires.
    await waitFor(async () => expect((await firing()).filter((alert) => !ofMachine.has(alert ?? ''))).toEqual([]))
  })

  it('a held lock triggers the pool and error alerts', async () => {
    // A student's list is read for each call, while visitors get the last one that was read.
    const { token } = await makeStudent(t)
    const headers = { authorization: `Bearer ${token}` }
    const holder = await t.owner.connect()
    await holder.query('begin; lock table videos in access exclusive mode')
    const visits = Array.from({ length: 40 }, () =>
      fetch(`${url}/api/videos`, { headers }).then(({ status }) => status),
    )
    try {
      await waitFor(async () => expect(await firing()).toContain('BaobabPoolExhausted'))
      await Promise.all(visits)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    const statuses = await Promise.all(visits)
    expect(statuses).toContain(503)
    await waitFor(async () => expect(await firing()).toContain('BaobabErrors'))
    await waitFor(async () => expect(await firing()).not.toContain('BaobabPoolExhausted'))
  })

  it('work for admins triggers its alerts, and a missing server triggers another', async () => {
    await t.owner.query(`update payment_comparisons set differences = '[{"reference":"r","what":"not-theirs"}]'`)
    await t.owner.query(`update backups set snapshot_at = snapshot_at - interval '2 days'`)
    const expected = ['BaobabBackupOld', 'BaobabPaymentDifferences']
    await waitFor(async () => expect(await firing()).toEqual(expect.arrayContaining(expected)))
    expect(await firing()).not.toContain('BaobabDown')
    await closeMonitoring()
    closeMonitoring = async () => undefined
    await waitFor(async () => expect(await firing()).toContain('BaobabDown'))
  })
})

/** Does everything the dashboard shows once: requests of each kind, an answer, a mail, a refusal, a comparison and a backup. */
async function useProduct(t: TestApp, url: string): Promise<void> {
  const student = await makeStudent(t, {}, { isMailed: true })
  const quiz = await makeQuiz(t)
  const calls = quizCalls((token) => t.as(token))
  await calls.start(student, quiz)
  await t.owner.query(
    `insert into payment_comparisons (day, our_count, our_kobo, their_count, their_kobo, differences, is_reported, compared_at)
     values (current_date - 1, 0, 0, 0, 0, '[]', false, now())`,
  )
  await t.owner.query(
    `insert into backups (name, snapshot_at, finished_at, bytes, written_bytes, file_count) values ('one', now(), now(), 1, 1, 1)`,
  )
  // A rate needs a series in two scrapes, so each one exists before its last request.
  for (let n = 0; n < 2; n += 1) {
    await calls.answer(student, quiz, n, 'right')
    for (const path of ['/api/videos', '/healthz', '/unknown']) await fetch(url + path)
  }
}
