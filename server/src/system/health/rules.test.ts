import type { HealthFacts } from '@baobab/contract/system/health.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { judgeClock } from '../../platform/clock.ts'
import * as rules from './rules.ts'

const now = new Date('2026-11-25T12:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

const work: HealthFacts['mail'] = {
  waiting: 0,
  waitingSince: null,
  retrying: 0,
  retryingSince: null,
  failed: 0,
  done: 3,
  lastDoneAt: minutesAgo(1),
}

it.each<[Partial<typeof work>, string, string]>([
  [{}, 'well', 'well'],
  [{ failed: 1 }, 'look', 'look'],
  [{ waiting: 9, waitingSince: minutesAgo(15) }, 'well', 'well'],
  [{ waiting: 9, waitingSince: minutesAgo(16) }, 'look', 'look'],
  // One long queue, while jobs are being finished.
  [{ waiting: 9, waitingSince: minutesAgo(121) }, 'look', 'look'],
  [{ waiting: 9, waitingSince: minutesAgo(121), lastDoneAt: minutesAgo(119) }, 'look', 'broken'],
  [{ waiting: 9, waitingSince: minutesAgo(121), lastDoneAt: minutesAgo(122) }, 'broken', 'broken'],
  [{ waiting: 9, waitingSince: minutesAgo(11), lastDoneAt: minutesAgo(11) }, 'well', 'broken'],
  [{ waiting: 9, waitingSince: minutesAgo(121), lastDoneAt: null }, 'broken', 'broken'],
  // The mail server is down: each job waits for its next try, so none is ready.
  [{ retrying: 1, retryingSince: minutesAgo(1) }, 'look', 'look'],
  [{ retrying: 9, retryingSince: minutesAgo(121), lastDoneAt: minutesAgo(122) }, 'broken', 'broken'],
  // One address is refused, and other emails leave.
  [{ retrying: 1, retryingSince: minutesAgo(121) }, 'look', 'look'],
  // There may be nothing to mail for days, but some job runs every minute.
  [{ lastDoneAt: minutesAgo(11) }, 'well', 'look'],
  [{ lastDoneAt: null }, 'well', 'well'],
  [{ waiting: 1, waitingSince: minutesAgo(1), lastDoneAt: null }, 'well', 'well'],
])('%j: mail is %s, jobs are %s', (changes, mail, jobs) => {
  expect(rules.judgeMail({ ...work, ...changes }, now)).toBe(mail)
  expect(rules.judgeJobs({ ...work, ...changes }, now)).toBe(jobs)
})

const GIB = 1024 ** 3
const storage: HealthFacts['storage'] = { kind: 'folder', unreachable: 0, freeBytes: 50 * GIB, isDatabaseFull: false }

it.each<[Partial<typeof storage>, string]>([
  [{}, 'well'],
  [{ kind: 'object-store', freeBytes: null }, 'well'],
  [{ freeBytes: 5 * GIB - 1 }, 'look'],
  [{ freeBytes: GIB / 4 - 1 }, 'broken'],
  [{ unreachable: 1 }, 'broken'],
  [{ isDatabaseFull: true }, 'broken'],
])('storage with %j is %s', (changes, state) => {
  expect(rules.judgeStorage({ ...storage, ...changes })).toBe(state)
})

it.each<[HealthFacts['backup'], string]>([
  [{ isOn: true, lastAt: minutesAgo(60), isLate: false }, 'well'],
  [{ isOn: true, lastAt: minutesAgo(3_000), isLate: true }, 'broken'],
  [{ isOn: true, lastAt: null, isLate: true }, 'look'],
  [{ isOn: false, lastAt: null, isLate: true }, 'broken'],
  [{ isOn: false, lastAt: minutesAgo(60), isLate: false }, 'broken'],
])('a backup with %j is %s', (facts, state) => {
  expect(rules.judgeBackup(facts)).toBe(state)
})

const provider: HealthFacts['provider'] = { comparedDay: '2026-11-24', differences: 0, isLate: false, lastError: null }

it.each<[Partial<typeof provider>, string]>([
  [{}, 'well'],
  [{ comparedDay: null }, 'well'],
  [{ differences: 1 }, 'look'],
  [{ lastError: 'away' }, 'look'],
  [{ isLate: true }, 'broken'],
])('a provider with %j is %s', (changes, state) => {
  expect(rules.judgeProvider({ ...provider, ...changes })).toBe(state)
})

const draw: HealthFacts['draw'] = {
  nextAt: minutesAgo(-60),
  overdueMonth: null,
  missingMonth: null,
  openClaims: 0,
  unconfirmed: 0,
}

it.each<[Partial<typeof draw>, string]>([
  [{}, 'well'],
  [{ openClaims: 1 }, 'look'],
  [{ unconfirmed: 1 }, 'look'],
  [{ overdueMonth: '2026-10' }, 'broken'],
  [{ missingMonth: '2026-10' }, 'broken'],
])('a draw with %j is %s', (changes, state) => {
  expect(rules.judgeDraw({ ...draw, ...changes })).toBe(state)
})

it.each([
  [[], 'well'],
  [['0.2.0', '0.2.0'], 'well'],
  [['0.1.0', '0.2.0'], 'look'],
])('servers of the versions %j are %s', (versions, state) => {
  const servers = versions.map((version) => ({
    _id: version,
    version,
    nodeVersion: '24.1.0',
    startedAt: minutesAgo(5),
    lastSeenAt: minutesAgo(0),
  }))
  expect(rules.judgeVersions({ servers, migrations: 61, postgres: '18.4' })).toBe(state)
})

it.each([
  [0, false, 'well'],
  [-5_000, false, 'well'],
  [-5_001, false, 'look'],
  [60_001, false, 'broken'],
  [0, true, 'broken'],
])('a clock that differs by %d ms, held: %s, is %s', (differenceMs, isHeld, state) => {
  expect(judgeClock({ differenceMs, isHeld })).toBe(state)
})

const server: rules.ServerFacts = {
  isClosing: false,
  jobs: { idleSeconds: 14 },
  isDiskFull: false,
  isStoreDown: false,
  rankingAgeSeconds: 0.2,
}
const ok = { server: 'ok', database: 'ok', disk: 'ok', files: 'ok', jobs: 'ok', ranking: 'ok' }

it.each<[Partial<rules.ServerFacts>, string, Partial<typeof ok>]>([
  [{}, 'ready', {}],
  // No server has taken care of a new database's queues yet.
  [{ jobs: { idleSeconds: undefined } }, 'ready', {}],
  [{ isDiskFull: true }, 'degraded', { disk: 'full' }],
  [{ isStoreDown: true }, 'degraded', { files: 'away' }],
  [{ jobs: { idleSeconds: 121 } }, 'degraded', { jobs: 'stopped' }],
  [{ rankingAgeSeconds: 5.1 }, 'degraded', { ranking: 'stale' }],
  [{ isClosing: true }, 'unavailable', { server: 'closing' }],
  [{ jobs: undefined }, 'unavailable', { database: 'away', jobs: 'unknown' }],
])('a server with %j is %s', (facts, status, parts) => {
  expect(rules.judgeServer({ ...server, ...facts })).toEqual({ status, parts: { ...ok, ...parts } })
})

it('only a server that is closing, or has no database, gets no visitors', () => {
  const facts = fc.record({
    isClosing: fc.boolean(),
    jobs: fc.option(fc.record({ idleSeconds: fc.option(fc.nat(), { nil: undefined }) }), { nil: undefined }),
    isDiskFull: fc.boolean(),
    isStoreDown: fc.boolean(),
    rankingAgeSeconds: fc.nat(),
  })
  fc.assert(
    fc.property(facts, (some) => {
      const { status, parts } = rules.judgeServer(some)
      expect(status === 'unavailable').toBe(some.isClosing || some.jobs === undefined)
      expect(status === 'ready').toBe(Object.values(parts).every((word) => word === 'ok'))
    }),
  )
})
