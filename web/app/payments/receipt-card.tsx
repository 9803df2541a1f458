import { describeRefund, formatNaira, formatPaymentTime } from '@baobab/contract/payments/rules.ts'
import { channelLabel } from '@baobab/contract/payments/text.ts'
import type { Payment } from '@baobab/contract/payments/endpoints.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { toStateChip, text } from './text.ts'

type Props = { payment: Payment; username: string; heading?: 'h1' | 'h2' }

/** A receipt, and a button that prints only the receipt. */
export function ReceiptCard({ payment, username, heading: Heading = 'h1' }: Props) {
  const { reference, amountKobo, refundedKobo, channel } = payment
  const { label, kind, icon } = toStateChip(payment)
  const facts = [
    [text.receiptNumber, reference],
    [text.receiptDate, text.inLagos(formatPaymentTime(payment))],
    [text.receiptFor, text.everythingFor(username)],
    ...(channel === null ? [] : [[text.paidWith, channelLabel(channel)] as const]),
    ...(refundedKobo === 0 ? [] : [[text.refunded, describeRefund(payment)] as const]),
    [text.state, label],
  ] as const
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
          <Heading id="receipt">{text.receipt}</Heading>
          <p className="d num total--n">{formatNaira(amountKobo)}</p>
        </div>
        <div className="strip strip--thin" />
        <dl className="receipt__f">
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd className="reference">{value}</dd>
            </div>
          ))}
        </dl>
      </article>
      <div>
        <Button kind="line" onClick={() => print()}>
          <Icon name="download-simple" />
          {text.print}
        </Button>
      </div>
    </div>
  )
}
