import type { OfficePayment } from '@baobab/contract/payment-office.ts'
import type { PaymentState } from '@baobab/contract/payments.ts'
import type { ComponentProps } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { attentionWords, stateWords } from './payment-words.ts'

type Look = Pick<ComponentProps<typeof Chip>, 'kind' | 'icon'>

const looks: Record<PaymentState, Look> = {
  opened: { icon: 'timer' },
  pending: { kind: 'info', icon: 'timer' },
  abandoned: { icon: 'x' },
  failed: { kind: 'bad', icon: 'x-circle' },
  succeeded: { kind: 'ok', icon: 'check-circle' },
  disputed: { kind: 'warn', icon: 'warning' },
  refunded: { icon: 'arrow-counter-clockwise' },
}

export function StateChip({ state }: { state: PaymentState }) {
  return <Chip {...looks[state]}>{stateWords[state]}</Chip>
}

/** Why a payment needs a person; nothing where it does not. */
export function AttentionChip({ attention }: Pick<OfficePayment, 'attention'>) {
  if (attention === null) return null
  return (
    <Chip kind="bad" icon="warning-circle">
      {attentionWords[attention]}
    </Chip>
  )
}
