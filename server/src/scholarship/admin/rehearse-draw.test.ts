import { checkDraw } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { rehearseDraw, type Rehearsal } from '@baobab/contract/scholarship/admin.ts'
import { expect, it } from 'vitest'
import { makeAdmin } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { readRules } from '../publish-rules.ts'
import { draws } from '../tables.ts'
import { computeRehearsal, lastDrawnMonth } from './rehearse-draw.ts'

const t = await openTestApp({ SCHOLARSHIP_REQUIRES_PAYMENT: 'true' })
const owner = await makeAdmin(t)

const rehearse = () => t.as(owner.token)(rehearseDraw, {})
const check = ({ beacon, ...files }: Rehearsal) => checkDraw({ ...files, beacons: [beacon] })

it('is a valid draw, and stores nothing', async () => {
  const rehearsal = await rehearse()
  const { steps, outcome, attempts } = check(rehearsal)
  expect(steps.filter(({ isTrue }) => !isTrue)).toEqual([])
  expect(steps.map(({ name }) => name)).toEqual(['list', 'board', 'chain', 'round', 'beacon', 'winner', 'opening'])
  expect([outcome, attempts[0]?.winner]).toEqual(['drawn', rehearsal.result.index])
  expect(rehearsal.rules).toMatch(/^DRAW\/2\nREHEARSAL WITH MADE-UP ENTRANTS\./)
  expect(await t.app.db.select().from(draws)).toEqual([])
})

it('leaves out students without payment or points, and shows a changed list as false', async () => {
  const rehearsal = await rehearse()
  const leftOut = rehearsal.entrants.map(({ position, leftOut }) => [position, leftOut])
  expect(leftOut.slice(7, 10)).toEqual([
    [8, null],
    [9, 'not-paid'],
    [10, 'no-correct-answer'],
  ])
  const list = rehearsal.list.replace(/[0-9a-f]\n$/, (end) => (end.startsWith('0') ? '1\n' : '0\n'))
  expect(check({ ...rehearsal, list }).steps.filter(({ isTrue }) => !isTrue)[0]?.name).toBe('list')
})

it('never draws the entrant on hold, but can draw all others', async () => {
  const { month, beacon } = await rehearse()
  const rules = await readRules(t.app, t.app.db, month)
  const winners = new Set<string | undefined>()
  for (let n = 0; n < 300; n += 1) {
    const { entrants, result } = computeRehearsal(month, rules, beacon)
    winners.add(entrants.find(({ index }) => index === result.index)?.name)
  }
  // The first is on hold; the last two on each leaderboard have not paid or have no points.
  const canWin = [2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18]
  expect(winners).toEqual(new Set(canWin.map((n) => `Made-up student ${n}`)))
})

it('needs a relay', async () => {
  t.sandbox.setRelayFault('failing')
  expect(await refusal(rehearse())).toMatchObject({ status: 409, code: 'beacon_missing' })
  t.sandbox.setRelayFault()
})

it.each([
  ['2026-03-03T11:59:59.999Z', '2026-01'],
  ['2026-03-03T12:00:00.000Z', '2026-02'],
  // Already March in Lagos.
  ['2026-02-28T23:30:00.000Z', '2026-01'],
  ['2026-01-02T12:00:00.000Z', '2025-11'],
  ['2026-01-31T12:00:00.000Z', '2025-12'],
])('at %s is for %s', (now, month) => {
  expect(lastDrawnMonth(new Date(now))).toBe(month)
})
