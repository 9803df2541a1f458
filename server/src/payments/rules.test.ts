import { paymentStates, type PaymentState } from '@baobab/contract/payments/endpoints.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyEvent, eventSet, PRICE } from '../../test/ledger-events.ts'
import {
  deriveAttention,
  toEvent,
  toFinding,
  sumRefunds,
  isExpired,
  isSettled,
  computeNextAsk,
  grantsAccess,
  deriveState,
  type LedgerEvent,
} from './rules.ts'
import type { ProviderTransaction } from '../platform/payment-provider/transaction.ts'

const event = (kind: string, key = '', amountKobo: number | null = null): LedgerEvent => ({ kind, key, amountKobo })
const opened = event('opened')
const state = (...events: LedgerEvent[]) => deriveState([opened, ...events], PRICE)
const rank = (of: PaymentState) => paymentStates.indexOf(of)

describe('a payment’s state', () => {
  it('depends on the set of its events, whatever their order and however often they are reported', () => {
    fc.assert(
      fc.property(eventSet, fc.infiniteStream(fc.nat()), (events, numbers) => {
        const shuffled = events.toSorted(() => ((numbers.next().value ?? 0) % 2 === 0 ? 1 : -1))
        expect(deriveState(shuffled, PRICE)).toBe(deriveState(events, PRICE))
      }),
    )
  })

  it('is never lowered by another event, except when a dispute ends', () => {
    fc.assert(
      fc.property(eventSet, anyEvent, (events, another) => {
        fc.pre(!events.some(({ kind, key }) => kind === another.kind && key === another.key))
        const [before, after] = [deriveState(events, PRICE), deriveState([...events, another], PRICE)]
        const endsDispute = before === 'disputed' && /^dispute_(won|lost)$/.test(another.kind)
        expect(rank(after) >= rank(before) || endsDispute).toBe(true)
      }),
    )
  })

  it('is opened if there are no events, or only events that change no state', () => {
    expect(deriveState([], PRICE)).toBe('opened')
    expect(state(event('message', 'charge.success 7'), event('note', 'n'), event('mismatch', 'amount 100'))).toBe(
      'opened',
    )
  })

  it.each([
    ['pending', ['pending']],
    ['abandoned', ['abandoned', 'pending']],
    ['failed', ['pending', 'failed', 'abandoned']],
    ['succeeded', ['failed', 'succeeded', 'abandoned', 'pending']],
  ] as const)('is %s if its events are %j', (expected, kinds) => {
    expect(state(...kinds.map((kind) => event(kind)))).toBe(expected)
  })

  it('is refunded once refunds add up to the whole amount, and not before', () => {
    const paid = event('succeeded', '', PRICE)
    expect(state(paid, event('refunded', 'a', 40_000))).toBe('succeeded')
    expect(state(paid, event('refunded', 'a', 40_000), event('refunded', 'b', 59_999))).toBe('succeeded')
    expect(state(paid, event('refunded', 'a', 40_000), event('refunded', 'b', 60_000))).toBe('refunded')
    expect(state(paid, event('refunded', 'a', PRICE))).toBe('refunded')
    expect(state(paid, event('refunded', 'a'))).toBe('refunded')
  })

  it('is disputed until every dispute has a resolution', () => {
    const paid = event('succeeded', '', PRICE)
    expect(state(paid, event('disputed', '1'))).toBe('disputed')
    expect(state(paid, event('disputed', '1'), event('dispute_won', '1'))).toBe('succeeded')
    expect(state(paid, event('dispute_won', '1'), event('disputed', '1'))).toBe('succeeded')
    expect(state(paid, event('disputed', '1'), event('disputed', '2'), event('dispute_won', '1'))).toBe('disputed')
    expect(
      state(paid, event('disputed', '1'), event('disputed', '2'), event('dispute_won', '1'), event('dispute_won', '2')),
    ).toBe('succeeded')
  })

  it('is refunded after a lost dispute, whatever it cost', () => {
    const paid = event('succeeded', '', PRICE)
    expect(state(paid, event('disputed', '1'), event('dispute_lost', '1'))).toBe('refunded')
    expect(state(paid, event('dispute_lost', '1', PRICE))).toBe('refunded')
    expect(state(paid, event('disputed', '1'), event('dispute_lost', '1', 30_000))).toBe('refunded')
    expect(state(paid, event('disputed', '1'), event('dispute_lost', '2', 0))).toBe('refunded')
  })
})

