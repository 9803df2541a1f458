import {
  answerMessage,
  listMessages,
  mailAnswerAgain,
  markMessage,
  oneMessage,
  type ContactMessage,
  type MessageWriter,
} from '@baobab/contract/contact/endpoints.ts'
import { contactAdminText, contactText } from '@baobab/contract/contact/text.ts'
import { listAllPayments } from '@baobab/contract/payments/admin.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { useLinkToAddress } from '../../shell/admin/back-to-list.tsx'
import { IfAllowed, useIsAllowed } from '../../shell/if-allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { readAnswerDraft, AnswerForm } from './answer-form.tsx'
import { MessageWork } from './message-work.tsx'
import { cacheMessage } from './messages-query.ts'
import { text } from './text.ts'

type Props = { messageId: string; /** The list's address without an open message. */ back: { search: string } }

/** One message with its answer, or with a form to answer it. */
export function MessagePane({ messageId, back }: Props) {
  const { query, mark, isMarking } = useMessage(messageId)
  const pane = useFocusOnOpen()
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
            <Message message={message} />
            {message.writer && <Writer writer={message.writer} />}
            {message.isRead && (
              <IfAllowed who={markMessage.who}>
                <div>
                  <Button kind="line" size="sm" busyLabel={isMarking && text.marking} onClick={() => mark(false)}>
                    <Icon name="envelope-simple" />
                    {text.markAsUnread}
                  </Button>
                </div>
              </IfAllowed>
            )}
            {message.answer === null || message.answeredAt === null ? (
              <IfAllowed who={answerMessage.who} otherwise={<p className="muted">{text.notAnswered}</p>}>
                <AnswerForm messageId={message._id} email={message.email} />
              </IfAllowed>
            ) : (
              <Answer message={message} answer={message.answer} answeredAt={message.answeredAt} />
            )}
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
  const openedId = useRef<string>(undefined)
  const isRead = query.data?.message.isRead

  useEffect(() => {
    if (!mayMark || isRead === undefined || openedId.current === messageId) return
    openedId.current = messageId
    if (!isRead) mutate({ params: { messageId }, body: { isRead: true } }, { onSuccess: cacheReply })
  }, [isRead, mayMark, messageId, mutate])

  const mark = (isNowRead: boolean) =>
    mutate({ params: { messageId }, body: { isRead: isNowRead } }, { onSuccess: cacheReply })
  return { query, mark, isMarking: isPending }
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

function Message({ message: { firstName, lastName, email, createdAt, message } }: { message: ContactMessage }) {
  return (
    <div className="stack">
      <div>
        <h2 className="inbox__h">{`${firstName} ${lastName}`}</h2>
        <p className="small muted inbox__from">
          {email}
          <br />
          <time dateTime={createdAt}>{formatDateTime(new Date(createdAt))}</time>
        </p>
      </div>
      <p className="inbox__t">{message}</p>
    </div>
  )
}

type AnswerProps = { message: ContactMessage; answer: string; answeredAt: string }

function Answer({ message, answer, answeredAt }: AnswerProps) {
  const { _id, email, answeredBy, mailFailure } = message
  // There is a draft if another admin answered while this one was typing.
  const draft = readAnswerDraft(_id)
  const time = formatDateTime(new Date(answeredAt))
  return (
    <section className="inbox__a stack stack-2" aria-label={text.answer}>
      <h3 className="inbox__ah">
        <Icon name="check-circle" />
        {text.answered}
      </h3>
      <p className="inbox__t">{answer}</p>
      {draft && (
        <Note kind="warn">
          <b>{text.notSent}</b>
          <p className="inbox__t">{draft}</p>
        </Note>
      )}
      {mailFailure ? (
        <MailFailure messageId={_id} failure={mailFailure} />
      ) : (
        <p className="small muted">{answeredBy ? text.mailedBy(email, answeredBy, time) : text.mailed(email, time)}</p>
      )}
    </section>
  )
}

type MailFailureProps = { messageId: string; failure: NonNullable<ContactMessage['mailFailure']> }

/** Says that emailing the answer failed, and why, and sends it again. */
function MailFailure({ messageId, failure }: MailFailureProps) {
  const { mutateAsync, isPending } = useApiMutation(mailAnswerAgain)
  const [isQueued, setQueued] = useState(false)
  async function send() {
    try {
      await mutateAsync({ params: { messageId } })
      setQueued(true)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
    }
  }
  if (isQueued)
    return (
      <p className="small" role="status">
        {contactAdminText.answerMailedAgain}
      </p>
    )
  return (
    <Note kind="bad">
      <div className="stack stack-2">
        <b>{text.mailFailed(formatDateTime(new Date(failure.at)))}</b>
        <p className="small inbox__from">{failure.reason}</p>
        <IfAllowed who={mailAnswerAgain.who}>
          <div>
            <Button kind="line" size="sm" busyLabel={isPending && text.mailingAgain} onClick={() => void send()}>
              {text.mailAgain}
            </Button>
          </div>
        </IfAllowed>
      </div>
    </Note>
  )
}

/** The student who has the message's email address, with links to the account and payments. */
function Writer({ writer }: { writer: MessageWriter }) {
  const { username, hasPaid, payments } = writer
  return (
    <section className="inbox__a stack stack-2" aria-label={text.writer}>
      <h3 className="inbox__ah">
        {text.writer}
        <Chip kind={hasPaid ? 'ok' : 'plain'}>{hasPaid ? text.hasPaid : text.hasNotPaid}</Chip>
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
      <p className="small muted">{text.notProven}</p>
    </section>
  )
}
