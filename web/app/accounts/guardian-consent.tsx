import { giveGuardianConsent } from '@baobab/contract/accounts.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { ApiError } from '@baobab/contract/api-error.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { callApi } from '../api/call-api.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { toFormFailure, type FormFailure } from '../forms/form-failure.ts'
import { paths } from '../paths.ts'
import type { AuthHandle } from '../shell/auth-handle.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { focusLink } from './success-redirect.tsx'
import { text } from './guardian-consent-text.ts'
import { useMailedLink } from './use-mailed-link.ts'

export const meta = () => [...pageMeta(text.title), { name: 'referrer', content: 'no-referrer' }]

export const handle = { greeting: text.greeting } satisfies AuthHandle

const ConsentLink = z.object({ student: z.string().min(1), token: z.string().min(1) })
type ConsentLink = z.infer<typeof ConsentLink>

/** The page, opened by a mailed link, on which a parent or guardian agrees to a child's account. */
export default function GuardianConsent() {
  const link = useMailedLink(ConsentLink)
  const [step, setStep] = useState<'question' | 'invalid' | 'agreed'>(link ? 'question' : 'invalid')
  return (
    <div>
      <h1>{text.title}</h1>
      {link && step === 'question' && (
        <ConsentQuestion link={link} onAgreed={() => setStep('agreed')} onInvalidLink={() => setStep('invalid')} />
      )}
      {step === 'invalid' && <InvalidLink isFocused={link !== undefined} />}
      {step === 'agreed' && <Agreed />}
    </div>
  )
}

type Props = { link: ConsentLink; onAgreed: () => void; onInvalidLink: () => void }

/** Requires a click: opening the page must not count as consent, because mail scanners open links too. */
function ConsentQuestion({ link, onAgreed, onInvalidLink }: Props) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<FormFailure>()

  async function agree() {
    setSending(true)
    setFailure(undefined)
    try {
      await callApi(giveGuardianConsent, { body: link })
      onAgreed()
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) return onInvalidLink()
      setFailure(toFormFailure(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <ConsentTerms />
      <FormFailureNote failure={failure} />
      <Button kind="accent" block busyLabel={isSending && text.sending} onClick={() => void agree()}>
        {text.agree}
      </Button>
      <p className="small muted">{text.unknownChild}</p>
    </>
  )
}

/** Summarizes what a parent or guardian agrees to; the privacy policy has the details. */
function ConsentTerms() {
  return (
    <>
      <p>{text.intro}</p>
      <dl className="stack stack-3">
        <div>
          <dt className="label">{text.weStore}</dt>
          <dd>{text.weStoreText}</dd>
        </div>
        <div>
          <dt className="label">{text.othersSee}</dt>
          <dd>{text.othersSeeText}</dd>
        </div>
        <div>
          <dt className="label">{text.withdraw}</dt>
          <dd>
            {richText(text.withdrawText, {
              writeToUs: <Link to={paths.contact}>{text.writeToUsInline}</Link>,
            })}
          </dd>
        </div>
      </dl>
      <p className="small muted">
        {richText(text.fullTerms, {
          privacy: <Link to={paths.privacy}>{text.privacyLink}</Link>,
          terms: <Link to={paths.terms}>{text.termsLink}</Link>,
        })}
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
        <p>{text.agreedHelp}</p>
      </Note>
      <Link ref={focusLink} className={buttonClass({ kind: 'accent', block: true })} to={paths.student.login} replace>
        {text.logIn}
      </Link>
      <Link className={buttonClass({ kind: 'line', block: true })} to={paths.home} replace>
        {text.aboutBaobab}
      </Link>
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
      <Link ref={isFocused ? focusLink : null} className={buttonClass({ block: true })} to={paths.contact}>
        {text.writeToUs}
      </Link>
    </>
  )
}