describe('the sum of refunds', () => {
  const reported = (key: string, kobo: number | null) => event('refunded', key, kobo)
  const noted = (key: string, kobo: number | null) => event('refunded', `note ${key}`, kobo)
  const back = (...events: LedgerEvent[]) => sumRefunds([opened, event('succeeded', '', PRICE), ...events], PRICE)

  it('counts one refund if an admin notes one that the provider also reports', () => {
    expect(back(reported('a', 50_000), noted('n', 50_000))).toBe(50_000)
    expect(state(event('succeeded'), reported('a', 50_000), noted('n', 50_000))).toBe('succeeded')
    expect(back(reported('a', 40_000), reported('b', 20_000), noted('n', 50_000))).toBe(60_000)
    expect(back(noted('n', 40_000), noted('m', 20_000), reported('a', 50_000))).toBe(60_000)
  })

  it('is the whole amount if the transaction is reversed or the refund names no amount, and never more', () => {
    expect(back(reported('reversed', 5))).toBe(PRICE)
    expect(back(reported('a', null))).toBe(PRICE)
    expect(back(reported('a', 70_000), reported('b', 70_000))).toBe(PRICE)
    expect(back(noted('n', null), event('dispute_lost', '1', 30_000))).toBe(PRICE)
    expect(back(event('dispute_lost', '1', 30_000))).toBe(30_000)
  })

  it('does not grow if another source reports the same refund', () => {
    const refunds = fc.uniqueArray(
      fc.record({ key: fc.constantFrom('a', 'b', 'c'), kobo: fc.integer({ min: 1, max: PRICE }) }),
      { selector: ({ key }) => key },
    )
    fc.assert(
      fc.property(refunds, (list) => {
        const once = list.map(({ key, kobo }) => reported(key, kobo))
        const twice = [...once, ...list.map(({ key, kobo }) => noted(key, kobo))]
        expect(back(...twice)).toBe(back(...once))
      }),
    )
  })
})

describe('granting access', () => {
  it('requires a success, and lasts during a dispute', () => {
    for (const one of paymentStates)
      expect(grantsAccess({ state: one, confirmedAt: new Date() }), `${one} grants access`).toBe(
        one === 'succeeded' || one === 'disputed',
      )
  })

  it('never happens for an unconfirmed payment', () => {
    for (const one of paymentStates) expect(grantsAccess({ state: one, confirmedAt: null })).toBe(false)
  })

  it('requires a success event; no other event is enough', () => {
    fc.assert(
      fc.property(eventSet, (events) => {
        const without = events.filter(({ kind }) => kind !== 'succeeded')
        const confirmedAt = without.some(({ kind }) => kind === 'succeeded') ? new Date() : null
        expect(grantsAccess({ state: deriveState(without, PRICE), confirmedAt })).toBe(false)
      }),
    )
  })
})

describe('attention', () => {
  const attention = (events: LedgerEvent[], isSurplus = false) =>
    deriveAttention(events, { state: deriveState(events, PRICE), isSurplus, refundTrouble: null })

  it('is needed for a mismatched amount, until a matching one arrives', () => {
    const mismatch = event('mismatch', 'amount 100', 100)
    expect(attention([opened, mismatch])).toBe('mismatch')
    expect(attention([opened, mismatch, event('failed')])).toBe('mismatch')
    expect(attention([opened, mismatch, event('succeeded')])).toBeNull()
  })

  it('is needed for a surplus payment, until it is refunded', () => {
    const paid = [opened, event('succeeded', '', PRICE)]
    expect(attention(paid)).toBeNull()
    expect(attention(paid, true)).toBe('refund-due')
    expect(attention([...paid, event('refunded', 'a', 50_000)], true)).toBe('refund-due')
    expect(attention([...paid, event('refunded', 'a', PRICE)], true)).toBeNull()
  })

  it('is needed for a dispute while it lasts', () => {
    const disputed = [opened, event('succeeded', '', PRICE), event('disputed', '1')]
    expect(attention(disputed)).toBe('disputed')
    expect(attention(disputed, true)).toBe('disputed')
    expect(attention([...disputed, event('dispute_won', '1')])).toBeNull()
    expect(attention([...disputed, event('dispute_won', '1')], true)).toBe('refund-due')
  })

  it('is needed for a refund with an unreadable amount, until a webhook or a note states it', () => {
    const unclear = [opened, event('succeeded', '', PRICE), event('refund_unclear', 'r')]
    expect(attention(unclear)).toBe('refund-unclear')
    expect(attention([opened, event('refund_unclear', 'r')])).toBe('refund-unclear')
    expect(attention([...unclear, event('refunded', 'other', 30_000)])).toBe('refund-unclear')
    expect(attention([...unclear, event('refunded', 'r', 30_000)])).toBeNull()
    expect(attention([...unclear, event('refunded', 'note n', 30_000)])).toBeNull()
    expect(attention([...unclear, event('refund_unclear', 's'), event('refunded', 'note n', 3)])).toBe('refund-unclear')
    expect(attention(unclear, true)).toBe('refund-due')
  })

  it('depends only on the set of events', () => {
    fc.assert(
      fc.property(eventSet, fc.boolean(), (events, isSurplus) => {
        expect(attention(events.toReversed(), isSurplus)).toBe(attention(events, isSurplus))
      }),
    )
  })
})

