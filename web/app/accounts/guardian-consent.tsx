import {
  giveGuardianConsent,
  readConsentRequest,
  withdrawGuardianConsent,
} from '@baobab/contract/accounts/endpoints.ts'
import { guardianText, accountsText } from '@baobab/contract/accounts/text.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { pauseAsGuardian } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, queryClient } from '../api/query.ts'
import { FormFailureNote, toFormFailure, type FormFailure } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/fields.tsx'
import { formatDate } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { richText } from '../ui/rich-text.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { focusLink } from './success-redirect.tsx'
import { guardianConsentText as text } from './text.ts'
import { useMailedLink, type MailedLink } from './use-mailed-link.ts'

export const meta = () => [...pageMeta(text.title), { name: 'referrer', content: 'no-referrer' }]

export const handle = { greeting: text.greeting } satisfies AuthHandle

type ConsentLink = MailedLink<'student' | 'token'>

/** What the guardian has just done on this page, with the server's message. */
type Answer = { kind: 'open' | 'withdrawn' | 'invalid'; message: string }

const invalid: Answer = { kind: 'invalid', message: accountsText.tokenInvalid }

/** The page behind a mailed link where a parent or guardian agrees to a child's account, refuses it, or withdraws consent later. */
export default function GuardianConsent() {
  const link = useMailedLink(['student', 'token'])
  return (
    <div>
      <h1>{text.title}</h1>
      {link ? <Request link={link} /> : <InvalidLink isFocused={false} />}
    </div>
  )
}

function Request({ link }: { link: ConsentLink }) {
  const [answer, setAnswer] = useState<Answer>()
  const request = useQuery(
    { ...apiQuery(readConsentRequest, { body: link }), refetchOnWindowFocus: false },
    queryClient,
  )
  if (answer?.kind === 'open') return <Agreed message={answer.message} />
  if (answer?.kind === 'withdrawn') return <Withdrawn message={answer.message} />
  if (answer) return <InvalidLink isFocused />
  if (request.error instanceof ApiError && request.error.status === 400) return <InvalidLink isFocused={false} />
  return (
    <QueryView
      query={request}
      failed={text.failed}
      help={errorMessage(request.error)}
      loading={
        <Loading text={text.loading}>
          <RowsSkeleton rows={6} />
        </Loading>
      }
    >
      {({ username, agreedAt, canAgree, isAccount, isChange }) => (
        <>
          <p>
            {richText(agreedAt !== null ? text.introAgreed : isChange ? text.introChange : text.intro, {
              username: <b>{username}</b>,
            })}
          </p>
          <ConsentTerms />
          {agreedAt === null ? (
            <Question
              link={link}
              username={username}
              canAgree={canAgree}
              isAccount={isAccount}
              isChange={isChange}
              onAnswer={setAnswer}
            />
          ) : (
            <Consent link={link} username={username} agreedAt={agreedAt} onAnswer={setAnswer} />
          )}
        </>
      )}
    </QueryView>
  )
}

type Props = { link: ConsentLink; username: string; onAnswer: (answer: Answer) => void }

/**
 * Sends one answer.
 * @returns the state of its button, and the failure, if any
 */
function useSend({ onAnswer }: Pick<Props, 'onAnswer'>, send: () => Promise<Answer>) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<FormFailure>()
  async function answer() {
    setSending(true)
    setFailure(undefined)
    try {
      onAnswer(await send())
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) return onAnswer(invalid)
      setFailure(toFormFailure(error))
      setSending(false)
    }
  }
  return { isSending, failure, answer: () => void answer() }
}

type QuestionProps = Props & { canAgree: boolean; isAccount: boolean; isChange: boolean }

/** Requires a click: opening the page must not count as consent, because mail scanners open links too. */
function Question({ canAgree, isAccount, isChange, ...props }: QuestionProps) {
  const { isSending, failure, answer } = useSend(props, async () => {
    const { message } = await callApi(giveGuardianConsent, { body: props.link })
    return { kind: 'open', message }
  })
  const refusal = isChange ? text.changeRefusal : isAccount ? text.accountRefusal : text.registrationRefusal
  return (
    <div className="stack">
      <FormFailureNote failure={failure} />
      {canAgree ? (
        <Button block busyLabel={isSending && text.sending} onClick={answer}>
          {text.agree}
        </Button>
      ) : (
        <Note kind="warn">{guardianText.consentTooEarly}</Note>
      )}
      <Withdrawal {...props} label={text.no} {...refusal} />
      <p className="small muted">{refusal.unknownChild}</p>
    </div>
  )
}

