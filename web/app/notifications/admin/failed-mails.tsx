import {
  listFailedMails,
  listNotifications,
  sendMailsAgain,
  type FailedMail,
} from '@baobab/contract/notifications/admin.ts'
import { notificationsAdminText } from '@baobab/contract/notifications/text.ts'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { AdminTable } from '../../lists/admin/admin-table.tsx'
import { adminList, useAdminList } from '../../lists/admin/use-admin-list.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import type { DataColumn } from '../../ui/data-table/columns.ts'
import { formatDate, formatTime } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'

export const failedMails = adminList({
  endpoint: listFailedMails,
  rows: (reply) => reply.mails,
  perPage: 25,
  filters: {},
  failed: notificationsAdminText.mailsFailed,
  loading: notificationsAdminText.mailsLoading,
})

/** Notification emails that the mail server did not accept, and why. */
export function FailedMails() {
  const list = useAdminList(failedMails)
  return (
    <AdminTable
      of={list}
      title={text.failedEmails}
      className="ntable"
      columns={columns}
      rowKey={({ notification, username }) => `${notification} ${username}`}
      shown={() => text.page(list.page + 1)}
      lead={({ total }) => (
        <p className="muted">
          {total !== null && <b>{text.failedEmailsTotal(total)}. </b>}
          {text.failedEmailsHelp}
        </p>
      )}
      empty={{ title: text.noFailedEmails, help: text.noFailedEmailsHelp }}
    />
  )
}

const columns: readonly DataColumn<FailedMail>[] = [
  {
    id: 'student',
    title: text.student,
    kind: 'who',
    cell: ({ username, email }) => (
      <>
        <Link to={adminPaths.student(username)}>{username}</Link>
        <span className="muted small ntable__m">{email}</span>
      </>
    ),
  },
  {
    id: 'notification',
    title: text.notification,
    kind: 'detail',
    cell: ({ title, notificationId }) => (
      <span className="ntable__t">
        {title} <span className="muted small nobr">{notificationId}</span>
      </span>
    ),
  },
  { id: 'failedAt', title: text.failedAt, kind: 'detail', cell: ({ failedAt }) => <Time at={new Date(failedAt)} /> },
  {
    id: 'reason',
    title: text.reason,
    kind: 'detail',
    cell: ({ reason }) => <span className="ntable__t">{reason}</span>,
  },
  { id: 'act', title: text.actions, kind: 'act', cell: (mail) => <SendAgain mail={mail} /> },
]

function Time({ at }: { at: Date }) {
  return (
    <>
      <span className="nobr">{formatDate(at)},</span> <span className="nobr">{formatTime(at)}</span>
    </>
  )
}

function SendAgain({ mail: { notification, username } }: { mail: FailedMail }) {
  const { send, isPending } = useSendMailsAgain()
  return (
    <IfAllowed who={sendMailsAgain.who}>
      <Button
        kind="quiet"
        size="sm"
        busyLabel={isPending && text.sendingAgain}
        aria-label={text.sendAgainTo(username)}
        onClick={() => void send(notification, username)}
      >
        {text.sendAgain}
      </Button>
    </IfAllowed>
  )
}

/** Resends a notification's failed emails, or the one to a single student. */
export function useSendMailsAgain() {
  const { mutateAsync, isPending } = useApiMutation(sendMailsAgain, { changes: [listFailedMails, listNotifications] })
  async function send(notificationId: string, username?: string) {
    try {
      const { message } = await mutateAsync({ params: { notificationId }, body: username ? { username } : {} })
      toast(message)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
    }
  }
  return { send, isPending }
}
