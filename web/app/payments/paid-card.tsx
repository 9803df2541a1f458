import type { Payment } from '@baobab/contract/payments.ts'
import { paymentsText } from '@baobab/contract/payments-text.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { Benefits } from './benefits.tsx'
import { PaidTwice } from './paid-twice.tsx'

/** In place of the button, once the account is paid. Links are full loads: this page has a content policy of its own. */
export function PaidCard({ payments }: { payments: readonly Payment[] }) {
  const paid = payments.find(
    ({ state, isRefundDue }) => !isRefundDue && (state === 'succeeded' || state === 'disputed'),
  )
  return (
    <Card className="stack stack-6">
      <Note kind="ok">
        <b>{paymentsText.alreadyPaid}</b> Every video and every quiz is open to you.
      </Note>
      {payments.some(({ isRefundDue }) => isRefundDue) && <PaidTwice />}
      <Benefits />
      <div className="row">
        <a className={buttonClass({ kind: 'accent' })} href={paths.student.videos}>
          Watch the videos
        </a>
        {paid && (
          <a className={buttonClass({ kind: 'line' })} href={paths.student.receipt(paid.reference)}>
            See your receipt
          </a>
        )}
      </div>
    </Card>
  )
}
