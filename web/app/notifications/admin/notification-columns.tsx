import {
  cancelNotification,
  listNotifications,
  sendMailsAgain,
  type AdminNotification,
} from '@baobab/contract/notifications/admin.ts'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { DataColumn } from '../../ui/data-table/columns.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDate, formatDateTime, formatTime } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { typeLabels } from '../text.ts'
import { useSendMailsAgain } from './failed-mails.tsx'
import { recipientLabel, stateLabels, text } from './text.ts'

const stateChips = { published: 'ok', scheduled: 'info', canceled: 'plain' } as const

/**
 * Returns the columns of the notification list.
 * @param onCancel called with a scheduled notification to cancel
 */
export function makeColumns(
  onCancel: (notification: AdminNotification) => void,
): readonly DataColumn<AdminNotification>[] {
  return [
    { id: 'title', title: text.title, kind: 'who', cell: (notification) => <Content {...notification} /> },
    { id: 'to', title: text.for, kind: 'detail', cell: (notification) => <Recipient {...notification} /> },
    { id: 'update', title: text.update, cell: (notification) => <TypeAndMethod {...notification} /> },
    { id: 'date', title: text.date, kind: 'detail', cell: ({ date }) => <Time at={new Date(date)} /> },
    { id: 'state', title: text.state, cell: (notification) => <Outcome {...notification} /> },
    {
      id: 'act',
      title: text.actions,
      kind: 'act',
      cell: (notification) => <Actions notification={notification} onCancel={onCancel} />,
    },
  ]
}

/** The title, which expands to show the text and the id. */
function Content({ title, description, notificationId, sentBy }: AdminNotification) {
  return (
    <details className="ntable__w">
      <summary>{title}</summary>
      <p className="notification__t">{description}</p>
      <p className="muted small">
        {text.id(notificationId)}
        {sentBy !== null && <span className="ntable__m">{text.sentBy(sentBy)}</span>}
      </p>
    </details>
  )
}

function Recipient(notification: AdminNotification) {
  if (notification.username === null) return <span className="ntable__t ntable__g">{recipientLabel(notification)}</span>
  return <Link to={adminPaths.student(notification.username)}>{notification.username}</Link>
}

function TypeAndMethod({ update, method }: AdminNotification) {
  return (
    <>
      {typeLabels[update].label}
      <span className="muted small ntable__m">{method === 'in-app' ? text.inApp : text.inAppAndEmail}</span>
    </>
  )
}

/** The state and, once sent, how many students read it and the outcome of emails and push messages. */
function Outcome({ state, method, read, mailed, mailsFailed, pushed }: AdminNotification) {
  const counts = [
    text.read(read),
    method === 'in-app+email' && text.emails(mailed),
    pushed > 0 && text.pushed(pushed),
  ].filter((count) => count !== false)
  return (
    <>
      <Chip kind={stateChips[state]}>{stateLabels[state]}</Chip>
      {state === 'published' && (
        <ul className="ntable__l muted small">
          {counts.map((count) => (
            <li key={count}>{count}</li>
          ))}
          {mailsFailed > 0 && <li className="ntable__bad">{text.failed(mailsFailed)}</li>}
        </ul>
      )}
    </>
  )
}

function Time({ at }: { at: Date }) {
  return (
    <>
      <span className="nobr">{formatDate(at)},</span> <span className="nobr">{formatTime(at)}</span>
    </>
  )
}

type ActionsProps = { notification: AdminNotification; onCancel: (notification: AdminNotification) => void }

function Actions({ notification, onCancel }: ActionsProps) {
  const { state, canTakeBack, mailsFailed } = notification
  if (mailsFailed > 0) return <SendFailedAgain notification={notification} />
  // The note above the table has the button for taking it back.
  if (state !== 'scheduled' || canTakeBack) return null
  return (
    <IfAllowed who={cancelNotification.who}>
      <span className="row nowrap ntable__a">
        <Link
          className={buttonClass({ kind: 'quiet', size: 'sm' })}
          to={adminPaths.notificationChange(notification._id)}
          aria-label={text.changeThis(notification.title)}
        >
          {text.change}
        </Link>
        <Button
          kind="quiet"
          size="sm"
          onClick={() => onCancel(notification)}
          aria-label={text.cancelThis(notification.title)}
        >
          {text.cancel}
        </Button>
      </span>
    </IfAllowed>
  )
}

function SendFailedAgain({ notification: { _id, title } }: Pick<ActionsProps, 'notification'>) {
  const { send, isPending } = useSendMailsAgain()
  return (
    <IfAllowed who={sendMailsAgain.who}>
      <Button
        kind="quiet"
        size="sm"
        busyLabel={isPending && text.sendingAgain}
        aria-label={text.sendFailedAgainThis(title)}
        onClick={() => void send(_id)}
      >
        {text.sendFailedAgain}
      </Button>
    </IfAllowed>
  )
}

type CancelDialogProps = { notification: AdminNotification | undefined; onClose: () => void }

/** Asks for confirmation before canceling a scheduled notification. */
export function CancelDialog({ notification, onClose }: CancelDialogProps) {
  const cancellation = useApiMutation(cancelNotification, { changes: [listNotifications] })

  async function cancel(id: string) {
    try {
      const { message } = await cancellation.mutateAsync({ params: { notificationId: id } })
      toast(message)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
    }
    onClose()
  }

  return (
    <Dialog
      isOpen={notification !== undefined}
      title={text.cancelQuestion(notification?.title ?? '')}
      confirmLabel={text.cancelNotification}
      cancelLabel={text.keep}
      busyLabel={cancellation.isPending && text.canceling}
      isDangerous
      onCancel={onClose}
      onConfirm={() => notification && void cancel(notification._id)}
    >
      {notification && text.cancelEffect(recipientLabel(notification), formatDateTime(new Date(notification.date)))}
    </Dialog>
  )
}
