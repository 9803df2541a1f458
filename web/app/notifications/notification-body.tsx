import type { Notification } from '@baobab/contract/notifications.ts'
import { formatDateTime } from '../ui/dates.ts'
import { typeLabels } from './labels.ts'

type Props = Pick<Notification, 'description' | 'update' | 'date'> & { notificationId: string | null }

/** All that a notice says below its title, as the student reads it. */
export function NotificationBody({ notificationId, description, update, date }: Props) {
  return (
    <div className="stack stack-3">
      <p className="notice__t">{description}</p>
      <dl className="notice__f">
        {notificationId !== null && (
          <div>
            <dt>ID</dt>
            <dd>{notificationId}</dd>
          </div>
        )}
        <div>
          <dt>Update</dt>
          <dd>{typeLabels[update].label}</dd>
        </div>
        <div>
          <dt>Date</dt>
          <dd>{formatDateTime(new Date(date))}</dd>
        </div>
      </dl>
    </div>
  )
}