describe('a reply from the provider', () => {
  const agreed = { reference: 'abcdefgh', amountKobo: PRICE }
  const good: ProviderTransaction = {
    id: '9007199254',
    status: 'success',
    reference: 'abcdefgh',
    amountKobo: PRICE,
    currency: 'NGN',
    domain: 'live',
    paidAt: null,
    channel: 'card',
  }
  const find = (changes: Partial<ProviderTransaction>) => toFinding(agreed, { ...good, ...changes }, 'live')

  it('is a success if it matches what was agreed', () => {
    expect(find({})).toEqual({ kind: 'succeeded', amountKobo: PRICE })
  })

  it.each<[string, Partial<ProviderTransaction>, string]>([
    ['another amount', { amountKobo: 100 }, 'amount 100'],
    ['more than was agreed', { amountKobo: PRICE + 1 }, `amount ${PRICE + 1}`],
    ['another currency', { currency: 'GHS' }, 'currency GHS'],
    ['a currency in lower case', { currency: 'ngn' }, 'currency ngn'],
    ['test money on a live server', { domain: 'test' }, 'domain test'],
    ['another reference', { reference: 'hgfedcba' }, 'reference'],
  ])('P-04 P-05 with %s is a mismatch', (_, changes, key) => {
    expect(find(changes)).toMatchObject({ kind: 'mismatch', key })
    expect(find({ ...changes, status: 'reversed' })).toMatchObject({ kind: 'mismatch', key })
  })

  it('with an amount too large for its column is a mismatch that can be stored', () => {
    expect(find({ amountKobo: 5_000_000_000 })).toEqual({
      kind: 'mismatch',
      key: 'amount 5000000000',
      amountKobo: 2_147_483_647,
    })
  })

  it('P-04 P-05 P-06 never credits a transaction that does not match, whatever its other properties are', () => {
    const odd = fc.record({
      status: fc.constantFrom(
        'success',
        'reversed',
        'failed',
        'abandoned',
        'pending',
        'ongoing',
        'queued',
        'SUCCESS',
        '',
      ),
      reference: fc.constantFrom('abcdefgh', 'ABCDEFGH', ''),
      amountKobo: fc.constantFrom(PRICE, 0, 100, PRICE - 1, PRICE * 100),
      currency: fc.constantFrom('NGN', 'USD', 'GHS', 'ngn'),
      domain: fc.constantFrom('live', 'test', ''),
    })
    fc.assert(
      fc.property(odd, (changes) => {
        const fits =
          changes.reference === 'abcdefgh' &&
          changes.amountKobo === PRICE &&
          changes.currency === 'NGN' &&
          changes.domain === 'live'
        expect(find(changes)?.kind === 'succeeded').toBe(fits && changes.status === 'success')
      }),
    )
  })

  it.each(['pending', 'ongoing', 'processing', 'queued'])('with status %s is pending', (status) => {
    expect(find({ status, amountKobo: 5, currency: 'GHS' })).toEqual({
      kind: 'pending',
      amountKobo: 5,
      currency: 'GHS',
    })
  })

  it('may be a refusal or a refund; an unknown status means nothing', () => {
    expect(find({ status: 'failed' })).toMatchObject({ kind: 'failed' })
    expect(find({ status: 'abandoned' })).toMatchObject({ kind: 'abandoned' })
    expect(find({ status: 'reversed' })).toMatchObject({ kind: 'refunded', amountKobo: PRICE })
    for (const status of ['', 'Success', 'successful', 'refund']) expect(find({ status })).toBeUndefined()
  })
})

