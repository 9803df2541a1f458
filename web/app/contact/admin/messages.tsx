import { listSavedAnswers, type MessageSummary } from '@baobab/contract/contact/endpoints.ts'
import { contactText } from '@baobab/contract/contact/text.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams, type To } from 'react-router'
import { BulkRuns } from '../../bulk/admin/bulk-runs.tsx'
import { ListFilter } from '../../lists/admin/list-filter.tsx'
import { ListQuery } from '../../lists/admin/admin-list.tsx'
import { useFilters } from '../../lists/admin/use-admin-list.ts'
import { SavedViews } from '../../saved-views/admin/saved-views.tsx'
import { adminPaths } from '../../admin-paths.ts'
import { IfAllowed, useIsAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { SelectPage, SelectRow } from '../../ui/data-table/select-checkbox.tsx'
import { useSelection, type Selection } from '../../ui/data-table/use-selection.ts'
import { formatShortDay } from '../../ui/dates.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { MessagePane } from './message-pane.tsx'
import { bulkMessageChanges, messageSelectors, MessageSelectionBar } from './message-selection.tsx'
import { inbox, messagesQuery, prefetchMessages, type InboxSelection } from './messages-query.ts'
import { SavedAnswersPage } from './saved-answers.tsx'
import { text } from './text.ts'

/** The value of `view` in the address that shows the saved answers. */
const SAVED_ANSWERS = 'saved-answers'

export function clientLoader({ request }: { request: Request }) {
  prefetchMessages(new URL(request.url).searchParams)
  return null
}

export const meta = () => pageMeta(text.messages)

/** The messages of the contact form, or the saved answers. */
export default function AdminMessages() {
  const [params] = useSearchParams()
  if (params.get('view') === SAVED_ANSWERS) return <SavedAnswersPage />
  return <Inbox />
}

/** List and message side by side, on a phone one at a time. */
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
          <div>
            <SavedViews list="messages" />
          </div>
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
    <ListQuery query={list} failed={contactText.messagesFailed} loading={contactText.messagesLoading}>
      {() =>
        messages.length === 0 ? (
          <Empty {...(search ? { title: text.noMatch, help: text.noMatchHelp(search) } : text.empty[show])} />
        ) : (
          <>
            {pickable && <SelectPage selection={pickable} isNamed />}
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
            {pickable && <MessageSelectionBar selection={pickable} filters={selection} hasMore={list.hasNextPage} />}
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
