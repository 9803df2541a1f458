// Checks that each refund matches its own events and the payment's ledger.
import type { RefundState } from '@baobab/contract/payments/refunds.ts'
import type { Check } from '../../platform/data-check.ts'
import { isUnderWay, toRefundEventKey } from './rules.ts'

type Row = {
  id: string
  state: RefundState
  latest: string | null
  amountKobo: number
  isWhole: boolean
  /** Whether an admin recorded that it was made in another way. The refunds may then add up to more than was paid. */
  isReplaced: boolean
  /** The sum of the payment's other refunds, except those that failed or that an admin recorded as made in another way. */
  otherKobo: number
  paidKobo: number
  keys: string[]
}

const REFUNDS = `
  select refunds.id, refunds.state, refunds.amount_kobo as "amountKobo", is_whole as "isWhole", payments.amount_kobo as "paidKobo",
    (select event.state from refund_events as event where event.refund_id = refunds.id order by seq desc limit 1) as latest,
    replaced_at is not null as "isReplaced",
    (select coalesce(sum(other.amount_kobo), 0)::integer from refunds as other
      where other.payment_id = refunds.payment_id and other.id <> refunds.id and other.state <> 'failed'
        and other.replaced_at is null) as "otherKobo",
    array(select key from payment_events as event
      where event.payment_id = refunds.payment_id and event.kind = 'refunded') as keys
  from refunds join payments on payments.id = refunds.payment_id`

/** Returns how a refund differs from its events. */
export function findRefundFaults(row: Row): string[] {
  const { id, state, latest, amountKobo, isWhole, isReplaced, otherKobo, paidKobo, keys } = row
  const isCounted = keys.includes(toRefundEventKey(id))
  const faults = [
    latest !== state && `the state is ${state}, and its latest event says ${latest ?? 'nothing'}`,
    state === 'processed' && !isCounted && 'it is processed, and the ledger of payments does not say so',
    (isUnderWay(state) || state === 'failed') && isCounted && `it is ${state}, and the ledger of payments counts it`,
    state !== 'failed' &&
      !isWhole &&
      !isReplaced &&
      amountKobo + otherKobo > paidKobo &&
      'more was refunded than was paid',
  ]
  return faults.filter((fault) => typeof fault === 'string')
}

export const refundCheck: Check = {
  name: 'refunds',
  holds:
    'A refund is what its events say, the ledger of payments counts it once processed, and none exceeds what was paid.',
  async *find(reader) {
    for await (const refund of reader.stream<Row>(REFUNDS))
      for (const reason of findRefundFaults(refund)) yield { row: `refunds ${refund.id}`, reason }
  },
}
