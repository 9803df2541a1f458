import { listPolicyReports } from '@baobab/contract/system/endpoints.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { captureLog } from '../../test/capture-log.ts'
import { makeAdmin, type MadeAdmin } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { summarizeReport } from './policy-report-rules.ts'
import { recordPolicyReport } from './record-policy-report.ts'
import { policyReports } from './tables.ts'

let t: TestApp
let admin: MadeAdmin
beforeAll(async () => {
  // 30 reports a minute from one address.
  t = await startTestApp({ RATE_LIMIT_FACTOR: '0.5' })
  admin = await makeAdmin(t)
})
afterAll(() => t.close())
beforeEach(() => t.owner.query('delete from policy_reports'))

/** A report as Chromium sends it. */
const report = (changes: Record<string, unknown> = {}) => ({
  'document-uri': 'https://baobab.example/student/trivia/page?video=5&name=Ada',
  referrer: '',
  'violated-directive': 'script-src-elem',
  'effective-directive': 'script-src-elem',
  'original-policy': "default-src 'none'",
  disposition: 'enforce',
  'blocked-uri': 'https://evil.example/steal.js?token=secret',
  'line-number': 7,
  'source-file': 'https://baobab.example/student/trivia/page',
  'status-code': 200,
  'script-sample': '',
  ...changes,
})
const send = (payload: string, { type = 'application/csp-report', remoteAddress = '192.0.2.7' } = {}) =>
  t.http.inject({
    method: 'POST',
    url: '/api/policy-reports',
    headers: { 'content-type': type },
    payload,
    remoteAddress,
  })
const sendReport = (changes: Record<string, unknown> = {}, address?: string) =>
  send(JSON.stringify({ 'csp-report': report(changes) }), address ? { remoteAddress: address } : {})
const list = async () => (await t.as(admin.token)(listPolicyReports, {})).reports

describe('a report about the content policy', () => {
  it('W-01 is counted for admins, without the query of any URL', async () => {
    for (let i = 0; i < 3; i += 1) expect((await sendReport()).statusCode).toBe(200)
    await sendReport({ 'effective-directive': '', 'violated-directive': "style-src 'self'", 'blocked-uri': 'inline' })
    expect(await list()).toMatchObject([
      { page: '/student/trivia/page', directive: 'style-src', blocked: 'inline', reports: 1 },
      { page: '/student/trivia/page', directive: 'script-src-elem', blocked: 'evil.example', reports: 3 },
    ])
    expect(JSON.stringify(await t.app.db.select().from(policyReports))).not.toMatch(/Ada|secret|steal|192\.0\.2/)
  })

  it('is logged once for each kind', async () => {
    const { log, lines } = captureLog()
    for (const uri of ['data', 'data', 'blob'])
      await recordPolicyReport({ ...t.app, log }, toParsed({ 'blocked-uri': uri }))
    expect(lines().map(({ level, blocked }) => [level, blocked])).toEqual([
      [40, 'data'],
      [40, 'blob'],
    ])
  })

  it.each([
    ['another type', JSON.stringify({ 'csp-report': report() }), 'text/plain', 415],
    ['more than 16 KiB', JSON.stringify({ 'csp-report': report({ referrer: 'x'.repeat(17_000) }) }), undefined, 413],
    ['no report', '{}', undefined, 400],
    ['a list', '[{"type":"csp-violation"}]', undefined, 400],
    ['a page that is not a text', JSON.stringify({ 'csp-report': report({ 'document-uri': 7 }) }), undefined, 400],
    ['something beside the report', JSON.stringify({ 'csp-report': report(), role: 'admin' }), undefined, 400],
    ['deep nesting', `{"csp-report":${'['.repeat(30)}`, undefined, 400],
  ])('with %s is refused and not counted', async (_, payload, type, status) => {
    expect((await send(payload, type === undefined ? {} : { type })).statusCode).toBe(status)
    expect(await list()).toEqual([])
  })

  it('is refused above a number a minute from one address, which leaves its other calls alone', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => sendReport({}, '192.0.2.8')))
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
    expect(await list()).toMatchObject([{ reports: 30 }])
    expect((await t.http.inject({ url: '/api/videos', remoteAddress: '192.0.2.8' })).statusCode).toBe(200)
  })

  it('is not hidden by a flood of made-up sources: its page and directive are counted, and known sources by name', async () => {
    await sendReport()
    await t.app.db.execute(sql`
      insert into policy_reports select '/', 'script-src-elem', n || '.example', 1, now(), now() from generate_series(1, 24) as n`)
    for (const blocked of ['https://new.example', 'https://newer.example', 'https://evil.example'])
      await sendReport({ 'blocked-uri': blocked })
    await sendReport({ 'effective-directive': 'img-src' })
    const reports = (await list()).filter(({ page }) => page !== '/')
    expect(
      reports.map(({ directive, blocked, reports: count }) => `${directive} ${blocked} ${count}`).toSorted(),
    ).toEqual(['img-src evil.example 1', 'script-src-elem evil.example 2', 'script-src-elem other 2'])
  })

  it('is deleted after 30 days without another one', async () => {
    await sendReport()
    t.app.clock.advance(31 * 24 * 3_600_000)
    expect(await t.app.db.select().from(policyReports)).toHaveLength(1)
    await recordPolicyReport(t.app, toParsed({ 'blocked-uri': 'eval' }))
    t.app.clock.advance(-31 * 24 * 3_600_000)
    expect(await t.app.db.select().from(policyReports)).toMatchObject([{ blocked: 'eval' }])
  })
})

function toParsed(changes: Record<string, string>) {
  return {
    'document-uri': 'https://baobab.example/',
    'effective-directive': 'img-src',
    'violated-directive': 'img-src',
    'blocked-uri': '',
    'source-file': '',
    ...changes,
  }
}

describe('what is kept from a report', () => {
  it.each([
    ['https://baobab.example/certificate/AAAAAAAAAAAAAAAAAAAAAA', '/certificate/...'],
    ['https://baobab.example/scholarship/2026-11', '/scholarship/...'],
    ['https://baobab.example/reset-password?token=secret#x', '/reset-password'],
    ['https://baobab.example/media/secret/videos/a.mp4', 'other'],
    ['https://baobab.example/ada@home.example', 'other'],
    ['about:blank', 'other'],
    ['no address', 'other'],
  ])('about the page %s is %s', (uri, page) => {
    expect(summarizeReport(toParsed({ 'document-uri': uri }))?.page).toBe(page)
  })

  it.each([
    ['', 'inline'],
    ['eval', 'eval'],
    ['data:text/html,<script>', 'data'],
    ['http://127.0.0.1:8080/a?b', '127.0.0.1:8080'],
    [`https://${'a.'.repeat(60)}example/`, 'other'],
    ['Ada Obi', 'other'],
    ['javascript:alert(1)', 'other'],
  ])('about the source %j is %s', (uri, blocked) => {
    expect(summarizeReport(toParsed({ 'blocked-uri': uri }))?.blocked).toBe(blocked)
  })

  it('has a directive that exists, or none', () => {
    expect(summarizeReport(toParsed({ 'effective-directive': 'Ada' }))?.directive).toBe('other')
  })

  it.each([{ 'source-file': 'chrome-extension' }, { 'blocked-uri': 'moz-extension://a-b/c.js' }])(
    'is nothing if a browser extension caused it: %j',
    (changes) => {
      expect(summarizeReport(toParsed(changes))).toBeUndefined()
    },
  )
})
