import { bulkAudience } from '@baobab/contract/bulk/endpoints.ts'
import {
  listSavedAnswers,
  type MessageSummary,
  listAssignees,
  listMessages,
  oneMessage,
  countOpenMessages,
} from '@baobab/contract/contact/endpoints.ts'
import { contactText } from '@baobab/contract/contact/text.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams, type To } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery } from '../../api/query.ts'
import { BulkActionBar, type BulkOrder, toTargets } from '../../bulk/admin/bulk-actions.tsx'
import { BulkRuns } from '../../bulk/admin/bulk-runs.tsx'
import { ListQuery } from '../../lists/admin/admin-list.tsx'
import { ListFilter } from '../../lists/admin/list-filter.tsx'
import { useFilters } from '../../lists/admin/use-admin-list.ts'
import { SavedViews } from '../../saved-views/admin/saved-views.tsx'
import { IfAllowed, useIsAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { SelectPage, SelectRow, useSelection, type Selection } from '../../ui/data-table/selection.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatShortDay, formatCount } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Select } from '../../ui/select.tsx'
import { MessagePane } from './message-pane.tsx'
import { inbox, messagesQuery, prefetchMessages, type InboxSelection } from './messages-query.ts'
import { SavedAnswersPage } from './saved-answers.tsx'
import { StateChip } from './state-chip.tsx'
import { text } from './text.ts'

/** The `view` in the address that shows the saved answers. */
const SAVED_ANSWERS = 'saved-answers'

export function clientLoader({ request }: { request: Request }) {
  prefetchMessages(new URL(request.url).searchParams)
  return null
}

export const meta = () => pageMeta(text.messages)

/** Shows contact form messages, or the saved answers. */
export default function AdminMessages() {
  const [params] = useSearchParams()
  if (params.get('view') === SAVED_ANSWERS) return <SavedAnswersPage />
  return <Inbox />
}

/** The list and a message side by side; on a phone, one at a time. */
function Inbox() {
  const list = useFilters(inbox)
  const { params, selection } = list
  const openId = params.get('message') ?? undefined
  /** The address of the same list with this message open, or with none. */
  const linkTo = (messageId: string | undefined) => {
    const to = new URLSearchParams(params)
    if (messageId) to.set('message', messageId)
    else to.delete('message')
    return { search: to.toString() }
  }
  return (
    <>
      <PageHead title={text.messages} lead={text.lead}>
        <ListFilter of={list} name="search" />
        <IfAllowed who={listSavedAnswers.who}>
          <Link className={buttonClass({ kind: 'line' })} to={adminPaths.savedAnswers}>
            {text.savedAnswers}
          </Link>
        </IfAllowed>
      </PageHead>
      <div className={openId ? 'inbox inbox--open' : 'inbox'}>
        <section className="inbox__l" aria-label={text.inbox}>
          <ListFilter of={list} name="show" />
          <BulkRuns list="messages" changes={bulkMessageChanges} />
          <MessageList selection={selection} openId={openId} linkTo={linkTo} />
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

type MessageListProps = {
  selection: InboxSelection
  openId: string | undefined
  linkTo: (messageId: string) => To
}

function MessageList({ selection, openId, linkTo }: MessageListProps) {
  const { show, search } = selection
  const list = useInfiniteQuery({
    ...messagesQuery(selection),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
  const messages = (list.data?.pages ?? []).flatMap((page) => page.messages)
  const picked = useSelection(
    messages.map(({ _id }) => _id),
    `${show} ${search}`,
  )
  const pickable = useIsAllowed(messageSelectors) ? picked : undefined
  return (
    <>
      <div className="row between inbox__tools">
        {pickable && messages.length > 0 && <SelectPage selection={pickable} isNamed />}
        <SavedViews list="messages" />
      </div>
      <ListQuery query={list} failed={contactText.messagesFailed} loading={contactText.messagesLoading}>
        {() =>
          messages.length === 0 ? (
            <Empty {...(search ? { title: text.noMatch, help: text.noMatchHelp(search) } : text.empty[show])} />
          ) : (
            <>
              <Card flush as="div" aria-busy={list.isPlaceholderData}>
                <ul className="inbox__rows">
                  {messages.map((message) => (
                    <Row
                      key={message._id}
                      message={message}
                      isOpen={message._id === openId}
                      to={linkTo(message._id)}
                      selection={pickable}
                    />
                  ))}
                </ul>
              </Card>
              {pickable && (
                <MessageSelectionBar
                  selection={pickable}
                  filters={selection}
                  hasMore={list.hasNextPage}
                  seenUpTo={messages.map(readWrittenAt).reduce((one, other) => (one > other ? one : other))}
                />
              )}
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
        }
      </ListQuery>
    </>
  )
}

const readWrittenAt = ({ repliedAt, createdAt }: MessageSummary) => repliedAt ?? createdAt

type RowProps = { message: MessageSummary; isOpen: boolean; to: To; selection: Selection | undefined }

function Row({ message, isOpen, to, selection }: RowProps) {
  const { _id, firstName, lastName, excerpt, isRead } = message
  const writtenAt = readWrittenAt(message)
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
          <time className="small muted" dateTime={writtenAt}>
            {formatShortDay(new Date(writtenAt))}
          </time>
        </span>
        <span className="inbox__x muted small">{excerpt}</span>
        <RowChips message={message} />
      </Link>
    </li>
  )
}

function RowChips({ message: { state, assignedTo, followUpOn } }: { message: MessageSummary }) {
  if (state === 'open' && !assignedTo && !followUpOn) return null
  return (
    <span className="row inbox__chips">
      <StateChip state={state} />
      {assignedTo && <Chip kind="info">{assignedTo}</Chip>}
      {followUpOn && <Chip kind="warn">{text.dueOn(formatShortDay(new Date(followUpOn)))}</Chip>}
    </span>
  )
}

/** The queries that bulk actions on messages change. */
const bulkMessageChanges = [listMessages, oneMessage, countOpenMessages]
/** Roles that may select messages because they can act on them. */
const messageSelectors = bulkAudience['messages.organize']

type Action = keyof typeof text.many
type Targets = Extract<BulkOrder, { action: 'messages.mark' }>['targets']

/** What each action sends. `assignedTo` is the chosen admin. Anything newer than `seenUpTo` is not closed or marked as read. */
const orders: Record<Action, (targets: Targets, chosen: { assignedTo: string; seenUpTo: string }) => BulkOrder> = {
  assign: (targets, { assignedTo }) => ({
    action: 'messages.organize',
    options: { assignedTo: assignedTo || null },
    targets,
  }),
  close: (targets, { seenUpTo }) => ({ action: 'messages.organize', options: { isClosed: true, seenUpTo }, targets }),
  reopen: (targets) => ({ action: 'messages.organize', options: { isClosed: false }, targets }),
  read: (targets, { seenUpTo }) => ({ action: 'messages.mark', options: { isRead: true, seenUpTo }, targets }),
  unread: (targets) => ({ action: 'messages.mark', options: { isRead: false }, targets }),
}

const countMessages = (count: number) => formatCount(count, 'message')

type Props = {
  selection: Selection
  filters: InboxSelection
  hasMore: boolean
  /** The time of the newest message or reply by any of the listed visitors. */
  seenUpTo: string
}

/** Actions for the selected messages. */
function MessageSelectionBar({ selection, filters, hasMore, seenUpTo }: Props) {
  const [assignedTo, setAssignedTo] = useState('')
  const targets = toTargets(selection, filters)
  return (
    <BulkActionBar
      selection={selection}
      hasMore={hasMore}
      countRows={countMessages}
      allLabel={text.allMatching}
      texts={text.many}
      changes={bulkMessageChanges}
      order={(action) => orders[action](targets, { assignedTo, seenUpTo })}
    >
      {(action) => action === 'assign' && <Assignee value={assignedTo} onChange={setAssignedTo} />}
    </BulkActionBar>
  )
}

function Assignee({ value, onChange }: { value: string; onChange: (username: string) => void }) {
  const { data } = useQuery(apiQuery(listAssignees, {}))
  return (
    <Select
      label={text.assignedTo}
      placeholder={text.nobody}
      options={(data?.admins ?? []).map((username) => ({ value: username, label: username }))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
