import { ApiError, type ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { agreeToPrize, readAgreementRequest } from '@baobab/contract/scholarship/prize.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { focusLink } from '../accounts/success-redirect.tsx'
import { useMailedLink, type MailedLink } from '../accounts/use-mailed-link.ts'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, queryClient } from '../api/query.ts'
import { FormFailureNote, toFormFailure, type FormFailure } from '../forms/form-failure.tsx'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { formatDateTime } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { richText } from '../ui/rich-text.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { guardianPrizeText as text } from './prize-text.ts'

export const meta = () => [...pageMeta(text.title), { name: 'referrer', content: 'no-referrer' }]

export const handle = { greeting: text.greeting } satisfies AuthHandle

type AgreementLink = MailedLink<'claim' | 'token'>

/** The page behind a mailed link where a parent or guardian agrees to a child's prize. */
export default function GuardianPrize() {
  const link = useMailedLink(['claim', 'token'])
  return (
    <div>
      <h1>{text.title}</h1>
      {link ? <Request link={link} /> : <InvalidLink />}
    </div>
  )
}

const isInvalid = (error: unknown) => error instanceof ApiError && error.status === 400

function Request({ link }: { link: AgreementLink }) {
  const [message, setMessage] = useState<string>()
  const request = useQuery(
    { ...apiQuery(readAgreementRequest, { body: link }), refetchOnWindowFocus: false },
    queryClient,
  )
  if (message) return <Agreed message={message} isFocused />
  if (isInvalid(request.error)) return <InvalidLink />
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
      {(asked) => (
        <div className="stack">
          <Prize asked={asked} />
          {asked.hasAgreed ? (
            <Agreed message={text.agreed} isFocused={false} />
          ) : (
            <Question link={link} asked={asked} onAgreed={setMessage} />
          )}
        </div>
      )}
    </QueryView>
  )
}

type Asked = ReplyOf<typeof readAgreementRequest>

/** Says which prize it is, and what the winner told us. */
function Prize({ asked: { month, username, guardianName, guardianPhone, publicName } }: { asked: Asked }) {
  const lines = [
    [text.guardian, guardianName],
    [text.phone, guardianPhone],
    [text.publicName, publicName || text.noName],
  ] as const
  return (
    <>
      <p>{richText(text.intro, { username: <b>{username}</b>, month: monthName(month) })}</p>
      <dl className="stack stack-3">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt className="label">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {publicName && <p className="small muted">{text.nameHelp}</p>}
    </>
  )
}

/** Requires a click: opening the page must not count as agreement, because mail scanners open links too. */
function Question({
  link,
  asked,
  onAgreed,
}: {
  link: AgreementLink
  asked: Asked
  onAgreed: (message: string) => void
}) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<FormFailure>()
  async function agree() {
    setSending(true)
    setFailure(undefined)
    try {
      onAgreed((await callApi(agreeToPrize, { body: link })).message)
    } catch (error) {
      setFailure(isInvalid(error) ? { message: `${text.invalid} ${text.invalidHelp}` } : toFormFailure(error))
      setSending(false)
    }
  }
  return (
    <>
      <p>{text.agreement}</p>
      <p>
        <b>{asked.agreeBy === null ? text.beforeIsPaid : text.by(formatDateTime(new Date(asked.agreeBy)))}</b>
      </p>
      <FormFailureNote failure={failure} />
      <Button block busyLabel={isSending && text.sending} onClick={() => void agree()}>
        {text.agree}
      </Button>
      <p className="small muted">
        {richText(text.wrong, { link: <PageLink to={paths.contact}>{text.writeToUs}</PageLink> })}
      </p>
    </>
  )
}

/** @param props.isFocused whether this replaced a button that had the focus */
function Agreed({ message, isFocused }: { message: string; isFocused: boolean }) {
  return (
    <>
      <Note kind="ok" role="status">
        <p>
          <b>{message}</b>
        </p>
      </Note>
      <PageLink
        ref={isFocused ? focusLink : null}
        className={buttonClass({ kind: 'line', block: true })}
        to={paths.home}
        replace
      >
        {text.home}
      </PageLink>
    </>
  )
}

function InvalidLink() {
  return (
    <>
      <Note kind="bad" role="alert">
        <p>
          <b>{text.invalid}</b>
        </p>
        <p>{text.invalidHelp}</p>
      </Note>
      <PageLink className={buttonClass({ block: true })} to={paths.contact}>
        {text.writeToUs}
      </PageLink>
    </>
  )
}
