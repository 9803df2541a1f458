// What payments are called on screens.
import type { Payment } from '@baobab/contract/payments.ts'
import type { IconName } from '../ui/icon.tsx'

type Look = { label: string; kind: 'plain' | 'ok' | 'warn' | 'bad' | 'info'; icon: IconName }

const states: Record<Payment['state'], Look> = {
  opened: { label: 'Opened', kind: 'plain', icon: 'timer' },
  pending: { label: 'On its way', kind: 'warn', icon: 'timer' },
  abandoned: { label: 'Not finished', kind: 'plain', icon: 'x-circle' },
  failed: { label: 'Declined', kind: 'bad', icon: 'x-circle' },
  succeeded: { label: 'Paid', kind: 'ok', icon: 'check-circle' },
  // A dispute is between the bank and the office; the account stays open meanwhile.
  disputed: { label: 'Paid', kind: 'ok', icon: 'check-circle' },
  refunded: { label: 'Given back', kind: 'info', icon: 'arrow-counter-clockwise' },
}

/** How a payment stands, in a word or two. */
export function stateChipProps({ state, isRefundDue }: Pick<Payment, 'state' | 'isRefundDue'>): Look {
  return isRefundDue ? { label: 'To be given back', kind: 'warn', icon: 'arrow-counter-clockwise' } : states[state]
}

/** Whether the money was ours at some time: then there is a receipt. */
export function hasReceipt({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'succeeded' || state === 'disputed' || state === 'refunded'
}

/** Whether the provider may still have news of it. */
export function isUnsettled(payment: Pick<Payment, 'state'>): boolean {
  return !hasReceipt(payment)
}
