// Arbitrary events of one payment, for property tests.
import fc from 'fast-check'
import type { LedgerEvent } from '../src/payments/rules.ts'
import type { PaymentEventKind } from '@baobab/contract/payments/admin.ts'

export const PRICE = 100_000

type AnyEvent = LedgerEvent & { kind: PaymentEventKind }

const anyAmount = fc.option(fc.constantFrom(1, 30_000, 50_000, 99_999, PRICE), { nil: null })
const arbitraryEvent = (
  kinds: readonly PaymentEventKind[],
  keys: readonly string[],
  amountKobo: fc.Arbitrary<number | null>,
) => fc.record({ kind: fc.constantFrom(...kinds), key: fc.constantFrom(...keys), amountKobo })

/** Any event: steps of paying, two disputes and their resolutions, refunds, and events that do not change the state. */
export const anyEvent: fc.Arbitrary<AnyEvent> = fc.oneof(
  arbitraryEvent(['opened', 'pending', 'abandoned', 'failed', 'succeeded', 'refund_due'], [''], fc.constant(null)),
  arbitraryEvent(['disputed', 'dispute_won', 'dispute_lost'], ['dispute 1', 'dispute 2'], anyAmount),
  arbitraryEvent(['refunded'], ['refund 1', 'refund 2', 'reversed', 'note 1', 'note 2'], anyAmount),
  arbitraryEvent(['refund_unclear'], ['refund 1', 'refund 3'], fc.constant(null)),
  arbitraryEvent(['mismatch', 'message', 'note'], ['amount 100', 'currency GHS'], anyAmount),
)

/** A set of events, unique by kind and key, as in the ledger. */
export const eventSet = fc.uniqueArray(anyEvent, { maxLength: 12, selector: ({ kind, key }) => `${kind} ${key}` })
