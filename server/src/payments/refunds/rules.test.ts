import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refundStates, type RefundState } from '@baobab/contract/payments/refunds.ts'
import type { ProviderRefund } from '../../platform/payment-provider/transaction.ts'
import {
  computeAccessAfterRefund,
  computeAskable,
  computeNextCheck,
  findFailure,
  isUnsettledDouble,
  isUnderWay,
  matchRefund,
  mayChange,
  needsAdmin,
  toRefundNumber,
  toRefundState,
} from './rules.ts'

const now = new Date('2026-06-01T10:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const paid = { amountKobo: 100_000, refundedKobo: 0, state: 'succeeded', attention: null, confirmedAt: now } as const
const free = { hasOpen: false, isUnclear: false, mismatchKobo: null }

describe('a refund may be asked for', () => {
  it('up to what is left of a paid payment', () => {
    expect(computeAskable(paid, free)).toEqual({ leftKobo: 100_000, isWhole: false })
    expect(computeAskable({ ...paid, refundedKobo: 30_000 }, free)).toEqual({ leftKobo: 70_000, isWhole: false })
  })

  it('of everything that does not match', () => {
    const wrong = { ...paid, state: 'opened', attention: 'mismatch', confirmedAt: null } as const
    expect(computeAskable(wrong, { ...free, mismatchKobo: 50_000 })).toEqual({ leftKobo: 50_000, isWhole: true })
    expect(computeAskable(wrong, free)).toEqual({ leftKobo: 100_000, isWhole: true })
  })

  it('not while another is under way, in a dispute, after a full refund, or before it is paid', () => {
    expect(computeAskable(paid, { ...free, hasOpen: true })).toBe('refund_open')
    expect(computeAskable({ ...paid, state: 'disputed' }, free)).toBe('refund_disputed')
    expect(computeAskable({ ...paid, state: 'refunded', refundedKobo: 100_000 }, free)).toBe('refund_refused')
    expect(computeAskable({ ...paid, state: 'pending', confirmedAt: null }, free)).toBe('refund_unpaid')
  })

  it('not before one that the provider reported without an amount is recorded', () => {
    expect(computeAskable(paid, { ...free, isUnclear: true })).toBe('refund_unclear')
  })

  it('never for more than was paid in sum, however often and in which parts', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.boolean())), (requests) => {
        let refundedKobo = 0
        for (const [wanted, isMade] of requests) {
          const state = refundedKobo >= paid.amountKobo ? 'refunded' : 'succeeded'
          const askable = computeAskable({ ...paid, state, refundedKobo }, free)
          if (typeof askable === 'string') continue
          expect(askable.leftKobo).toBeGreaterThan(0)
          if (isMade) refundedKobo += Math.min(wanted, askable.leftKobo)
        }
        expect(refundedKobo).toBeLessThanOrEqual(paid.amountKobo)
      }),
    )
  })
})

describe('a refund whose reply was lost', () => {
  const wanted = { id: '1a2b3c4d-0000-4000-8000-000000000000', amountKobo: 40_000, isWhole: false, askedAt: now }
  const listed = (changes: Partial<ProviderRefund> = {}): ProviderRefund => ({
    id: '7',
    status: 'pending',
    amountKobo: 40_000,
    transactionId: '1',
    note: 'Refund RF-1A2B3C4D',
    createdAt: later(1),
    ...changes,
  })
  const find = (refunds: ProviderRefund[], others: string[] = []) => matchRefund(wanted, refunds, new Set(others))?.id

  it('is found by its number', () => {
    expect(toRefundNumber(wanted.id)).toBe('RF-1A2B3C4D')
    const dashboard = listed({ id: '6', note: 'Refund for transaction abc' })
    expect(find([dashboard, listed()])).toBe('7')
  })

  it('is found by its amount and time if the provider stored another note', () => {
    expect(find([listed({ note: null })])).toBe('7')
    expect(find([listed({ note: 'Refund for transaction abc by ada@baobab.example' })])).toBe('7')
  })

  it('is not mistaken for another one', () => {
    expect(find([listed({ note: null, amountKobo: 30_000 })])).toBeUndefined()
    expect(find([listed({ note: null, createdAt: later(-10) })])).toBeUndefined()
    expect(find([listed({ note: null, createdAt: null })])).toBeUndefined()
    expect(find([listed({ note: 'Refund RF-FFFFFFFF' })])).toBeUndefined()
    expect(find([listed()], ['7'])).toBeUndefined()
  })
})

describe('a refund that the provider does not know', () => {
  const missing = { providerId: null, askedAt: now, checkedAt: null }

  it('has failed ten minutes after a request without a reply', () => {
    expect(findFailure({ ...missing, state: 'asked' }, later(9))).toBeUndefined()
    expect(findFailure({ ...missing, state: 'asked' }, later(10))).toBe('not-made')
  })

  it('has failed a day after the last reply about it, if it was accepted', () => {
    for (const state of refundStates) {
      const accepted = { ...missing, state, providerId: '7', checkedAt: later(60) }
      expect(findFailure(accepted, later(25 * 60 - 1))).toBeUndefined()
      expect(findFailure(accepted, later(25 * 60))).toBe(isUnderWay(state) ? 'unknown' : undefined)
    }
    expect(findFailure({ ...missing, state: 'asked', providerId: '7' }, later(24 * 60))).toBe('unknown')
  })
})

