import { listRegistrations, resendRegistrationMail, type PendingRegistration } from '@baobab/contract/accounts/admin.ts'
import { accountsAdminText } from '@baobab/contract/accounts/text.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, prefetch, useApiMutation } from '../../api/query.ts'
import { toastResult } from '../../forms/toast-result.ts'
import { adminPaths } from '../../admin-paths.ts'
import { BackToList } from '../../shell/admin/back-to-list.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { useCursorPages } from '../../shell/use-cursor-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Pager } from '../../ui/data-table/pager.tsx'
import { SearchField } from '../../ui/data-table/search-field.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { text } from './text.ts'

const PER_PAGE = 25

function toQuery(params: URLSearchParams) {
  const cursor = params.get('cursor')
  return { search: params.get('search') ?? '', limit: PER_PAGE, ...(cursor !== null && { cursor }) }
}

export function clientLoader({ request }: { request: Request }) {
  prefetch(listRegistrations, { query: toQuery(new URL(request.url).searchParams) })
  return null
}

export const meta = () => pageMeta(text.registrations.title)

/** Lists the registrations whose account is not open yet, so that an admin can help when a mail was lost. */
export default function Registrations() {
  const [params, setParams] = useSearchParams()
  const { search } = toQuery(params)
  const setSearch = useCallback(
    (letters: string) => setParams(letters === '' ? {} : { search: letters }, { replace: true }),
    [setParams],
  )
  const list = useQuery({
    ...apiQuery(listRegistrations, { query: toQuery(params) }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <BackToList to={adminPaths.users} label={text.registrations.users} />
      <PageHead title={text.registrations.title} lead={text.registrations.lead}>
        <SearchField
          label={text.registrations.search}
          placeholder={text.registrations.searchPlaceholder}
          value={search}
          onSearch={setSearch}
        />
      </PageHead>
      <QueryView
        query={list}
        failed={accountsAdminText.registrationsFailed}
        help={errorMessage(list.error)}
        loading={
          <Card>
            <Loading text={accountsAdminText.registrationsLoading}>
              <RowsSkeleton />
            </Loading>
          </Card>
        }
      >
        {(page) => <List {...page} isSearched={search !== ''} isStale={list.isPlaceholderData} />}
      </QueryView>
    </>
  )
}

const columns: Column<PendingRegistration>[] = [
  {
    title: text.registrations.student,
    kind: 'who',
    cell: ({ username, email }) => (
      <span className="clip">
        <b>{username}</b>
        <span className="muted">{email}</span>
      </span>
    ),
  },
  {
    title: text.registrations.registered,
    kind: 'detail',
    cell: ({ registeredAt }) => formatDateTime(new Date(registeredAt)),
  },
  {
    title: text.registrations.waitsFor,
    kind: 'detail',
    cell: ({ guardianEmail }) =>
      guardianEmail === null ? text.registrations.code : text.registrations.guardian(guardianEmail),
  },
  {
    title: text.registrations.actions,
    kind: 'act',
    cell: (row) => (
      <IfAllowed who={resendRegistrationMail.who}>
        <Resend {...row} />
      </IfAllowed>
    ),
  },
]

type ListProps = ReplyOf<typeof listRegistrations> & { isSearched: boolean; isStale: boolean }

function List({ registrations, nextCursor, isSearched, isStale }: ListProps) {
  const { page, onNext, onPrevious } = useCursorPages()
  if (registrations.length === 0)
    return (
      <Empty
        title={accountsAdminText.noRegistrations}
        help={isSearched ? text.registrations.tryOther : text.registrations.none}
      />
    )
  const first = page * PER_PAGE + 1
  return (
    <>
      <Card flush aria-label={text.registrations.title}>
        <Table caption={text.registrations.title} columns={columns} rows={registrations} rowKey={({ _id }) => _id} />
      </Card>
      {(onPrevious || nextCursor !== null) && (
        <Pager
          isStale={isStale}
          shown={text.registrations.shown(first, first + registrations.length - 1)}
          onPrevious={onPrevious}
          onNext={nextCursor === null ? undefined : () => onNext(nextCursor)}
        />
      )}
    </>
  )
}

function Resend({ _id: registrationId, username, guardianEmail }: PendingRegistration) {
  const resending = useApiMutation(resendRegistrationMail)
  const label = guardianEmail === null ? text.registrations.resendCode : text.registrations.askGuardian
  return (
    <Button
      kind="line"
      size="sm"
      aria-label={text.registrations.actionFor(label, username)}
      busyLabel={resending.isPending && text.sending}
      onClick={() => void toastResult(resending.mutateAsync({ params: { registrationId } }))}
    >
      {label}
    </Button>
  )
}
