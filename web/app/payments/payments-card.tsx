import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'

/** In the settings: the standing way to the payment page, on a phone too, where the menu has no room for it. */
export function PaymentsCard() {
  return (
    <Card className="stack stack-3" aria-labelledby="payments">
      <h2 className="card__h" id="payments">
        Payment and receipts
      </h2>
      <p className="muted">How your payment stands, and the receipt of it.</p>
      <div>
        <PageLink className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.payment}>
          <Icon name="credit-card" />
          Go to my payments
        </PageLink>
      </div>
    </Card>
  )
}
