import type { Notification } from '@baobab/contract/notifications/endpoints.ts'
import { ForExperts } from '../ui/for-experts.tsx'
import { formatDateTime } from '../ui/format.ts'
import { splitForExperts } from './split-for-experts.ts'
import { typeLabels, text } from './text.ts'

type Props = Pick<Notification, 'description' | 'update' | 'date'> & { notificationId: string | null }

/** What a student reads below a notification's title. */
export function NotificationBody({ notificationId, description, update, date }: Props) {
  const { text: sentences, experts } = splitForExperts(description)
  return (
    <div className="stack stack-3">
      <p className="notification__t">{sentences}</p>
      {experts !== '' && (
        <ForExperts>
          <p className="notification__t">{experts}</p>
        </ForExperts>
      )}
      <dl className="notification__f">
        {notificationId !== null && (
          <div>
            <dt>{text.id}</dt>
            <dd>{notificationId}</dd>
          </div>
        )}
        <div>
          <dt>{text.update}</dt>
          <dd>{typeLabels[update].label}</dd>
        </div>
        <div>
          <dt>{text.date}</dt>
          <dd>{formatDateTime(new Date(date))}</dd>
        </div>
      </dl>
    </div>
  )
}
