import fc from 'fast-check'
import { paymentStates } from '@baobab/contract/payments/endpoints.ts'
import { describe, expect, it } from 'vitest'
import {
  compareSides,
  findUnreadable,
  needsReport,
  listingRange,
  lagosDayRange,
  type OurPayment,
  type ListedTransaction,
} from './comparison-rules.ts'

const day = '2026-11-20'
const noon = new Date('2026-11-20T12:00:00+01:00')
const dayBefore = new Date('2026-11-19T12:00:00+01:00')
const nextMorning = new Date('2026-11-21T06:00:00+01:00')

const listed = (changes: Partial<ListedTransaction> = {}): ListedTransaction => ({
  reference: 'one',
  amountKobo: 100_000,
  paidAt: noon,
  ...changes,
})
const paid = (changes: Partial<OurPayment> = {}): OurPayment => ({
  reference: 'one',
  amountKobo: 100_000,
  state: 'succeeded',
  attention: null,
  confirmedAt: noon,
  paidAt: noon,
  foundAt: null,
  ...changes,
})
const open = (changes: Partial<OurPayment> = {}) =>
  paid({ state: 'opened', confirmedAt: null, paidAt: null, ...changes })
const compare = (theirs: ListedTransaction[], ours: OurPayment[]) => compareSides({ day, listed: theirs, ours })

describe('a day', () => {
  it('is a day in Lagos, whatever the server’s time zone', () => {
    expect(lagosDayRange(day)).toEqual({
      from: new Date('2026-11-19T23:00:00Z'),
      to: new Date('2026-11-20T23:00:00Z'),
    })
    expect(listingRange(day)).toEqual({ from: new Date('2026-11-18T23:00:00Z'), to: lagosDayRange(day).to })
  })

  it('starts at its first millisecond and ends before the next day', () => {
    const { from, to } = lagosDayRange(day)
    const at = (paidAt: Date) => compare([], [paid({ paidAt })]).differences
    expect(at(from)).toHaveLength(1)
    expect(at(new Date(from.getTime() - 1))).toEqual([])
    expect(at(new Date(to.getTime() - 1))).toHaveLength(1)
    expect(at(to)).toEqual([])
  })
})

it('unreadable transactions are differences of their day, unless one of our payments was asked about', () => {
  const { from, to } = lagosDayRange(day)
  const unreadable = [
    { reference: 'ours', paidAt: noon },
    { reference: 'first', paidAt: from },
    { reference: 'no-time', paidAt: null },
    { reference: 'before', paidAt: dayBefore },
    { reference: 'after', paidAt: to },
  ]
  expect(findUnreadable({ day, unreadable, ours: [paid({ reference: 'ours' }), open({ reference: 'two' })] })).toEqual([
    { reference: 'first', what: 'unknown' },
    { reference: 'no-time', what: 'unknown' },
  ])
})

