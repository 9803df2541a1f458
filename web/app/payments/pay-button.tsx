import { paymentsText } from '@baobab/contract/payments/text.ts'
import type { ComponentProps } from 'react'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { text } from './text.ts'
import type { PayStage, usePay } from './use-pay.ts'

const busyLabels: Record<PayStage, string | undefined> = {
  idle: undefined,
  opening: text.openingWindow,
  open: text.windowIsOpen,
  leaving: text.openingPage,
}

type Props = {
  paying: ReturnType<typeof usePay>
  /** Disables the button while the page waits for something else. */
  busyLabel?: string | undefined
} & Pick<ComponentProps<'button'>, 'type' | 'onClick'>

/** The pay button, with a failure or the link to the provider's page below it. */
export function PayButton({ paying: { stage, failure, pageUrl }, busyLabel, type = 'button', onClick }: Props) {
  return (
    <div className="stack stack-3">
      <Button kind="accent" block type={type} onClick={onClick} busyLabel={busyLabels[stage] ?? busyLabel}>
        <Icon name="lock-simple" />
        {paymentsText.proceedToPay}
      </Button>
      {failure !== undefined && (
        <Note kind="bad" role="alert">
          {failure}
        </Note>
      )}
      {pageUrl !== undefined && (
        <Note role="status">
          <p>{text.windowDidNotOpen}</p>
          <a className={buttonClass({ kind: 'line', size: 'sm' })} href={pageUrl}>
            {text.openPaymentPage}
          </a>
        </Note>
      )}
      <p className="small muted">{text.cardStaysPrivate}</p>
    </div>
  )
}
