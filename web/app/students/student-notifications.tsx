import type { StudentDetails } from '@baobab/contract/students.ts'
import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { formatCount } from '../ui/format.ts'

type Props = Pick<StudentDetails, 'notifications' | 'notificationCount'>

/** The newest of those that this student can read. */
export function StudentNotifications({ notifications, notificationCount }: Props) {
  return (
    <Card className="stack stack-3" aria-labelledby="notifications">
      <div className="row between">
        <h2 className="card__h" id="notifications">
          Notifications
        </h2>
        <Link className={buttonClass({ kind: 'quiet', size: 'sm' })} to={paths.admin.notification}>
          All notifications
        </Link>
      </div>
      <p className="muted">{leadOf(notificationCount, notifications.length)}</p>
      <ul className="letters">
        {notifications.map(({ _id, title, description, update, date, isRead }) => (
          <li key={_id} className="stack stack-2">
            <span className="row between">
              <b>{title}</b>
              <Chip kind={isRead ? 'plain' : 'info'}>{isRead ? 'Read' : 'Unread'}</Chip>
            </span>
            <span className="small">{description}</span>
            <span className="small muted">{`${update}, ${formatDateTime(new Date(date))}`}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function leadOf(count: number, shown: number): string {
  if (count === 0) return notificationsText.noNotifications
  const all = formatCount(count, 'notification')
  return shown < count ? `${all}, the newest ${shown} of them:` : `${all}:`
}
