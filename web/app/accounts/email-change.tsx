import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import {
  confirmEmailChange,
  emailChangeText,
  readEmailChange,
  refuseEmailChange,
  reportEmailChange,
} from '@baobab/contract/students/email-change.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, queryClient } from '../api/query.ts'
import { FormFailureNote, toFormFailure, type FormFailure } from '../forms/form-failure.tsx'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { richText } from '../ui/rich-text.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { text } from './email-change-text.ts'
import { focusLink } from './success-redirect.tsx'
import { useMailedLink, type MailedLink } from './use-mailed-link.ts'

export const meta = () => [...pageMeta(text.title), { name: 'referrer', content: 'no-referrer' }]

export const handle = { greeting: text.greeting } satisfies AuthHandle

type Link = MailedLink<'token'>
type Answer = { kind: 'confirmed' | 'refused' | 'reported' | 'invalid'; message: string }

const invalid: Answer = { kind: 'invalid', message: accountsText.tokenInvalid }

/**
 * The page behind the mailed links by which the new address confirms an email change, the current one refuses it, and the former one
 * says afterwards that it was a mistake.
 */
export default function EmailChange() {
  const link = useMailedLink(['token'])
  return (
    <div>
      <h1>{text.title}</h1>
      {link ? <Request link={link} /> : <Invalid message={invalid.message} isFocused={false} />}
    </div>
  )
}

function Request({ link }: { link: Link }) {
  const [answer, setAnswer] = useState<Answer>()
  const request = useQuery({ ...apiQuery(readEmailChange, { body: link }), refetchOnWindowFocus: false }, queryClient)
  if (answer?.kind === 'invalid') return <Invalid message={answer.message} isFocused />
  if (answer) return <Done {...answer} />
  if (request.error instanceof ApiError && request.error.status === 400)
    return <Invalid message={invalid.message} isFocused={false} />
  return (
    <QueryView
      query={request}
      failed={text.failed}
      help={errorMessage(request.error)}
      loading={
        <Loading text={text.loading}>
          <RowsSkeleton rows={4} />
        </Loading>
      }
    >
      {({ username, email, address }) => {
        const values = { username: <b>{username}</b>, email: <b className="wrap-any">{email}</b> }
        if (address === 'former')
          return (
            <Question
              link={link}
              onAnswer={setAnswer}
              label={text.refuse}
              help={text.reportHelp}
              send={async () => ({
                kind: 'reported',
                message: (await callApi(reportEmailChange, { body: link })).message,
              })}
            >
              <p>{richText(text.reportIntro, values)}</p>
              <p>{text.reportEffect}</p>
            </Question>
          )
        return address === 'new' ? (
          <Question
            link={link}
            onAnswer={setAnswer}
            label={text.confirm}
            help={text.confirmHelp}
            send={async () => ({
              kind: 'confirmed',
              message: (await callApi(confirmEmailChange, { body: link })).message,
            })}
          >
            <p>{richText(text.confirmIntro, values)}</p>
            <p>{text.confirmEffect}</p>
          </Question>
        ) : (
          <Question
            link={link}
            onAnswer={setAnswer}
            label={text.refuse}
            help={text.refuseHelp}
            send={async () => ({
              kind: 'refused',
              message: (await callApi(refuseEmailChange, { body: link })).message,
            })}
          >
            <p>{richText(text.refuseIntro, values)}</p>
            <p>{text.refuseEffect}</p>
          </Question>
        )
      }}
    </QueryView>
  )
}

type QuestionProps = {
  link: Link
  label: string
  help: string
  send: () => Promise<Answer>
  onAnswer: (answer: Answer) => void
  children: ReactNode
}

/** Requires a click: opening the page must not count as an answer, because mail scanners open links too. */
function Question({ label, help, send, onAnswer, children }: QuestionProps) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<FormFailure>()
  async function answer() {
    setSending(true)
    setFailure(undefined)
    try {
      onAnswer(await send())
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) return onAnswer(invalid)
      if (error instanceof ApiError && error.code === 'email_taken_meanwhile')
        return onAnswer({ kind: 'invalid', message: emailChangeText.takenMeanwhile })
      if (error instanceof ApiError && error.code === 'email_is_guardians')
        return onAnswer({ kind: 'invalid', message: emailChangeText.isGuardiansMeanwhile })
      setFailure(toFormFailure(error))
      setSending(false)
    }
  }
  return (
    <div className="stack">
      {children}
      <FormFailureNote failure={failure} />
      <Button block busyLabel={isSending && text.sending} onClick={() => void answer()}>
        {label}
      </Button>
      <p className="small muted">{help}</p>
    </div>
  )
}

function Done({ kind, message }: Answer) {
  return (
    <>
      <Note kind="ok" role="status">
        <p>
          <b>{message}</b>
        </p>
      </Note>
      <PageLink
        ref={focusLink}
        className={buttonClass({ block: true })}
        to={kind === 'reported' ? paths.home : paths.student.login}
        replace
      >
        {kind === 'reported' ? text.goHome : text.logIn}
      </PageLink>
    </>
  )
}

/** @param props.isFocused whether this note replaced a button that had the focus */
function Invalid({ message, isFocused }: { message: string; isFocused: boolean }) {
  return (
    <>
      <Note kind="bad" role="alert">
        <p>
          <b>{message}</b>
        </p>
        <p>{text.invalidLinkHelp}</p>
      </Note>
      <PageLink ref={isFocused ? focusLink : null} className={buttonClass({ block: true })} to={paths.contact}>
        {text.writeToUs}
      </PageLink>
    </>
  )
}
