import type { Notification } from '@baobab/contract/notifications.ts'
import { useId } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { formatShortDay } from '../ui/dates.ts'
import { Icon } from '../ui/icon.tsx'
import { NotificationBody } from './notification-body.tsx'
import { typeLabels } from './labels.ts'

type Props = { notification: Notification; isOpen: boolean; onToggle: () => void }

/** One notice of the list: title, update and date; pressed, all of it. */
export function NotificationItem({ notification, isOpen, onToggle }: Props) {
  const id = useId()
  const { label, icon } = typeLabels[notification.update]
  return (
    <li className={notification.isRead ? 'notice' : 'notice notice--new'}>
      <h2>
        <button type="button" className="notice__h" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <span className="notice__i">
            <Icon name={icon} />
          </span>
          <span className="grow">
            <span className="notice__n">{notification.title}</span>
            <span className="notice__m">
              {label} · <time dateTime={notification.date}>{formatShortDay(new Date(notification.date))}</time>
              {!notification.isRead && <span className="notice__new">New</span>}
            </span>
          </span>
          <Icon name="caret-down" size="sm" />
        </button>
      </h2>
      <div className="notice__b" id={id} hidden={!isOpen}>
        <NotificationBody {...notification} />
        {notification.update === 'payment' && (
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.payment} reloadDocument>
            Go to my payments
          </Link>
        )}
      </div>
    </li>
  )
}
