import { channelLabel } from '@baobab/contract/payment-channels.ts'
import type { Payment } from '@baobab/contract/payments.ts'
import type { ReactNode } from 'react'
import { formatNaira } from '@baobab/contract/naira.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { stateChipProps } from './labels.ts'

type Props = { payment: Payment; username: string; heading?: 'h1' | 'h2' }

/** A receipt, and the button that prints it alone. */
export function ReceiptCard({ payment, username, heading: Heading = 'h1' }: Props) {
  const { reference, amountKobo, paidAt, openedAt, channel } = payment
  const { label, kind, icon } = stateChipProps(payment)
  return (
    <div className="stack measure">
      <article className="card paper receipt stack stack-6" aria-labelledby="receipt">
        <div className="row between">
          <span className="logo">
            <Logo />
          </span>
          <Chip kind={kind} icon={icon}>
            {label}
          </Chip>
        </div>
        <div className="stack stack-2">
          <Heading id="receipt">Receipt</Heading>
          <p className="d num total--n">{formatNaira(amountKobo)}</p>
        </div>
        <div className="strip strip--thin" />
        <dl className="receipt__f">
          <Fact term="Number">{reference}</Fact>
          <Fact term="Date">{formatDateTime(new Date(paidAt ?? openedAt))} (Lagos)</Fact>
          <Fact term="For">Everything on Baobab, for the account {username}</Fact>
          {channel !== null && <Fact term="Paid by">{channelLabel(channel)}</Fact>}
          <Fact term="State">{label}</Fact>
        </dl>
      </article>
      <div>
        <Button kind="line" onClick={() => print()}>
          <Icon name="download-simple" />
          Print or save as PDF
        </Button>
      </div>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="reference">{children}</dd>
    </div>
  )
}
