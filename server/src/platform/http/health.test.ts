import fc from 'fast-check'
import { expect, it } from 'vitest'
import { judgeHealth, type Facts } from './health.ts'

const well: Facts = {
  isClosing: false,
  isDatabaseAway: false,
  isDiskFull: false,
  isStoreDown: false,
  jobsIdleSeconds: 14,
  rankingAgeSeconds: 0.2,
}

const ok = { server: 'ok', database: 'ok', disk: 'ok', files: 'ok', jobs: 'ok', ranking: 'ok' }

it.each<[Partial<Facts>, string, Partial<typeof ok>]>([
  [{}, 'ready', {}],
  // No server has looked after the queues of a new database yet.
  [{ jobsIdleSeconds: undefined }, 'ready', {}],
  [{ isDiskFull: true }, 'degraded', { disk: 'full' }],
  [{ isStoreDown: true }, 'degraded', { files: 'away' }],
  [{ jobsIdleSeconds: 121 }, 'degraded', { jobs: 'stopped' }],
  [{ rankingAgeSeconds: 5.1 }, 'degraded', { ranking: 'stale' }],
  [{ isClosing: true }, 'unavailable', { server: 'closing' }],
  [{ isDatabaseAway: true, jobsIdleSeconds: undefined }, 'unavailable', { database: 'away', jobs: 'unknown' }],
])('a server with %j is %s', (facts, status, parts) => {
  expect(judgeHealth({ ...well, ...facts })).toMatchObject({ status, parts: { ...ok, ...parts } })
})

it('only a server that is closing, or has no database, gets no visitors', () => {
  const facts = fc.record({
    isClosing: fc.boolean(),
    isDatabaseAway: fc.boolean(),
    isDiskFull: fc.boolean(),
    isStoreDown: fc.boolean(),
    jobsIdleSeconds: fc.option(fc.nat(), { nil: undefined }),
    rankingAgeSeconds: fc.nat(),
  })
  fc.assert(
    fc.property(facts, (some) => {
      const { status, parts } = judgeHealth(some)
      expect(status === 'unavailable').toBe(some.isClosing || some.isDatabaseAway)
      expect(status === 'ready').toBe(Object.values(parts).every((state) => state === 'ok'))
    }),
  )
})
