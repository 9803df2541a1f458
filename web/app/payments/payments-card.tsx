import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { settingsCardText as text } from './text.ts'

/** A link to the payment page in the settings, because a phone's menu has no room for it. */
export function PaymentsCard() {
  return (
    <Card className="stack stack-3" aria-labelledby="my-payments">
      <h2 className="card__h" id="my-payments">
        {text.title}
      </h2>
      <p className="muted">{text.help}</p>
      <div>
        <PageLink className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.payment}>
          <Icon name="credit-card" />
          {text.goToPayments}
        </PageLink>
      </div>
    </Card>
  )
}
