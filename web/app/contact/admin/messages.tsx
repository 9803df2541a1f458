import { listSavedAnswers, type MessageFilter, type MessageSummary } from '@baobab/contract/contact/endpoints.ts'
import { contactText } from '@baobab/contract/contact/text.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link, useSearchParams, type To } from 'react-router'
import { BulkRuns } from '../../bulk/admin/bulk-runs.tsx'
import { SavedViews } from '../../saved-views/admin/saved-views.tsx'
import { adminPaths } from '../../admin-paths.ts'
import { IfAllowed, useIsAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { useAddressParams } from '../../shell/use-address-params.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { SearchField } from '../../ui/data-table/search-field.tsx'
import { SelectPage, SelectRow } from '../../ui/data-table/select-checkbox.tsx'
import { useSelection, type Selection } from '../../ui/data-table/use-selection.ts'
import { formatShortDay } from '../../ui/dates.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { MessagePane } from './message-pane.tsx'
import { bulkMessageChanges, messageSelectors, MessageSelectionBar } from './message-selection.tsx'
import { messagesQuery, prefetchMessages, readListParams } from './messages-query.ts'
import { SavedAnswersPage } from './saved-answers.tsx'
import { text } from './text.ts'

/** The value of `view` in the address that shows the saved answers. */
const SAVED_ANSWERS = 'saved-answers'

export function clientLoader({ request }: { request: Request }) {
  prefetchMessages(new URL(request.url).searchParams)
  return null
}

export const meta = () => pageMeta(text.messages)

const filterOptions: { value: MessageFilter; label: string }[] = [
  { value: 'all', label: text.all },
  { value: 'open', label: text.open },
  { value: 'unread', label: text.unread },
  { value: 'mine', label: text.mine },
  { value: 'due', label: text.due },
  { value: 'answered', label: text.answered },
]

/** The messages of the contact form, or the saved answers. */
export default function AdminMessages() {
  const [params] = useSearchParams()
  if (params.get('view') === SAVED_ANSWERS) return <SavedAnswersPage />
  return <Inbox />
}

/** List and message side by side, on a phone one at a time. */
function Inbox() {
  const { show, search, openId, linkTo, update } = useInboxParams()
  const setSearch = useCallback((value: string) => update({ search: value }), [update])
  return (
    <>
      <PageHead title={text.messages} lead={text.lead}>
        <SearchField
          label={text.searchLabel}
          placeholder={text.searchPlaceholder}
          value={search}
          onSearch={setSearch}
        />
        <IfAllowed who={listSavedAnswers.who}>
          <Link className={buttonClass({ kind: 'line' })} to={adminPaths.savedAnswers}>
            {text.savedAnswers}
          </Link>
        </IfAllowed>
      </PageHead>
      <div className={openId ? 'inbox inbox--open' : 'inbox'}>
        <section className="inbox__l" aria-label={text.inbox}>
          <Segmented
            label={text.show}
            look="pills"
            options={filterOptions}
            value={show}
            onChange={(value) => update({ show: value })}
          />
          <div>
            <SavedViews list="messages" />
          </div>
          <BulkRuns list="messages" changes={bulkMessageChanges} />
          <MessageList show={show} search={search} openId={openId} linkTo={linkTo} />
        </section>
        <div className="inbox__m">
          {openId ? (
            <MessagePane key={openId} messageId={openId} back={linkTo(undefined)} />
          ) : (
            <p className="muted inbox__none">{text.selectMessage}</p>
          )}
        </div>
      </div>
    </>
  )
}

type Change = { show?: MessageFilter; search?: string }

/** The filter, the search and the open message, which are in the address. */
function useInboxParams() {
  const [params, setParams] = useAddressParams()
  const update = useCallback(
    (change: Change) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(change))
            if (value && value !== 'all') after.set(name, value)
            else after.delete(name)
          return after
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  return {
    ...readListParams(params),
    openId: params.get('message') ?? undefined,
    /** The address of the same list with this message open, or with none. */
    linkTo: (messageId: string | undefined) => {
      const to = new URLSearchParams(params)
      if (messageId) to.set('message', messageId)
      else to.delete('message')
      return { search: to.toString() }
    },
    update,
  }
}

type MessageListProps = {
  show: MessageFilter
  search: string
  openId: string | undefined
  linkTo: (messageId: string) => To
}

function MessageList({ show, search, openId, linkTo }: MessageListProps) {
  const list = useInfiniteQuery({
    ...messagesQuery({ show, search }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
  return (
    <QueryView
      query={list}
      failed={contactText.messagesFailed}
      loading={
        <Card>
          <Loading text={contactText.messagesLoading}>
            <RowsSkeleton rows={5} />
          </Loading>
        </Card>
      }
    >
      {({ pages }) => {
        const messages = pages.flatMap((page) => page.messages)
        if (messages.length === 0 && search) return <Empty title={text.noMatch} help={text.noMatchHelp(search)} />
        if (messages.length === 0) return <Empty {...text.empty[show]} />
        return (
          <>
            <Rows
              messages={messages}
              show={show}
              search={search}
              openId={openId}
              linkTo={linkTo}
              isStale={list.isPlaceholderData}
              hasMore={list.hasNextPage}
            />
            {list.hasNextPage && (
              <Button
                kind="line"
                block
                busyLabel={list.isFetchingNextPage && text.loading}
                onClick={() => void list.fetchNextPage()}
              >
                {text.showMore}
              </Button>
            )}
          </>
        )
      }}
    </QueryView>
  )
}

type RowsProps = MessageListProps & { messages: readonly MessageSummary[]; isStale: boolean; hasMore: boolean }

function Rows({ messages, show, search, openId, linkTo, isStale, hasMore }: RowsProps) {
  const picked = useSelection(
    messages.map(({ _id }) => _id),
    `${show} ${search}`,
  )
  const selection = useIsAllowed(messageSelectors) ? picked : undefined
  return (
    <>
      {selection && <SelectPage selection={selection} isNamed />}
      <Card flush as="div" aria-busy={isStale}>
        <ul className="inbox__rows">
          {messages.map((message) => (
            <Row
              key={message._id}
              message={message}
              isOpen={message._id === openId}
              to={linkTo(message._id)}
              selection={selection}
            />
          ))}
        </ul>
      </Card>
      {selection && <MessageSelectionBar selection={selection} show={show} search={search} hasMore={hasMore} />}
    </>
  )
}

type RowProps = { message: MessageSummary; isOpen: boolean; to: To; selection: Selection | undefined }

function Row({ message, isOpen, to, selection }: RowProps) {
  const { _id, firstName, lastName, createdAt, excerpt, isRead } = message
  const name = `${firstName} ${lastName}`
  return (
    <li className={selection?.has(_id) ? 'inbox__picked' : undefined}>
      {selection && <SelectRow selection={selection} id={_id} label={text.selectRow(name)} />}
      <Link
        className={isRead ? 'inbox__row' : 'inbox__row inbox__row--new'}
        to={to}
        preventScrollReset
        aria-current={isOpen ? 'true' : undefined}
      >
        <span className="inbox__who">
          {!isRead && (
            <span className="inbox__dot">
              <span className="sr">{text.unreadPrefix}</span>
            </span>
          )}
          <span className="clip">{name}</span>
          <time className="small muted" dateTime={createdAt}>
            {formatShortDay(new Date(createdAt))}
          </time>
        </span>
        <span className="inbox__x muted small">{excerpt}</span>
        <RowChips message={message} />
      </Link>
    </li>
  )
}

function RowChips({ message: { answeredAt, closedAt, assignedTo, followUpOn } }: { message: MessageSummary }) {
  if (!answeredAt && !closedAt && !assignedTo && !followUpOn) return null
  return (
    <span className="row inbox__chips">
      {answeredAt && (
        <Chip kind="ok" icon="check">
          {text.answered}
        </Chip>
      )}
      {closedAt && !answeredAt && <Chip>{text.closed}</Chip>}
      {assignedTo && <Chip kind="info">{assignedTo}</Chip>}
      {followUpOn && <Chip kind="warn">{text.dueOn(formatShortDay(new Date(followUpOn)))}</Chip>}
    </span>
  )
}