it('the provider’s statuses are read in both spellings, and no other word is', () => {
  expect(toRefundState('needs-attention')).toBe('needs-attention')
  expect(toRefundState('needs_attention')).toBe('needs-attention')
  expect(toRefundState('processed')).toBe('processed')
  expect(['asked', 'Processed', 'reversed', ''].map(toRefundState)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('in any order of replies the newest counts, unless the refund was processed', () => {
  const anyReply = fc.record({ state: fc.constantFrom(...refundStates), minute: fc.integer({ min: 0, max: 50 }) })
  fc.assert(
    fc.property(fc.uniqueArray(anyReply, { selector: ({ minute }) => minute }), (replies) => {
      let refund: Parameters<typeof mayChange>[0] = { state: 'asked', checkedAt: null, replacedAt: null }
      for (const { state, minute } of replies)
        if (mayChange(refund, { state, checkedAt: later(minute) }))
          refund = { ...refund, state, checkedAt: later(minute) }
      const newest = replies.toSorted((one, other) => other.minute - one.minute)[0]?.state ?? 'asked'
      const expected = replies.some(({ state }) => state === 'processed') ? [newest, 'processed'] : [newest]
      expect(expected).toContain(refund.state)
    }),
  )
})

it('a processed refund never changes, and no other one by an older reply', () => {
  const mayBePending = (state: RefundState, checkedAt: Date | null, minutes: number) =>
    mayChange({ state, checkedAt, replacedAt: null }, { state: 'pending', checkedAt: later(minutes) })
  expect(mayBePending('processed', now, 5)).toBe(false)
  expect(mayBePending('failed', now, 5)).toBe(true)
  expect(mayBePending('pending', now, -5)).toBe(false)
  expect(mayBePending('asked', null, -5)).toBe(true)
})

it('a refund that was made in another way can only be processed too, and then needs an admin until it is settled', () => {
  const replaced = { state: 'failed', checkedAt: now, replacedAt: now, settledAt: null } as const
  for (const state of refundStates)
    expect(mayChange(replaced, { state, checkedAt: later(5) })).toBe(state === 'processed')
  expect(needsAdmin(replaced)).toBe(false)
  const twice = { ...replaced, state: 'processed' } as const
  expect([isUnsettledDouble(twice), needsAdmin(twice)]).toEqual([true, true])
  expect(isUnsettledDouble({ ...twice, settledAt: now })).toBe(false)
  expect(isUnsettledDouble({ ...twice, replacedAt: null })).toBe(false)
})

it('an admin is needed until a failed refund is settled, and while one needs bank details', () => {
  const needing = (settledAt: Date | null) =>
    refundStates.filter((state) => needsAdmin({ state, replacedAt: null, settledAt }))
  expect(needing(null)).toEqual(['needs-attention', 'failed'])
  expect(needing(now)).toEqual(['needs-attention'])
})

it('a student keeps access after a refund only by a payment that is not being refunded in full too', () => {
  const other = { amountKobo: 100_000, refundedKobo: 0, openRefundsKobo: 0 }
  expect(computeAccessAfterRefund(true, [])).toBe('lost')
  expect(computeAccessAfterRefund(false, [])).toBe('none')
  expect(computeAccessAfterRefund(true, [other])).toBe('kept')
  expect(computeAccessAfterRefund(false, [other])).toBe('kept')
  expect(computeAccessAfterRefund(true, [{ ...other, openRefundsKobo: 100_000 }])).toBe('lost')
  expect(computeAccessAfterRefund(true, [{ ...other, refundedKobo: 40_000, openRefundsKobo: 60_000 }])).toBe('lost')
  expect(computeAccessAfterRefund(true, [{ ...other, refundedKobo: 40_000, openRefundsKobo: 50_000 }])).toBe('kept')
})

it('a refund is asked about until it is processed or has failed', () => {
  for (const state of refundStates)
    for (const age of [0, 90, 3_000, 60_000]) {
      const next = computeNextCheck({ state, replacedAt: null, changedAt: later(-age), now })
      expect(next !== null && next > now).toBe(isUnderWay(state))
    }
  const changedAt = now
  expect(computeNextCheck({ state: 'asked', replacedAt: null, changedAt, now })).toEqual(later(1))
})

it('a refund that was made in another way is asked about for sixty days', () => {
  const days = (count: number) => later(count * 24 * 60)
  const replaced = { state: 'failed', replacedAt: now, changedAt: now } as const
  expect(computeNextCheck({ ...replaced, now: days(59) })).not.toBeNull()
  expect(computeNextCheck({ ...replaced, now: days(60) })).toBeNull()
  expect(computeNextCheck({ ...replaced, state: 'processed', now })).toBeNull()
})
