import type { ContactMessage } from '@baobab/contract/contact-admin.ts'
import { MESSAGE_MAX } from '@baobab/contract/limits.ts'
import { contactText } from '@baobab/contract/contact-text.ts'
import { Link, type To } from 'react-router'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Note } from '../../ui/note.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { readAnswerDraft } from './answer-drafts.ts'
import { useAnswer } from './use-answer.ts'
import { useMessage } from './use-message.ts'
import { useFocusOnOpen } from './use-focus-on-open.ts'

type Props = { messageId: string; /** The list without an open message. */ back: To }

/** One message, what was answered, or the form to answer it. */
export function MessagePane({ messageId, back }: Props) {
  const { message, mark, isMarking } = useMessage(messageId)
  const heading = useFocusOnOpen()
  return (
    <div className="stack" ref={heading} tabIndex={-1}>
      <div className="back inbox__back">
        <Link className={buttonClass({ kind: 'quiet', size: 'sm' })} to={back} preventScrollReset>
          <Icon name="arrow-left" />
          All messages
        </Link>
      </div>
      {message.data && (
        <Card className="stack stack-6" aria-label="Message">
          <Letter message={message.data.message} />
          {message.data.message.isRead && (
            <div>
              <Button kind="line" size="sm" busyLabel={isMarking && 'Marking...'} onClick={() => mark(false)}>
                <Icon name="envelope-simple" />
                Mark as unread
              </Button>
            </div>
          )}
          <AnswerPart message={message.data.message} />
        </Card>
      )}
      {!message.data && message.error && (
        <Failure
          title={contactText.messagesFailed}
          isRetrying={message.isFetching}
          onRetry={() => void message.refetch()}
        />
      )}
      {!message.data && !message.error && (
        <Card>
          <Loading text={contactText.messagesLoading}>
            <Skeleton shape="title" />
            <Skeleton />
            <Skeleton />
            <Skeleton shape="short" />
          </Loading>
        </Card>
      )}
    </div>
  )
}

function Letter({ message: { firstName, lastName, email, createdAt, message } }: { message: ContactMessage }) {
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

function AnswerPart({ message }: { message: ContactMessage }) {
  const { _id, answer, answeredAt, answeredBy, email } = message
  if (answer === null || answeredAt === null) return <AnswerForm messageId={_id} email={email} />
  // Somebody else answered while this was typed.
  const unsent = readAnswerDraft(_id)
  const by = answeredBy ? ` by ${answeredBy}` : ''
  return (
    <section className="inbox__a stack stack-2" aria-label="Answer">
      <h3 className="inbox__ah">
        <Icon name="check-circle" />
        Answered
      </h3>
      <p className="inbox__t">{answer}</p>
      {unsent && (
        <Note kind="warn">
          <b>Your own words were not sent:</b>
          <p className="inbox__t">{unsent}</p>
        </Note>
      )}
      <p className="small muted">{`Mailed to ${email}${by}, ${formatDateTime(new Date(answeredAt))}`}</p>
    </section>
  )
}

function AnswerForm({ messageId, email }: { messageId: string; email: string }) {
  const { answer, error, isSending, type, send } = useAnswer(messageId)
  return (
    <form
      className="stack"
      noValidate
      aria-label="Answer"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void send()
      }}
    >
      <TextArea
        label="Your answer"
        hint={`Goes by mail to ${email}, with the message under it. It can be sent once.`}
        rows={7}
        maxLength={MESSAGE_MAX}
        value={answer}
        error={error}
        onChange={(event) => type(event.target.value)}
      />
      <div>
        <Button type="submit" busyLabel={isSending && 'Sending...'}>
          <Icon name="paper-plane-tilt" />
          Send answer
        </Button>
      </div>
    </form>
  )
}
