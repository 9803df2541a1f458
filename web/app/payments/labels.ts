// Labels of payment states for students and parents.
import { isPartlyRefunded, type Refundable } from '@baobab/contract/payments/rules.ts'
import type { Payment } from '@baobab/contract/payments/endpoints.ts'
import type { IconName } from '../ui/icon.tsx'

type StateChip = { label: string; kind: 'plain' | 'ok' | 'warn' | 'bad' | 'info'; icon: IconName }

const states: Record<Payment['state'], StateChip> = {
  opened: { label: 'Opened', kind: 'plain', icon: 'timer' },
  pending: { label: 'On its way', kind: 'warn', icon: 'timer' },
  abandoned: { label: 'Not finished', kind: 'plain', icon: 'x-circle' },
  failed: { label: 'Declined', kind: 'bad', icon: 'x-circle' },
  succeeded: { label: 'Paid', kind: 'ok', icon: 'check-circle' },
  // The bank and the admins settle a dispute; the account stays open meanwhile.
  disputed: { label: 'Paid', kind: 'ok', icon: 'check-circle' },
  refunded: { label: 'Refunded', kind: 'info', icon: 'arrow-counter-clockwise' },
}

/** The chip that shows the state of a payment. */
export function toStateChip(payment: Pick<Payment, 'state' | 'isRefundDue'> & Refundable): StateChip {
  if (payment.isRefundDue) return { label: 'Refund due', kind: 'warn', icon: 'arrow-counter-clockwise' }
  if (isPartlyRefunded(payment)) return { ...states.refunded, label: 'Partly refunded' }
  return states[payment.state]
}

/** Whether a payment was ever confirmed, so that it has a receipt. */
export function hasReceipt({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'succeeded' || state === 'disputed' || state === 'refunded'
}
