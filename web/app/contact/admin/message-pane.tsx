import {
  answerMessage,
  listMessages,
  markMessage,
  oneMessage,
  type ContactMessage,
  type MessageWriter,
} from '@baobab/contract/contact/endpoints.ts'
import { contactText } from '@baobab/contract/contact/text.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { listAllPayments } from '@baobab/contract/payments/admin.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery, invalidate, useApiMutation } from '../../api/query.ts'
import { useLinkToAddress } from '../../shell/admin/back-to-list.tsx'
import { IfAllowed, useIsAllowed } from '../../shell/if-allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { AnswerForm, addToAnswerDraft } from './answer-form.tsx'
import { StateButton } from './change-state.tsx'
import { MessageWork } from './message-work.tsx'
import { StateChip } from './state-chip.tsx'
import { Thread } from './thread.tsx'
import { cacheMessage } from './messages-query.ts'
import { text } from './text.ts'
import { WriterQuizzes } from './writer-quizzes.tsx'

type Props = { messageId: string; /** The list's address without an open message. */ back: { search: string } }

/** One conversation, with the form to answer it. */
export function MessagePane({ messageId, back }: Props) {
  const { query, mark, isMarking } = useMessage(messageId)
  const pane = useFocusOnOpen()
  /** The number of answers taken back: each starts the form again, with the answer as its draft. */
  const [restored, setRestored] = useState(0)
  function restoreAnswer(answer: string) {
    addToAnswerDraft(messageId, answer)
    setRestored(restored + 1)
  }
  const list = useLinkToAddress({ pathname: adminPaths.messages, search: back.search && `?${back.search}` })
  return (
    <div className="stack" ref={pane} tabIndex={-1}>
      <div className="back inbox__back">
        <Link className={buttonClass({ kind: 'quiet', size: 'sm' })} {...list}>
          <Icon name="arrow-left" />
          {text.allMessages}
        </Link>
      </div>
      <QueryView query={query} failed={contactText.messagesFailed} loading={<MessageLoading />}>
        {({ message }) => (
          <Card className="stack stack-6" aria-label={text.message}>
            <MessageHead message={message} mark={mark} isMarking={isMarking} />
            {message.writer && <Writer writer={message.writer} />}
            <Thread message={message} onTakenBack={restoreAnswer} />
            <IfAllowed
              who={answerMessage.who}
              otherwise={message.replies.length === 0 && <p className="muted">{text.notAnswered}</p>}
            >
              <RepliesElsewhere email={message.repliesElsewhere} />
              <AnswerForm key={restored} message={message} />
            </IfAllowed>
            <MessageWork message={message} />
          </Card>
        )}
      </QueryView>
    </div>
  )
}

/**
 * Loads one message, and marks it as read if the role allows that. Each read is written to the audit log, so the message is fetched only
 * once per visit.
 */
function useMessage(messageId: string) {
  const query = useQuery({
    ...apiQuery(oneMessage, { params: { messageId } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { mutate, isPending } = useApiMutation(markMessage, { changes: [listMessages], scope: messageId })
  const mayMark = useIsAllowed(markMessage.who)
  /** The visitor's last reply that this page has handled: marked as read, or found read. */
  const markedReplyAt = useRef<string | null>(undefined)
  const { isRead, repliedAt = null } = query.data?.message ?? {}

  useEffect(() => {
    if (!mayMark || isRead === undefined || markedReplyAt.current === repliedAt) return
    markedReplyAt.current = repliedAt
    if (isRead) return
    const body = { isRead: true, seenReplyAt: repliedAt }
    mutate({ params: { messageId }, body }, { onSuccess: cacheReply, onError: showNewReply })
  }, [isRead, repliedAt, mayMark, messageId, mutate])

  const mark = (isNowRead: boolean) =>
    mutate({ params: { messageId }, body: { isRead: isNowRead } }, { onSuccess: cacheReply })
  return { query, mark, isMarking: isPending }
}

/** Loads the message again if a reply has arrived since. */
function showNewReply(error: unknown): void {
  if (error instanceof ApiError && error.code === 'message_replied') void invalidate(oneMessage)
}

const cacheReply = (reply: { message: ContactMessage }) => cacheMessage(reply.message)

const SIDE_BY_SIDE = '(min-width: 960px)'

/** On a phone an opened message replaces the list, so scroll to its top and move the focus there. */
function useFocusOnOpen() {
  const pane = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (matchMedia(SIDE_BY_SIDE).matches) return
    scrollTo(0, 0)
    pane.current?.focus({ preventScroll: true })
  }, [])
  return pane
}

function MessageLoading() {
  return (
    <Card>
      <Loading text={contactText.messagesLoading}>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton />
        <Skeleton shape="short" />
      </Loading>
    </Card>
  )
}

type HeadProps = { message: ContactMessage; mark: (isRead: boolean) => void; isMarking: boolean }

/** Who wrote, and what can be done with the whole conversation. */
function MessageHead({ message, mark, isMarking }: HeadProps) {
  const { firstName, lastName, email, state, closedAt, isRead } = message
  return (
    <div className="stack stack-2">
      <div className="row between">
        <h2 className="inbox__h">{`${firstName} ${lastName}`}</h2>
        <StateChip state={state} />
      </div>
      <p className="small muted inbox__from">{email}</p>
      <div className="row">
        <StateButton message={message} />
        {isRead && (
          <IfAllowed who={markMessage.who}>
            <Button kind="line" size="sm" busyLabel={isMarking && text.marking} onClick={() => mark(false)}>
              <Icon name="envelope-simple" />
              {text.markAsUnread}
            </Button>
          </IfAllowed>
        )}
        {closedAt !== null && <span className="small muted">{text.closedOn(formatDateTime(new Date(closedAt)))}</span>}
      </div>
    </div>
  )
}

/** Says where replies go if they do not appear in the conversation. */
function RepliesElsewhere({ email }: { email: string | null }) {
  if (email === null) return null
  return <p className="small muted">{email === '' ? text.repliesNowhere : text.repliesElsewhere(email)}</p>
}

/** The student who has the message's email address, with links to the account and payments. */
function Writer({ writer }: { writer: MessageWriter }) {
  const { username, hasPaid, emailBounced, payments } = writer
  return (
    <section className="inbox__a stack stack-2" aria-label={text.writer}>
      <h3 className="inbox__ah">
        {text.writer}
        <Chip kind={hasPaid ? 'ok' : 'plain'}>{hasPaid ? text.hasPaid : text.hasNotPaid}</Chip>
        {emailBounced && <Chip kind="warn">{text.emailBounced}</Chip>}
      </h3>
      <div className="row">
        <IfAllowed who={studentDetails.who} otherwise={username}>
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.student(username)}>
            {username}
            <span className="sr">, {text.openAccount}</span>
          </Link>
        </IfAllowed>
        {payments > 0 && (
          <IfAllowed who={listAllPayments.who}>
            <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.paymentsOf(username)}>
              {text.openPayments(payments)}
            </Link>
          </IfAllowed>
        )}
      </div>
      <WriterQuizzes quizzes={writer.quizzes} />
      <p className="small muted">{text.notProven}</p>
    </section>
  )
}
