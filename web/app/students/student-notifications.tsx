import { notificationsText } from '@baobab/contract/notifications/text.ts'
import type { StudentDetails } from '@baobab/contract/students/endpoints.ts'
import { Link } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { splitForExperts } from '../notifications/split-for-experts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { ForExperts } from '../ui/for-experts.tsx'
import { formatCount, formatDateTime } from '../ui/format.ts'
import { text } from './text.ts'

type Props = Pick<StudentDetails, 'notifications' | 'notificationCount'>

/** Lists the newest notifications that the student can read. Details for experts are folded, as for the student. */
export function StudentNotifications({ notifications, notificationCount }: Props) {
  return (
    <Card className="stack stack-3" aria-labelledby="notifications">
      <div className="row between">
        <h2 className="card__h" id="notifications">
          {text.notifications}
        </h2>
        <Link className={buttonClass({ kind: 'quiet', size: 'sm' })} to={adminPaths.notification}>
          {text.allNotifications}
        </Link>
      </div>
      <p className="muted">{describeNotifications(notificationCount, notifications.length)}</p>
      <ul className="letters">
        {notifications.map(({ _id, title, description, update, date, isRead }) => (
          <li key={_id} className="stack stack-2">
            <span className="row between">
              <b>{title}</b>
              <Chip kind={isRead ? 'plain' : 'info'}>{isRead ? text.read : text.unread}</Chip>
            </span>
            <Description description={description} />
            <span className="small muted">{`${update}, ${formatDateTime(new Date(date))}`}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Description({ description }: { description: string }) {
  const { text: sentences, experts } = splitForExperts(description)
  return (
    <div className="letters__t small stack stack-2">
      <p>{sentences}</p>
      {experts !== '' && (
        <ForExperts>
          <p>{experts}</p>
        </ForExperts>
      )}
    </div>
  )
}

function describeNotifications(count: number, shown: number): string {
  if (count === 0) return notificationsText.noNotifications
  const all = formatCount(count, 'notification')
  return shown < count ? text.newestNotifications(all, shown) : text.notificationCount(all)
}
