import { giveGuardianConsent } from '@baobab/contract/accounts.ts'
import { ApiError } from '@baobab/contract/api-error.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { callApi } from '../api/call-api.ts'
import { paths } from '../paths.ts'
import type { AuthHandle } from '../shell/auth-handle.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { ConsentTerms } from './consent-terms.tsx'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { useMailedLink } from './use-mailed-link.ts'
import { toFormFailure, type FormFailure } from '../forms/use-api-form.ts'

export const meta = () => [...pageMeta('Consent for a child’s account'), { name: 'referrer', content: 'no-referrer' }]

export const handle = {
  greeting: { title: 'A child asks you.', text: 'Read what it means, then decide.' },
} satisfies AuthHandle

const ConsentLink = z.object({ student: z.string().min(1), token: z.string().min(1) })
type ConsentLink = z.infer<typeof ConsentLink>

type Stage = 'question' | 'dead' | 'agreed'

export default function GuardianConsent() {
  const link = useMailedLink(ConsentLink)
  const [stage, setStage] = useState<Stage>(link ? 'question' : 'dead')
  return (
    <div>
      <h1>Consent for a child’s account</h1>
      {link && stage === 'question' && (
        <Question link={link} onAgreed={() => setStage('agreed')} onDead={() => setStage('dead')} />
      )}
      {stage === 'dead' && <InvalidLink wasPressed={link !== undefined} />}
      {stage === 'agreed' && <Agreed />}
    </div>
  )
}

type Props = { link: ConsentLink; onAgreed: () => void; onDead: () => void }

/** Nothing is agreed by opening the page: scanners of mail open links too. */
function Question({ link, onAgreed, onDead }: Props) {
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<FormFailure>()

  async function agree() {
    setSending(true)
    setRefusal(undefined)
    try {
      await callApi(giveGuardianConsent, { body: link })
      onAgreed()
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) return onDead()
      setRefusal(toFormFailure(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <ConsentTerms />
      <FormFailureNote failure={refusal} />
      <Button kind="accent" block busyLabel={isSending && 'Sending...'} onClick={() => void agree()}>
        I agree
      </Button>
      <p className="small muted">
        If you do not know this child, close this page. The account stays closed without your consent.
      </p>
    </>
  )
}

function Agreed() {
  return (
    <>
      <Note kind="ok" role="status">
        <p>
          <b>{accountsText.guardianAgreed}</b>
        </p>
        <p>The child logs in with the email and password of the sign-up.</p>
      </Note>
      <Link ref={focus} className={buttonClass({ kind: 'accent', block: true })} to={paths.student.login} replace>
        Login
      </Link>
      <Link className={buttonClass({ kind: 'line', block: true })} to={paths.home} replace>
        See what Baobab is
      </Link>
    </>
  )
}

function InvalidLink({ wasPressed }: { wasPressed: boolean }) {
  return (
    <>
      <Note kind="bad" role="alert">
        <p>
          <b>{accountsText.tokenInvalid}</b>
        </p>
        <p>Open the link in the mail once more, whole: some mail programs cut it.</p>
      </Note>
      <Link ref={wasPressed ? focus : null} className={buttonClass({ block: true })} to={paths.contact}>
        Write to us
      </Link>
    </>
  )
}

function focus(link: HTMLAnchorElement | null) {
  link?.focus({ preventScroll: true })
}
