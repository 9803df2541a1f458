// Tests that the check of refunds names each row that cannot be right.
import { expect, it } from 'vitest'
import { findRefundFaults } from './refund-check.ts'
import { toRefundEventKey } from './rules.ts'

const good = {
  id: 'a',
  state: 'processed',
  latest: 'processed',
  amountKobo: 40_000,
  isWhole: false,
  isReplaced: false,
  otherKobo: 60_000,
  paidKobo: 100_000,
  keys: ['reversed', toRefundEventKey('a')],
} as const
const faults = (changes: object) => findRefundFaults({ ...good, keys: [...good.keys], ...changes })

it('a refund that the ledger counts is right', () => {
  expect(faults({})).toEqual([])
  expect(faults({ state: 'pending', latest: 'pending', keys: [] })).toEqual([])
  expect(faults({ state: 'failed', latest: 'failed', keys: [], otherKobo: 100_000 })).toEqual([])
})

it('a refund that was also made in another way may be more than was paid', () => {
  expect(faults({ isReplaced: true, otherKobo: 100_000 })).toEqual([])
})

it('a refund of everything that arrived may be more than was agreed', () => {
  expect(faults({ isWhole: true, amountKobo: 150_000, otherKobo: 0 })).toEqual([])
})

it.each([
  [{ latest: 'pending' }, 'the state is processed, and its latest event says pending'],
  [{ latest: null }, 'the state is processed, and its latest event says nothing'],
  [{ keys: ['a'] }, 'it is processed, and the ledger of payments does not say so'],
  [{ state: 'failed', latest: 'failed' }, 'it is failed, and the ledger of payments counts it'],
  [{ otherKobo: 60_001 }, 'more was refunded than was paid'],
])('%j is wrong', (changes, reason) => {
  expect(faults(changes)).toEqual([reason])
})
