import { quicknet, timeOfRound, STRIKE_BEFORE_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { sealStrikes } from '@baobab/contract/scholarship/draw/rules.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { nextMonth } from '@baobab/contract/scholarship/rules.ts'
import { describe, expect, it } from 'vitest'
import {
  drawState,
  findProposal,
  isReplaceable,
  listStruck,
  monthsToFreeze,
  toBeacons,
  toNotices,
  whyLeftOut,
  whyOnNoBoard,
  type DrawEvent,
  type DrawEventKind,
  type DrawState,
} from './rules.ts'

const at = new Date('2026-12-03T12:00:03Z')
const event = (kind: DrawEventKind, attempt = 0, data: object = {}): DrawEvent => ({
  kind,
  attempt,
  data: { ...data },
  at,
})

describe('a student on a board', () => {
  const paid = { position: LEADERBOARD_SIZE, points: 10, isPaid: true, isDisqualified: false }
  it.each([
    ['the last position of the board', paid, true, null],
    ['the position after', { ...paid, position: LEADERBOARD_SIZE + 1 }, true, 'below-the-cut'],
    ['no points', { ...paid, points: 0 }, true, 'no-correct-answer'],
    ['a disqualification', { ...paid, isDisqualified: true }, true, 'disqualified'],
    ['no payment', { ...paid, isPaid: false }, true, 'not-paid'],
    ['no payment where the rules ask for none', { ...paid, isPaid: false }, false, null],
    ['neither points nor payment', { ...paid, points: 0, isPaid: false }, true, 'no-correct-answer'],
  ] as const)('with %s', (_, entry, requiresPayment, reason) => {
    expect(whyLeftOut(entry, { requiresPayment })).toBe(reason)
  })
})

describe('a student in no row of the boards', () => {
  const below = { category: '11-20', isDisqualified: false, boardSize: LEADERBOARD_SIZE + 2, points: 10 } as const
  it.each([
    ['had too few points', below, 'below-the-cut'],
    ['had none at the close if the board has room', { ...below, boardSize: LEADERBOARD_SIZE }, 'no-correct-answer'],
    ['has none', { ...below, points: 0 }, 'no-correct-answer'],
    ['was disqualified', { ...below, isDisqualified: true }, 'disqualified'],
    ['was too young or too old', { ...below, category: null }, 'no-category'],
  ] as const)('%s', (_, student, reason) => {
    expect(whyOnNoBoard(student)).toBe(reason)
  })
})

it('every closed month without a list is frozen, starting with the first that has a draw', () => {
  const months = (current: string, ...frozen: string[]) =>
    monthsToFreeze({ first: '2026-11', current, frozen: new Set(frozen), next: nextMonth })
  expect(months('2026-11')).toEqual([])
  expect(months('2026-12')).toEqual(['2026-11'])
  expect(months('2027-02', '2026-12')).toEqual(['2026-11', '2027-01'])
  expect(months('2026-10')).toEqual([])
})

it('a proposal is open until it is withdrawn or decided', () => {
  const proposed = event('disqualification-proposed')
  expect(findProposal([])).toBeUndefined()
  expect(findProposal([proposed])).toBe(proposed)
  expect(findProposal([proposed, event('confirmed')])).toBe(proposed)
  for (const kind of ['proposal-withdrawn', 'disqualified'] as const) {
    expect(findProposal([proposed, event(kind)])).toBeUndefined()
    expect(findProposal([proposed, event(kind), proposed])).toBe(proposed)
  }
})

it('a proposal to replace the list ends when entrants are struck out, or when a winner is drawn without that', () => {
  const proposed = event('replacement-proposed')
  expect(findProposal([event('published'), proposed])).toBe(proposed)
  for (const kind of ['voided', 'struck', 'drawn'] as const)
    expect(findProposal([proposed, event(kind)])).toBeUndefined()
})

it('a proposal of witnesses ends when they are named, or when a late round draws a winner', () => {
  const proposed = event('witnesses-proposed')
  expect(findProposal([event('struck'), proposed, event('revealed')])).toBe(proposed)
  for (const kind of ['witnesses', 'drawn'] as const) expect(findProposal([proposed, event(kind)])).toBeUndefined()
})

it('a list can be replaced while its first round is more than an hour away', () => {
  const dueAt = new Date('2026-12-03T12:00:00Z')
  const waiting = (attempt: number): DrawState => ({
    state: 'waiting',
    due: { attempt, struck: [], chain: quicknet, round: 1 },
    dueAt,
  })
  const before = (ms: number) => new Date(dueAt.getTime() - ms)
  expect(isReplaceable(waiting(0), before(STRIKE_BEFORE_MS + 1))).toBe(true)
  expect(isReplaceable(waiting(0), before(STRIKE_BEFORE_MS))).toBe(false)
  expect(isReplaceable(waiting(1), before(STRIKE_BEFORE_MS + 1))).toBe(false)
  expect(isReplaceable({ state: 'voided' }, before(STRIKE_BEFORE_MS + 1))).toBe(false)
})

it('only the events that decide a draw are published', () => {
  const iso = at.toISOString()
  const reason = { index: 3, reason: 'refused', admins: 2 }
  const events = [
    event('published', 0, { listHash: 'a' }),
    event('struck', 0, { indexes: [1] }),
    event('disqualification-proposed', 0, reason),
    event('disqualified', 1, reason),
    event('confirmed', 1, { index: 2 }),
    event('fallback', 1, { chain: 'b', round: 5 }),
    event('replacement-proposed', 0, { reason: 'missing-entrant' }),
    event('voided', 0, { reason: 'missing-entrant', list: 'c' }),
    event('witnesses-proposed', 0, { witnesses: [] }),
    event('witnesses', 0, { witnesses: [] }),
    event('revealed', 0, { position: 1, secret: 'd' }),
    event('refused', 0, { position: 0 }),
  ]
  expect(toNotices({ draw: { protocol: 1 }, events })).toEqual([
    { kind: 'struck', at: iso, attempt: 0, indexes: [1] },
    { kind: 'disqualified', at: iso, attempt: 1, ...reason },
    { kind: 'fallback', at: iso, attempt: 1, chain: 'b', round: 5 },
    { kind: 'voided', at: iso, attempt: 0, reason: 'missing-entrant', list: 'c' },
    { kind: 'witnesses', at: iso, attempt: 0, witnesses: [] },
    { kind: 'revealed', at: iso, attempt: 0, position: 1, secret: 'd' },
    { kind: 'refused', at: iso, attempt: 0, position: 0 },
  ])
})

it('in protocol 2, notices give no reasons, the list comes with its struck out entries, and a winner opens the seal', () => {
  const iso = at.toISOString()
  const nonce = 'e'.repeat(64)
  const notices = (events: DrawEvent[]) => toNotices({ draw: { protocol: 2 }, events })
  const sealed = [
    event('published', 0, { listHash: 'a', strikes: { indexes: [3], nonce } }),
    event('struck', 0, { indexes: [5], nonce }),
  ]
  const seal = (index: number) => sealStrikes({ indexes: [index], nonce })
  const hidden = [
    { kind: 'sealed', at: iso, attempt: 0, seal: seal(3) },
    { kind: 'sealed', at: iso, attempt: 0, seal: seal(5) },
  ]
  expect(notices(sealed)).toEqual(hidden)
  expect(listStruck(sealed)).toEqual(new Set([3, 5]))
  const drawn = event('drawn', 0, { beacon: null, seed: '', index: 1 })
  const later = event('struck', 1, { indexes: [7], nonce })
  const disqualified = event('disqualified', 1, { index: 1, reason: 'cheating', admins: 2 })
  expect(notices([...sealed, drawn, disqualified, later])).toEqual([
    ...hidden,
    { kind: 'struck', at: iso, attempt: 0, indexes: [3], nonce },
    { kind: 'struck', at: iso, attempt: 0, indexes: [5], nonce },
    { kind: 'disqualified', at: iso, attempt: 1, index: 1, admins: 2 },
    { kind: 'sealed', at: iso, attempt: 1, seal: seal(7) },
  ])
  const open = event('published', 0, { listHash: 'a', strikes: { indexes: [3] } })
  expect(notices([open, drawn])).toEqual([{ kind: 'struck', at: iso, attempt: 0, indexes: [3] }])
})

it('in protocol 2, a change to a winner whose line was opened is not described', () => {
  const drawn = event('drawn', 0, { beacon: null, seed: '', index: 1 })
  const changed = (index: number) => event('changed', 0, { index, change: 'held', admins: 2 })
  const notices = (protocol: 1 | 2) => toNotices({ draw: { protocol }, events: [drawn, changed(1), changed(2)] })
  const own = { kind: 'changed', at: at.toISOString(), attempt: 0, admins: 2 }
  expect(notices(2)).toEqual([
    { ...own, index: 1 },
    { ...own, index: 2, change: 'held' },
  ])
  expect(notices(1)).toEqual([
    { ...own, index: 1, change: 'held' },
    { ...own, index: 2, change: 'held' },
  ])
})

it('the rounds are in attempt order', () => {
  const drawn = (attempt: number) => event('drawn', attempt, { beacon: { round: attempt } })
  const witnessed = event('drawn', 2, { beacon: null })
  expect(toBeacons([witnessed, drawn(1), event('disqualified', 1), drawn(0)]).map(({ round }) => round)).toEqual([0, 1])
})

describe('a draw', () => {
  const list = { protocol: 1, month: '2026-11', round: 1_000 } as const
  const stateAfter = (...events: DrawEvent[]) => drawState(list, quicknet, events)
  const drawn = (attempt: number, index: number | null) => event('drawn', attempt, { beacon: null, seed: '', index })
  const disqualified = event('disqualified', 0, { index: 3, reason: 'not-paid', admins: [], round: 2_000 })

  it('waits for the round of its list until it is drawn', () => {
    expect(stateAfter(event('published'))).toMatchObject({
      state: 'waiting',
      due: { attempt: 0, round: list.round, struck: [] },
      dueAt: timeOfRound(quicknet, list.round),
    })
  })

  it('has a winner once it is drawn, and a confirmed one after confirmation', () => {
    expect(stateAfter(event('published'), drawn(0, 3))).toEqual({ state: 'drawn', attempt: 0, index: 3 })
    expect(stateAfter(drawn(0, 3), event('confirmed', 1))).toEqual({ state: 'drawn', attempt: 0, index: 3 })
    expect(stateAfter(event('published'), drawn(0, 0), event('confirmed'))).toEqual({
      state: 'confirmed',
      attempt: 0,
      index: 0,
    })
  })

  it('is in its next attempt after a disqualification, and then has that attempt’s winner', () => {
    expect(stateAfter(drawn(0, 3), disqualified, drawn(1, 5))).toEqual({ state: 'drawn', attempt: 1, index: 5 })
    expect(stateAfter(drawn(0, 3), event('confirmed'), disqualified, drawn(1, 5))).toMatchObject({ state: 'drawn' })
  })

  it('has ended if it has no winner or its events say so, and is void if a later list replaced it', () => {
    expect(stateAfter(event('published'), drawn(0, null))).toEqual({ state: 'ended' })
    expect(stateAfter(event('published'), event('ended'))).toEqual({ state: 'ended' })
    expect(stateAfter(event('published'), event('voided'), event('ended'))).toEqual({ state: 'voided' })
  })

  it('is damaged if nothing starts its attempt', () => {
    expect(() => stateAfter(drawn(0, 3), disqualified, disqualified)).toThrow('has no notice that begins it')
  })
})
