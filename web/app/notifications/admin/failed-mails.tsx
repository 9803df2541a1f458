import {
  listFailedMails,
  listNotifications,
  sendMailsAgain,
  type FailedMail,
} from '@baobab/contract/notifications/admin.ts'
import { notificationsAdminText } from '@baobab/contract/notifications/text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { adminPaths } from '../../admin-paths.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { useCursorPages } from '../../shell/use-cursor-pages.ts'
import { Button } from '../../ui/button.tsx'
import type { DataColumn } from '../../ui/data-table/columns.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Pager } from '../../ui/data-table/pager.tsx'
import { formatDate, formatTime } from '../../ui/dates.ts'
import { Empty } from '../../ui/empty.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { failedMailsInput } from './list-inputs.ts'
import { text } from './text.ts'

/** The emails with notifications that the mail server did not accept, and why. */
export function FailedMails() {
  const { cursor, page, onNext, onPrevious } = useCursorPages()
  const list = useQuery({
    ...apiQuery(listFailedMails, failedMailsInput(cursor)),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryView
      query={list}
      failed={notificationsAdminText.mailsFailed}
      loading={
        <Loading text={notificationsAdminText.mailsLoading}>
          <RowsSkeleton rows={8} />
        </Loading>
      }
    >
      {({ mails, total, nextCursor }) =>
        mails.length === 0 && cursor === undefined ? (
          <Empty title={text.noFailedEmails} help={text.noFailedEmailsHelp} />
        ) : (
          <>
            <p className="muted">
              {total !== null && <b>{text.failedEmailsTotal(total)}. </b>}
              {text.failedEmailsHelp}
            </p>
            <section className="card card--flush ntable" aria-label={text.failedEmails}>
              <DataTable
                caption={text.failedEmails}
                columns={columns}
                rows={mails}
                rowKey={({ notification, username }) => `${notification} ${username}`}
                isStale={list.isPlaceholderData}
              />
            </section>
            {(nextCursor !== null || onPrevious) && (
              <Pager
                isStale={list.isPlaceholderData}
                shown={text.page(page + 1)}
                onPrevious={onPrevious}
                onNext={nextCursor === null ? undefined : () => onNext(nextCursor)}
              />
            )}
          </>
        )
      }
    </QueryView>
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

/** Sends the failed emails of a notification again, or the one to a student. */
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