/** Shown when the guardian opens the link again: says when they agreed, and how to withdraw consent. */
function Consent(props: Props & { agreedAt: string }) {
  return (
    <div className="stack">
      <Note kind="ok">{text.agreedOn(formatDate(new Date(props.agreedAt)))}</Note>
      <Pause link={props.link} />
      <Withdrawal
        {...props}
        label={text.withdraw}
        question={text.withdrawQuestion}
        effect={text.withdrawEffect}
        confirm={text.withdrawConfirm}
      />
    </div>
  )
}

/** Pauses the child's streak during illness or exams. */
function Pause({ link }: { link: ConsentLink }) {
  const [message, setMessage] = useState<string>()
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('@baobab/contract/quiz/forms.ts')).PauseForm,
    defaultValues: { from: '', to: '' },
    send: async (days) => {
      setMessage((await callApi(pauseAsGuardian, { body: { ...link, ...days } })).message)
      form.reset()
    },
  })
  return (
    <form className="stack stack-3" noValidate aria-labelledby="pause" onSubmit={(event) => void submit(event)}>
      <h2 className="h-20" id="pause">
        {text.pauseTitle}
      </h2>
      <p className="small muted">{text.pauseHelp}</p>
      <TextField label={text.pauseFrom} type="date" {...field('from')} />
      <TextField label={text.pauseTo} type="date" {...field('to')} />
      <FormFailureNote failure={failure} />
      {message && (
        <Note kind="ok" role="status">
          {message}
        </Note>
      )}
      <Button type="submit" kind="line" block busyLabel={isSending && text.sending}>
        {text.pause}
      </Button>
    </form>
  )
}

type WithdrawalProps = Pick<Props, 'link' | 'username' | 'onAnswer'> & {
  label: string
  question: (username: string) => string
  effect: string
  confirm: string
}

/** Asks before the registration or the account is deleted. */
function Withdrawal({ label, question, effect, confirm, ...props }: WithdrawalProps) {
  const [isOpen, setOpen] = useState(false)
  const { isSending, failure, answer } = useSend(props, async () => {
    const { message } = await callApi(withdrawGuardianConsent, { body: props.link })
    return { kind: 'withdrawn', message }
  })
  return (
    <>
      <Button kind="line" block onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        isOpen={isOpen}
        title={question(props.username)}
        confirmLabel={confirm}
        busyLabel={isSending && text.sending}
        isDangerous
        onConfirm={answer}
        onCancel={() => !isSending && setOpen(false)}
      >
        <p>{effect}</p>
        <FormFailureNote failure={failure} />
      </Dialog>
    </>
  )
}

const terms: readonly { icon: IconName; title: string; meaning: string }[] = [
  { icon: 'play-circle', title: text.mayDo, meaning: text.mayDoText },
  { icon: 'lock-simple', title: text.weStore, meaning: text.weStoreText },
  { icon: 'eye', title: text.othersSee, meaning: text.othersSeeText },
  { icon: 'x-circle', title: text.withdrawTitle, meaning: text.withdrawText },
]

/** Summarizes what a parent or guardian agrees to; the privacy policy has the details. */
function ConsentTerms() {
  return (
    <>
      <dl className="stack stack-3">
        {terms.map(({ icon, title, meaning }) => (
          <div className="card stack stack-2" key={icon}>
            <dt className="row nowrap">
              <Icon name={icon} />
              <b>{title}</b>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">
        {richText(text.fullTerms, {
          privacy: <PageLink to={paths.privacy}>{text.privacyLink}</PageLink>,
          terms: <PageLink to={paths.terms}>{text.termsLink}</PageLink>,
        })}
      </p>
    </>
  )
}

function Agreed({ message }: { message: string }) {
  return (
    <>
      <Note kind="ok" role="status">
        <p>
          <b>{message}</b>
        </p>
        <p>{text.agreedHelp}</p>
      </Note>
      <PageLink ref={focusLink} className={buttonClass({ block: true })} to={paths.emailSuccess} replace>
        {text.next}
      </PageLink>
    </>
  )
}

function Withdrawn({ message }: { message: string }) {
  return (
    <>
      <Note kind="ok" role="status">
        <p>
          <b>{message}</b>
        </p>
      </Note>
      <PageLink ref={focusLink} className={buttonClass({ kind: 'line', block: true })} to={paths.home} replace>
        {text.aboutBaobab}
      </PageLink>
    </>
  )
}

/** @param props.isFocused whether this note replaced a button that had the focus */
function InvalidLink({ isFocused }: { isFocused: boolean }) {
  return (
    <>
      <Note kind="bad" role="alert">
        <p>
          <b>{accountsText.tokenInvalid}</b>
        </p>
        <p>{text.invalidLinkHelp}</p>
      </Note>
      <PageLink ref={isFocused ? focusLink : null} className={buttonClass({ block: true })} to={paths.contact}>
        {text.writeToUs}
      </PageLink>
    </>
  )
}
