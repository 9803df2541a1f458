import { paymentsText } from '@baobab/contract/payments-text.ts'
import type { ComponentProps } from 'react'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import type { PayStage, usePay } from './use-pay.ts'

const busyLabels: Record<PayStage, string | undefined> = {
  idle: undefined,
  opening: 'Opening the payment window...',
  open: 'The payment window is open...',
  leaving: 'Opening the payment page...',
}

type Props = {
  paying: ReturnType<typeof usePay>
  /** What is waited for before one can pay, if anything. */
  busyLabel?: string | undefined
} & Pick<ComponentProps<'button'>, 'type' | 'onClick'>

/** The button that pays, and under it what came of it. */
export function PayButton({ paying: { stage, refusal, pageUrl }, busyLabel, type = 'button', onClick }: Props) {
  return (
    <div className="stack stack-3">
      <Button kind="accent" block type={type} onClick={onClick} busyLabel={busyLabels[stage] ?? busyLabel}>
        <Icon name="lock-simple" />
        {paymentsText.proceedToPay}
      </Button>
      {refusal !== undefined && (
        <Note kind="bad" role="alert">
          {refusal}
        </Note>
      )}
      {pageUrl !== undefined && (
        <Note role="status">
          <p>The payment window did not come, so we open the payment page of our partner. It leads back here.</p>
          <a className={buttonClass({ kind: 'line', size: 'sm' })} href={pageUrl}>
            Open the payment page
          </a>
        </Note>
      )}
      <p className="small muted">
        You will finish in our payment partner’s window. Baobab never sees your card number.
      </p>
    </div>
  )
}