describe('the next check', () => {
  const openedAt = new Date('2026-03-01T08:00:00Z')
  const MINUTE = 60_000
  const ask = (minutes: number, of: PaymentState = 'opened', confirmedAt: Date | null = null) => {
    const now = new Date(openedAt.getTime() + minutes * MINUTE)
    const next = computeNextAsk({ state: of, confirmedAt, openedAt, now })
    return next && (next.getTime() - now.getTime()) / MINUTE
  }

  it('is due every minute for a quarter of an hour, every ten minutes on the first day, and every hour for a week', () => {
    expect([0, 14.9].map((minutes) => ask(minutes))).toEqual([1, 1])
    expect([15, 24 * 60 - 1].map((minutes) => ask(minutes))).toEqual([10, 10])
    expect([24 * 60, 7 * 24 * 60 - 1].map((minutes) => ask(minutes))).toEqual([60, 60])
    expect(ask(7 * 24 * 60)).toBeNull()
  })

  it('is scheduled for refused payments too, because they may still be paid', () => {
    for (const of of ['pending', 'abandoned', 'failed'] as const) expect(ask(1, of)).toBe(1)
  })

  it('is due for paid payments after 1, 3, 7, 14, 30, 60 and 90 days', () => {
    const DAY = 24 * 60 * MINUTE
    for (const of of ['succeeded', 'disputed'] as const) {
      const days: number[] = []
      let now = new Date(openedAt)
      for (;;) {
        const next = computeNextAsk({ state: of, confirmedAt: openedAt, paidAt: openedAt, openedAt, now })
        if (!next) break
        days.push((next.getTime() - openedAt.getTime()) / DAY)
        now = next
      }
      expect(days).toEqual([1, 3, 7, 14, 30, 60, 90])
    }
    const known = { state: 'succeeded', confirmedAt: openedAt, openedAt, now: openedAt } as const
    // The earlier time counts, so that a provider's clock that is years ahead causes no delay.
    expect(computeNextAsk({ ...known, paidAt: new Date('2099-01-01') })).toEqual(new Date(openedAt.getTime() + DAY))
    expect(computeNextAsk({ ...known, paidAt: new Date(openedAt.getTime() - 2.5 * DAY) })).toEqual(
      new Date(openedAt.getTime() + DAY / 2),
    )
    expect(computeNextAsk({ ...known, paidAt: null })).toEqual(new Date(openedAt.getTime() + DAY))
  })

  it('is not scheduled for refunded payments', () => {
    for (const confirmedAt of [openedAt, null]) expect(ask(1, 'refunded', confirmedAt)).toBeNull()
    expect(isSettled({ state: 'refunded', confirmedAt: null })).toBe(true)
  })

  it('is no longer due after a week for unpaid payments, unless they need an admin', () => {
    const WEEK = 7 * 24 * 60 * MINUTE
    const over = (of: PaymentState, ms = WEEK, attention: 'mismatch' | null = null) =>
      isExpired({ state: of, attention, openedAt, now: new Date(openedAt.getTime() + ms) })
    expect(paymentStates.filter((of) => over(of))).toEqual(['opened', 'pending'])
    expect([over('opened', WEEK - 1), over('opened', WEEK, 'mismatch')]).toEqual([false, false])
  })

  it('is scheduled for a dispute over money that was never confirmed', () => {
    expect(ask(1, 'disputed')).toBe(1)
  })
})

it('money on its way is recorded without its amount, everything else as found', () => {
  expect(toEvent({ kind: 'pending', amountKobo: PRICE, currency: 'NGN' })).toEqual({ kind: 'pending' })
  const refunded = { kind: 'refunded', key: 'a refund', amountKobo: 5 } as const
  expect(toEvent(refunded)).toEqual(refunded)
})
