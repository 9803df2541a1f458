import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { changeMailSettingByLink } from '@baobab/contract/notifications/endpoints.ts'
import { useState } from 'react'
import { focusLink } from '../accounts/success-redirect.tsx'
import { useMailedLink } from '../accounts/use-mailed-link.ts'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { unsubscribeText as text } from './text.ts'

export const meta = () => [...pageMeta(text.title), { name: 'referrer', content: 'no-referrer' }]

export const handle = { greeting: text.greeting } satisfies AuthHandle

/** The page behind the unsubscribe link in an optional email. It asks first, because mail scanners open links too. */
export default function Unsubscribe() {
  const link = useMailedLink(['token'])
  return (
    <div className="stack">
      <h1>{text.title}</h1>
      {link ? <Choice token={link.token} /> : <InvalidLink />}
    </div>
  )
}

/** What the person has just chosen, with the server's message. */
type Chosen = { isOn: boolean; message: string }

function Choice({ token }: { token: string }) {
  const [chosen, setChosen] = useState<Chosen>()
  const [isSending, setSending] = useState(false)
  const [isInvalid, setInvalid] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function choose(isOn: boolean) {
    setSending(true)
    setFailure(undefined)
    try {
      const { message } = await callApi(changeMailSettingByLink, { body: { token, getsOptionalMails: isOn } })
      setChosen({ isOn, message })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'token_invalid') setInvalid(true)
      else setFailure(errorMessage(error))
    }
    setSending(false)
  }

  if (isInvalid) return <InvalidLink />
  const isStopped = chosen?.isOn === false
  return (
    <>
      {chosen ? (
        <Note kind="ok" role="status">
          <b>{chosen.message}</b>
        </Note>
      ) : (
        <p>{text.question}</p>
      )}
      <p className="muted">{text.essential}</p>
      {failure !== undefined && (
        <Note kind="bad" role="alert">
          {failure}
        </Note>
      )}
      <Button
        kind={isStopped ? 'line' : 'accent'}
        block
        busyLabel={isSending && text.changing}
        onClick={() => void choose(isStopped)}
      >
        {isStopped ? text.resume : text.stop}
      </Button>
      {chosen && (
        <PageLink className={buttonClass({ kind: 'quiet', block: true })} to={paths.home}>
          {text.home}
        </PageLink>
      )}
    </>
  )
}

function InvalidLink() {
  return (
    <>
      <Note kind="bad" role="alert">
        <p>
          <b>{text.invalidLink}</b>
        </p>
        <p>{text.invalidLinkHelp}</p>
      </Note>
      <PageLink ref={focusLink} className={buttonClass({ block: true })} to={paths.student.login}>
        {text.logIn}
      </PageLink>
    </>
  )
}
