import type { DrawNews } from '@baobab/contract/scholarship/draw-news.ts'
import { describe, expect, it } from 'vitest'
import { chooseDrawNews, dismissNews, noteRank, type NewsContext, type NewsMemory } from './choose-draw-news.ts'

const DAY_MS = 86_400_000
const now = new Date('2026-11-10T10:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()

const prize: DrawNews['prizes'][number] = {
  month: '2026-10',
  state: 'unclaimed',
  claimBy: daysAgo(-7),
  agreement: 'missing',
  canClaim: true,
  paidOn: null,
  isHeld: false,
}
const latest: NonNullable<DrawNews['latest']> = {
  month: '2026-10',
  state: 'waiting',
  drawsAt: daysAgo(-1),
  canWin: true,
  leftOut: null,
  canClaim: false,
  drawnAt: null,
  winner: null,
}
const drawn = { ...latest, state: 'drawn' as const, drawnAt: daysAgo(2), winner: 'kunle_w' }
const in12 = { month: '2026-11', isIn: true, rank: 12 }
const context: NewsContext = { now, dismissed: [], earlierRank: null, today: '2026-11-10' }
const none = { month: '2026-11', isIn: false, rank: null }

const choose = (news: Partial<DrawNews>, changes: Partial<NewsContext> = {}) =>
  chooseDrawNews({ prizes: [], latest: null, current: none, ...news }, { ...context, ...changes })

describe('a prize', () => {
  it.each([
    ['claim', {}],
    ['picked', { isHeld: true }],
    ['agree', { state: 'claimed' }],
    ['agree', { state: 'confirmed', canClaim: false }],
    // Earlier releases confirmed and paid prizes without a claim.
    ['claim', { state: 'confirmed' }],
    ['prize', { state: 'claimed', agreement: 'agreed' }],
    ['prize', { state: 'claimed', agreement: 'not-needed' }],
    ['prize', { state: 'confirmed', agreement: 'agreed', canClaim: false }],
    ['prize', { state: 'paid', paidOn: '2026-11-09' }],
  ] as const)('says %s for %j', (kind, changes) => {
    expect(choose({ prizes: [{ ...prize, ...changes }] })?.kind).toBe(kind)
  })

  it.each([{}, { isHeld: true }, { state: 'claimed' as const }])(
    'that waits for somebody cannot be hidden: %j',
    (changes) => {
      expect(choose({ prizes: [{ ...prize, ...changes }] })).not.toHaveProperty('id')
    },
  )

  it('can be hidden until something about it changes', () => {
    const claimed = { ...prize, state: 'claimed' as const, agreement: 'agreed' as const }
    const dismissed = [choose({ prizes: [claimed] })?.id ?? '']
    expect(choose({ prizes: [claimed] }, { dismissed })).toBeUndefined()
    expect(choose({ prizes: [{ ...claimed, state: 'confirmed', canClaim: false }] }, { dismissed })?.kind).toBe('prize')
  })

  it.each([
    [29, 'prize'],
    [30, undefined],
  ])('that was paid %i days ago is news: %s', (days, kind) => {
    expect(choose({ prizes: [{ ...prize, state: 'paid', paidOn: daysAgo(days) }] })?.kind).toBe(kind)
  })

  it('to claim comes before a newer one that is on its way', () => {
    const newer = {
      ...prize,
      month: '2026-11',
      state: 'confirmed' as const,
      agreement: 'agreed' as const,
      canClaim: false,
    }
    expect(choose({ prizes: [newer, prize] })).toMatchObject({ kind: 'claim', prize: { month: '2026-10' } })
  })
})

describe('the latest draw', () => {
  it.each([
    ['listed', latest],
    ['not-listed', { ...latest, canWin: false, leftOut: 'not-paid' as const }],
    ['lost', drawn],
    ['lost', { ...drawn, state: 'confirmed' as const }],
    ['lost', { ...drawn, drawnAt: daysAgo(6.9) }],
    [undefined, { ...drawn, drawnAt: daysAgo(7) }],
    // The prize is on hold, or the account was erased.
    [undefined, { ...drawn, winner: null }],
    [undefined, { ...drawn, canWin: false }],
    [undefined, { ...latest, state: 'ended' as const }],
  ])('says %s', (kind, draw) => expect(choose({ latest: draw })?.kind).toBe(kind))

  it('is not shown as lost to its winner, who has hidden the prize', () => {
    const paid = { ...prize, state: 'paid' as const, paidOn: '2026-11-09' }
    expect(choose({ prizes: [paid], latest: drawn }, { dismissed: ['paid 2026-10'] })).toBeUndefined()
  })

  it('with another winner is new again', () => {
    const dismissed = [choose({ latest: drawn })?.id ?? '']
    expect(choose({ latest: drawn }, { dismissed })).toBeUndefined()
    expect(choose({ latest: { ...drawn, winner: 'amina' } }, { dismissed })?.kind).toBe('lost')
  })
})

it.each([
  [15, 3],
  [12, undefined],
  [9, undefined],
  [null, undefined],
])('a student in place 12 who was in place %s has moved up by %s', (earlierRank, places) => {
  const item = choose({ current: { ...in12, isIn: false } }, { earlierRank })
  expect(item?.kind === 'climbed' ? item.places : undefined).toBe(places)
})

it('the most important news comes first, and the next one once it was hidden', () => {
  const claimed = {
    ...prize,
    month: '2026-09',
    state: 'confirmed' as const,
    agreement: 'agreed' as const,
    canClaim: false,
  }
  const news = { prizes: [claimed], latest, current: in12 }
  const kinds: unknown[] = []
  let dismissed: string[] = []
  for (let item = choose(news, { earlierRank: 15 }); item?.id !== undefined;) {
    kinds.push(item.kind)
    dismissed = [...dismissed, item.id]
    item = choose(news, { earlierRank: 15, dismissed })
  }
  expect(kinds).toEqual(['prize', 'listed', 'climbed', 'in'])
})

it('a student outside of every draw sees no news', () => expect(choose({})).toBeUndefined())

describe('what the browser remembers', () => {
  const empty: NewsMemory = { dismissed: [] }
  const visit = (memory: NewsMemory, day: string, rank: number, board = '11-20') =>
    noteRank(memory, { rank, day, board })

  it('is the rank of an earlier day, however often the student comes today', () => {
    const first = visit(empty, '2026-11-09', 20)
    expect(first.rank?.before).toBeNull()
    const moved = visit(visit(first, '2026-11-10', 15), '2026-11-10', 12)
    expect(moved.rank).toEqual({ now: 12, day: '2026-11-10', board: '11-20', before: 20 })
    expect(visit(moved, '2026-11-12', 11).rank?.before).toBe(12)
  })

  it('is not the rank on another leaderboard', () => {
    expect(visit(visit(empty, '2026-11-09', 20, '5-10'), '2026-11-10', 12).rank?.before).toBeNull()
  })

  it('is the latest news that was hidden, each once', () => {
    const memory = ['a', 'b', 'a', ...Array.from({ length: 18 }, (_, n) => `${n}`)].reduce(dismissNews, empty)
    expect(memory.dismissed.slice(0, 3)).toEqual(['b', 'a', '0'])
    expect(dismissNews(memory, 'c').dismissed).toHaveLength(20)
    expect(dismissNews(memory, 'c').dismissed).not.toContain('b')
  })
})
