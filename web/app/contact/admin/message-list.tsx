import type { MessageFilter, MessageSummary } from '@baobab/contract/contact-admin.ts'
import { contactText } from '@baobab/contract/contact-text.ts'
import { Link, type To } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatShortDay } from '../../ui/dates.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { useMessages } from './use-inbox.ts'

type Props = {
  show: MessageFilter
  search: string
  openId: string | undefined
  addressOf: (messageId: string) => To
}

const empty: Record<MessageFilter, { title: string; help: string }> = {
  all: { title: 'No messages found', help: 'What people write on the Contact page comes in here.' },
  unread: { title: 'No unread messages', help: 'Everything has been read.' },
  answered: { title: 'No answered messages', help: 'Open a message to answer it.' },
}

export function MessageList({ show, search, openId, addressOf }: Props) {
  const list = useMessages(show, search)
  if (!list.data && list.error)
    return (
      <Failure title={contactText.messagesFailed} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />
    )
  if (!list.data)
    return (
      <Card>
        <Loading text={contactText.messagesLoading}>
          <RowsSkeleton rows={5} />
        </Loading>
      </Card>
    )
  const messages = list.data.pages.flatMap((page) => page.messages)
  if (messages.length === 0)
    return search ? (
      <Empty title="No messages found" help={`Nothing holds “${search}”. Try fewer letters.`} />
    ) : (
      <Empty {...empty[show]} />
    )
  return (
    <>
      <Card flush as="div" aria-busy={list.isPlaceholderData}>
        <ul className="inbox__rows">
          {messages.map((message) => (
            <Row key={message._id} message={message} isOpen={message._id === openId} to={addressOf(message._id)} />
          ))}
        </ul>
      </Card>
      {list.hasNextPage && (
        <Button
          kind="line"
          block
          busyLabel={list.isFetchingNextPage && 'Loading...'}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

function Row({ message, isOpen, to }: { message: MessageSummary; isOpen: boolean; to: To }) {
  const { firstName, lastName, createdAt, excerpt, isRead, answeredAt } = message
  return (
    <li>
      <Link
        className={isRead ? 'inbox__row' : 'inbox__row inbox__row--new'}
        to={to}
        preventScrollReset
        aria-current={isOpen ? 'true' : undefined}
      >
        <span className="inbox__who">
          {!isRead && (
            <span className="inbox__dot">
              <span className="sr">Unread: </span>
            </span>
          )}
          <span className="clip">{`${firstName} ${lastName}`}</span>
          <time className="small muted" dateTime={createdAt}>
            {formatShortDay(new Date(createdAt))}
          </time>
        </span>
        <span className="inbox__x muted small">{excerpt}</span>
        {answeredAt && (
          <span>
            <Chip kind="ok" icon="check">
              Answered
            </Chip>
          </span>
        )}
      </Link>
    </li>
  )
}