describe('a day’s comparison', () => {
  it('reports a payment as missed on the day it was found, from that day’s first moment', () => {
    const { to } = lagosDayRange(day)
    const at = (foundAt: Date | null) => compare([listed()], [paid({ foundAt })]).differences.map(({ what }) => what)
    expect([at(to), at(new Date(to.getTime() - 1)), at(null)]).toEqual([['missed'], [], []])
  })

  it('does not count a payment that has a time but was not confirmed', () => {
    expect(compare([], [open({ paidAt: noon })])).toMatchObject({ ours: { count: 0 }, differences: [] })
  })

  it('finds no difference if both sides are the same', () => {
    const side = { count: 1, kobo: 100_000 }
    expect(compare([listed()], [paid()])).toEqual({ ours: side, theirs: side, differences: [] })
  })

  it.each([
    ['missed', 'they have it and we did not credit it', [listed()], [open()]],
    ['missed', 'it was abandoned here, and paid there', [listed()], [open({ state: 'abandoned' })]],
    ['missed', 'it was paid the day before', [listed({ paidAt: dayBefore })], [open()]],
    ['missed', 'this comparison has just credited it', [listed()], [paid({ foundAt: nextMorning })]],
    [
      'missed',
      'it is disputed, and its success was never reported',
      [listed()],
      [open({ state: 'disputed', attention: 'disputed' })],
    ],
    ['amount', 'they list another amount', [listed({ amountKobo: 100 })], [paid()]],
    [
      'amount',
      'another amount was paid, and nothing was credited',
      [listed({ amountKobo: 100 })],
      [open({ attention: 'mismatch' })],
    ],
    ['amount', 'the amount matches and the currency does not', [listed()], [open({ attention: 'mismatch' })]],
    ['not-theirs', 'only we have it', [], [paid()]],
    ['not-theirs', 'only we have it, and it is disputed', [], [paid({ state: 'disputed', attention: 'disputed' })]],
    ['unknown', 'only they have it', [listed()], []],
  ] as const)('reports %s if %s', (what, _why, theirs, ours) => {
    expect(compare([...theirs], [...ours]).differences).toEqual([{ reference: 'one', what }])
  })

  it.each([
    ['it was refunded, and they leave it out', [], [paid({ state: 'refunded' })]],
    ['it was refunded, and they still list it', [listed()], [paid({ state: 'refunded' })]],
    ['another amount was refunded', [listed({ amountKobo: 100 })], [open({ state: 'refunded' })]],
    ['it was paid on another day, and they do not list it', [], [paid({ paidAt: dayBefore })]],
    ['another payment was made the day before', [listed({ paidAt: dayBefore })], []],
    [
      'a mismatched amount was paid the day before, and was that day’s difference',
      [listed({ amountKobo: 1, paidAt: dayBefore })],
      [open()],
    ],
    [
      'an earlier comparison credited it',
      [listed({ paidAt: dayBefore })],
      [paid({ paidAt: dayBefore, foundAt: noon })],
    ],
    ['it is unpaid', [], [open()]],
    ['they list no time of payment, and we know it', [listed({ paidAt: null })], [paid()]],
  ] as const)('reports nothing if %s', (_why, theirs, ours) => {
    expect(compare([...theirs], [...ours]).differences).toEqual([])
  })

  it('counts refunded money on neither side', () => {
    const { ours, theirs } = compare([listed()], [paid({ state: 'refunded' })])
    expect([ours.count, theirs.count]).toEqual([0, 0])
  })

  it('counts a payment listed on two pages once, as on the later page', () => {
    const { theirs, differences } = compare([listed({ amountKobo: 101_500 }), listed()], [paid()])
    expect(theirs).toEqual({ count: 1, kobo: 100_000 })
    expect(differences).toEqual([])
  })

  it('puts important differences before other uses of the merchant account, which are not reported', () => {
    const { differences } = compare(
      [listed({ reference: 'shop' }), listed({ reference: 'two' })],
      [open({ reference: 'two' }), paid()],
    )
    expect(differences.map(({ what }) => what)).toEqual(['missed', 'not-theirs', 'unknown'])
    expect(differences.filter(needsReport)).toHaveLength(2)
  })
})

const reference = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const moment = fc.constantFrom(dayBefore, noon, nextMorning)
const anyListed: fc.Arbitrary<ListedTransaction> = fc.record({
  reference,
  amountKobo: fc.constantFrom(100_000, 50_000),
  paidAt: fc.option(moment),
})
const anyConfirmed = fc.record({
  reference,
  amountKobo: fc.constantFrom(100_000, 50_000),
  state: fc.constantFrom('succeeded', 'disputed', 'refunded'),
  attention: fc.constantFrom(null, 'refund-due', 'disputed'),
  confirmedAt: moment,
  paidAt: moment,
  foundAt: fc.option(moment),
} as const)
const anyOpen = fc.record({
  reference,
  amountKobo: fc.constantFrom(100_000, 50_000),
  state: fc.constantFrom(...paymentStates.filter((state) => state !== 'succeeded')),
  attention: fc.constantFrom(null, 'mismatch', 'disputed'),
  confirmedAt: fc.constant(null),
  paidAt: fc.constant(null),
  foundAt: fc.constant(null),
} as const)
const anyKept: fc.Arbitrary<OurPayment[]> = fc.uniqueArray(fc.oneof(anyConfirmed, anyOpen), {
  selector: (row) => row.reference,
})
const anySides = fc.tuple(fc.uniqueArray(anyListed, { selector: (row) => row.reference }), anyKept)

describe('any two lists', () => {
  it('have the same sums if no difference is reported', () => {
    fc.assert(
      fc.property(anySides, ([theirs, ours]) => {
        const found = compare(theirs, ours)
        fc.pre(found.differences.length === 0)
        expect(found.ours).toEqual(found.theirs)
      }),
      { numRuns: 1_000 },
    )
  })

  it('produce the same result in any order, with each reference at most once', () => {
    fc.assert(
      fc.property(anySides, ([theirs, ours]) => {
        const found = compare(theirs, ours)
        const turned = compare(theirs.toReversed(), ours.toReversed())
        const named = ({ differences }: typeof found) =>
          differences.map((one) => `${one.reference} ${one.what}`).toSorted()
        expect({ ...turned, differences: named(turned) }).toEqual({ ...found, differences: named(found) })
        expect(new Set(found.differences.map((one) => one.reference)).size).toBe(found.differences.length)
      }),
    )
  })

  it('never lead to a report about refunded money', () => {
    fc.assert(
      fc.property(anySides, ([theirs, ours]) => {
        const refunded = new Set(ours.filter(({ state }) => state === 'refunded').map((row) => row.reference))
        expect(compare(theirs, ours).differences.filter((one) => refunded.has(one.reference))).toEqual([])
      }),
    )
  })
})
