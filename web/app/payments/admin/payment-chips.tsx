import type { AdminPayment } from '@baobab/contract/payments/admin.ts'
import type { PaymentState } from '@baobab/contract/payments/endpoints.ts'
import { isPartlyRefunded, formatNaira } from '@baobab/contract/payments/rules.ts'
import type { ComponentProps } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { attentionLabels, stateLabels, text } from './text.ts'

const chipProps: Record<PaymentState, Pick<ComponentProps<typeof Chip>, 'kind' | 'icon'>> = {
  opened: { icon: 'timer' },
  pending: { kind: 'info', icon: 'timer' },
  abandoned: { icon: 'x' },
  failed: { kind: 'bad', icon: 'x-circle' },
  succeeded: { kind: 'ok', icon: 'check-circle' },
  disputed: { kind: 'warn', icon: 'warning' },
  refunded: { icon: 'arrow-counter-clockwise' },
}

/** A payment's state, and whether it was partly refunded. */
export function StateChip(payment: Pick<AdminPayment, 'state' | 'amountKobo' | 'refundedKobo'>) {
  const { state } = payment
  return (
    <>
      <Chip {...chipProps[state]}>{stateLabels[state]}</Chip>
      {state !== 'refunded' && isPartlyRefunded(payment) && <Chip {...chipProps.refunded}>{text.partlyRefunded}</Chip>}
    </>
  )
}

/** Why a payment needs an admin; nothing if it does not. */
export function AttentionChip({ attention }: Pick<AdminPayment, 'attention'>) {
  if (attention === null) return null
  return (
    <Chip kind="bad" icon="warning-circle">
      {attentionLabels[attention]}
    </Chip>
  )
}

/** A payment's amount, and how much of it was refunded. */
export function PaymentAmount({ amountKobo, refundedKobo }: Pick<AdminPayment, 'amountKobo' | 'refundedKobo'>) {
  return (
    <span className="payamount">
      <span className="nobr">{formatNaira(amountKobo)}</span>
      {refundedKobo > 0 && <span className="small muted nobr">{text.amountRefunded(formatNaira(refundedKobo))}</span>}
    </span>
  )
}
