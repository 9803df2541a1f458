// A message and everything that followed it, like a mail program shows it: oldest first, the newest in view.
import type { MessageReply } from '@baobab/contract/contact/conversation.ts'
import {
  countOpenMessages,
  listAnswerMails,
  listMessages,
  mailAnswerAgain,
  oneMessage,
  takeBackAnswer,
  type ContactMessage,
} from '@baobab/contract/contact/endpoints.ts'
import { contactAdminText } from '@baobab/contract/contact/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, invalidate, useApiMutation } from '../../api/query.ts'
import { useSecondsLeft } from '../../api/use-server-time.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { cacheMessage } from './messages-query.ts'
import { text } from './text.ts'

type Props = {
  message: ContactMessage
  /** Called with the text of an answer that was taken back. */
  onTakenBack: (answer: string) => void
}

export function Thread({ message, onTakenBack }: Props) {
  const { firstName, lastName, createdAt } = message
  const replies = useMailStates(message)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [replies.length])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so a keyboard must reach it
    <div className="thread" role="group" aria-label={text.conversation} tabIndex={0} ref={box}>
      <ol>
        <li className="thread__in">
          <Head who={`${firstName} ${lastName}`} at={createdAt} />
          <p className="inbox__t">{message.message}</p>
        </li>
        {replies.map((reply) => (
          <li key={reply._id} className={`thread__${reply.direction}`}>
            {reply.direction === 'in' ? (
              <VisitorReply reply={reply} who={`${firstName} ${lastName}`} />
            ) : (
              <OwnAnswer message={message} reply={reply} onTakenBack={onTakenBack} />
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

const MAIL_CHECK_MS = 5_000

/** Returns the replies with the current states of our emails, polled while one is waiting. Does not load the texts again. */
function useMailStates({ _id: messageId, replies }: ContactMessage): MessageReply[] {
  const { data } = useQuery({
    ...apiQuery(listAnswerMails, { params: { messageId } }),
    enabled: replies.some(isWaiting),
    refetchInterval: ({ state }) => withMailStates(replies, state.data?.mails).some(isWaiting) && MAIL_CHECK_MS,
  })
  return withMailStates(replies, data?.mails)
}

type Mail = Pick<MessageReply, '_id' | 'mailState' | 'mailFailure'>

/** Returns the replies with the newer states of their emails. A reply that `mails` does not have keeps its own. */
const withMailStates = (replies: readonly MessageReply[], mails: readonly Mail[] = []): MessageReply[] =>
  replies.map((reply) => ({ ...reply, ...(isWaiting(reply) && mails.find(({ _id }) => _id === reply._id)) }))

const isWaiting = ({ mailState }: Pick<MessageReply, 'mailState'>) => mailState === 'waiting'

function Head({ who, at }: { who: string; at: string }) {
  return (
    <p className="row between small thread__head">
      <b>{who}</b>
      <time className="muted" dateTime={at}>
        {formatDateTime(new Date(at))}
      </time>
    </p>
  )
}

function VisitorReply({ reply, who }: { reply: MessageReply; who: string }) {
  const { otherEmail, attachments, isCut } = reply
  const notes = [...(isCut ? [text.isCut] : []), ...(attachments > 0 ? [text.attachments(attachments)] : [])]
  return (
    <>
      <Head who={otherEmail || who} at={reply.createdAt} />
      {otherEmail !== null && <Note kind="warn">{text.fromOther(otherEmail)}</Note>}
      {reply.text === '' ? <p className="muted">{text.noText}</p> : <p className="inbox__t">{reply.text}</p>}
      {notes.map((note) => (
        <p key={note} className="small muted">
          {note}
        </p>
      ))}
    </>
  )
}

function OwnAnswer({ message, reply, onTakenBack }: Props & { reply: MessageReply }) {
  const { _id: messageId, email } = message
  const seconds = useSecondsLeft(reply.takeBackUntil === null ? undefined : Date.parse(reply.takeBackUntil))
  return (
    <>
      <Head who={text.you(reply.admin)} at={reply.createdAt} />
      <p className="inbox__t">{reply.text}</p>
      {reply.mailFailure ? (
        <MailFailure messageId={messageId} failure={reply.mailFailure} />
      ) : seconds > 0 ? (
        <TakeBack messageId={messageId} replyId={reply._id} seconds={seconds} onTakenBack={onTakenBack} />
      ) : (
        reply.mailState !== null && (
          <p className="small muted">{reply.mailState === 'sent' ? text.mailed(email) : text.mailWaits(email)}</p>
        )
      )}
    </>
  )
}

type TakeBackProps = Pick<Props, 'onTakenBack'> & { messageId: string; replyId: string; seconds: number }

/** Counts down until the answer is emailed, and takes it back. */
function TakeBack({ messageId, replyId, seconds, onTakenBack }: TakeBackProps) {
  const changes = [listMessages, countOpenMessages]
  const { mutateAsync, isPending } = useApiMutation(takeBackAnswer, { changes, scope: messageId })
  async function takeBack() {
    try {
      const { message, answer, contactMessage } = await mutateAsync({ params: { messageId, replyId } })
      onTakenBack(answer)
      cacheMessage(contactMessage)
      toast(message)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
      void invalidate(oneMessage)
    }
  }
  return (
    <div className="row between">
      <p className="small muted">
        {richText(text.takeBackIn, {
          // Announced once instead of every second.
          time: (
            <b className="num" role="timer">
              {text.seconds(seconds)}
            </b>
          ),
        })}
      </p>
      <IfAllowed who={takeBackAnswer.who}>
        <Button kind="line" size="sm" busyLabel={isPending && text.takingBack} onClick={() => void takeBack()}>
          {text.takeBack}
        </Button>
      </IfAllowed>
    </div>
  )
}

type MailFailureProps = { messageId: string; failure: NonNullable<MessageReply['mailFailure']> }

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
