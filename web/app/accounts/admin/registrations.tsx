import { listRegistrations, resendRegistrationMail, type PendingRegistration } from '@baobab/contract/accounts/admin.ts'
import { accountsAdminText } from '@baobab/contract/accounts/text.ts'
import { adminPaths } from '../../admin-paths.ts'
import { useApiMutation } from '../../api/query.ts'
import { toastResult } from '../../forms/mutation-result.tsx'
import { AdminTable } from '../../lists/admin/admin-table.tsx'
import { ListFilter } from '../../lists/admin/list-filter.tsx'
import { adminList, prefetchList, useAdminList } from '../../lists/admin/use-admin-list.ts'
import { BackToList } from '../../shell/admin/back-to-list.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Button } from '../../ui/button.tsx'
import type { DataColumn } from '../../ui/data-table/columns.ts'
import { formatDateTime } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { text as pageText } from './text.ts'

const text = pageText.registrations

const registrations = adminList({
  endpoint: listRegistrations,
  rows: (reply) => reply.registrations,
  perPage: 25,
  filters: { search: { kind: 'search', label: text.search, placeholder: text.searchPlaceholder } },
  failed: accountsAdminText.registrationsFailed,
  loading: accountsAdminText.registrationsLoading,
})

export const clientLoader = ({ request }: { request: Request }) => prefetchList(registrations, request)

export const meta = () => pageMeta(text.title)

const columns: readonly DataColumn<PendingRegistration>[] = [
  {
    id: 'student',
    title: text.student,
    kind: 'who',
    cell: ({ username, email }) => (
      <span className="clip">
        <b>{username}</b>
        <span className="muted">{email}</span>
      </span>
    ),
  },
  {
    id: 'registered',
    title: text.registered,
    kind: 'detail',
    cell: ({ registeredAt }) => formatDateTime(new Date(registeredAt)),
  },
  {
    id: 'waitsFor',
    title: text.waitsFor,
    kind: 'detail',
    cell: ({ guardianEmail }) => (guardianEmail === null ? text.code : text.guardian(guardianEmail)),
  },
  {
    id: 'act',
    title: text.actions,
    kind: 'act',
    cell: (row) => (
      <IfAllowed who={resendRegistrationMail.who}>
        <Resend {...row} />
      </IfAllowed>
    ),
  },
]

/** Lists registrations whose account is not open yet, so that an admin can help when a mail gets lost. */
export default function Registrations() {
  const list = useAdminList(registrations)
  return (
    <>
      <BackToList to={adminPaths.users} label={text.users} />
      <PageHead title={text.title} lead={text.lead}>
        <ListFilter of={list} name="search" />
      </PageHead>
      <AdminTable
        of={list}
        title={text.title}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={{ title: accountsAdminText.noRegistrations, help: text.none, narrowed: text.tryOther }}
      />
    </>
  )
}

function Resend({ _id: registrationId, username, guardianEmail }: PendingRegistration) {
  const resending = useApiMutation(resendRegistrationMail)
  const label = guardianEmail === null ? text.resendCode : text.askGuardian
  return (
    <Button
      kind="line"
      size="sm"
      aria-label={text.actionFor(label, username)}
      busyLabel={resending.isPending && pageText.sending}
      onClick={() => void toastResult(resending.mutateAsync({ params: { registrationId } }))}
    >
      {label}
    </Button>
  )
}
