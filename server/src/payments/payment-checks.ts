// Checks that each payment's state follows from its events alone.
import type { PaymentState } from '@baobab/contract/payments/endpoints.ts'
import { deriveState, sumRefunds, type LedgerEvent } from './rules.ts'
import type { Check } from '../platform/data-check.ts'

type Row = {
  id: string
  reference: string
  amountKobo: number
  state: PaymentState
  refundedKobo: number
  isConfirmed: boolean
  events: (LedgerEvent & { reference: string })[]
}

const PAYMENTS = `
  select id, reference, amount_kobo as "amountKobo", state, given_back_kobo as "refundedKobo",
    confirmed_at is not null as "isConfirmed", coalesce(events.list, '[]') as events
  from payments
  left join lateral (
    select jsonb_agg(jsonb_build_object('kind', kind, 'key', key, 'amountKobo', amount_kobo, 'reference', reference) order by seq) as list
    from payment_events where payment_id = payments.id
  ) events on true`

/** Returns how a payment differs from its events. */
function findPaymentFaults({ reference, amountKobo, state, refundedKobo, isConfirmed, events }: Row): string[] {
  const derived = deriveState(events, amountKobo)
  const refunded = sumRefunds(events, amountKobo)
  const success = events.find(({ kind }) => kind === 'succeeded')
  const paid = success?.amountKobo ?? amountKobo
  const faults = [
    derived !== state && `the state is ${state}, but its events say ${derived}`,
    refunded !== refundedKobo && `${refundedKobo} kobo were refunded, but its events say ${refunded}`,
    isConfirmed && !success && 'it is confirmed, but no event says that it succeeded',
    !isConfirmed && success && 'an event says that it succeeded, but it is not confirmed',
    paid !== amountKobo && `${amountKobo} kobo were agreed, but ${paid} were paid`,
    events.some((event) => event.reference !== reference) && 'an event has another reference',
  ]
  return faults.filter((fault) => typeof fault === 'string')
}

export const paymentCheck: Check = {
  name: 'payments',
  holds: 'The state of each payment follows from its events, and the amount paid is the amount agreed.',
  async *find(reader) {
    for await (const payment of reader.stream<Row>(PAYMENTS))
      for (const reason of findPaymentFaults(payment)) yield { row: `payments ${payment.id}`, reason }
  },
}
