import { completeSignIn } from '@baobab/contract/accounts/identity-providers.ts'
import { ageAt, isRealDate, PROVIDER_AGE_MIN } from '@baobab/contract/accounts/rules.ts'
import { providerNames, identityProvidersText, accountsText } from '@baobab/contract/accounts/text.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { isSameEmail } from '@baobab/contract/kernel/text.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { callApi } from '../../api/call-api.ts'
import { prefetchPublicSettings } from '../../api/public-settings.ts'
import { serverDate } from '../../api/server-time.ts'
import { deviceField } from '../../api/session.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { FormStepButtons, useFormSteps } from '../../forms/form-steps.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { paths } from '../../paths.ts'
import { type AuthHandle, pageMeta } from '../../shell/page-meta.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { richText } from '../../ui/rich-text.tsx'
import {
  DRAFT_KEY,
  draftFields,
  emptyPerson,
  PersonFields,
  type PersonForm,
  registrationSteps,
  TermsNote,
} from '../person-fields.tsx'
import { applyOutcome } from './apply-outcome.ts'
import { ExpiredNote } from './notes.tsx'
import { clearTicket, readTicket, type Ticket } from './pending-sign-in.ts'
import { text } from './text.ts'

export function clientLoader() {
  prefetchPublicSettings()
  return null
}

export const meta = () => pageMeta(text.complete.metaTitle)

export const handle = { greeting: text.complete.greeting } satisfies AuthHandle

/** The short form after a first sign-in, for what the provider does not tell us. */
export default function Complete() {
  const [ticket, setTicket] = useState(() => readTicket('form'))
  return (
    <div className="stack">
      <h1>{text.complete.title}</h1>
      {ticket ? (
        <CompleteForm
          ticket={ticket}
          onExpired={() => {
            clearTicket()
            setTicket(undefined)
          }}
        />
      ) : (
        <ExpiredNote />
      )}
    </div>
  )
}

function useCompleteForm(ticket: Ticket, onExpired: () => void) {
  const navigate = useNavigate()
  const [wasGuardianMissing, setGuardianMissing] = useState(false)
  const apiForm = useApiForm({
    schema: async () => (await import('../form-schemas.ts')).CompletedSignIn,
    draft: {
      key: DRAFT_KEY,
      fields: draftFields,
      // The provider has proved who the student is, so there is no choice of how to send a code.
      restore: (stored) => {
        const { verifyBy: _, ...person } = stored
        return { ...emptyPerson, ...person, email: ticket.email ?? person['email'] ?? '' }
      },
    },
    send: async (values) => {
      const { ticket: secret, rememberMe } = ticket
      const outcome = await callApi(completeSignIn, {
        body: { ...values, ticket: secret, rememberMe, ...deviceField() },
      })
      apiForm.clearDraft()
      await navigate(applyOutcome(outcome, rememberMe))
    },
    failureMessage: accountsText.registrationFailed,
    onFailure: ({ code, errors }: ApiError) => {
      if (code === 'sign_in_expired') onExpired()
      // The guardian field must exist before its error is shown.
      if (errors.some(({ path }) => path === 'guardianEmail')) flushSync(() => setGuardianMissing(true))
      return code === 'sign_in_expired'
    },
  })
  return { ...apiForm, wasGuardianMissing }
}

function CompleteForm({ ticket, onExpired }: { ticket: Ticket; onExpired: () => void }) {
  const { form, field, submit, check, errors, failure, isSending, wasGuardianMissing } = useCompleteForm(
    ticket,
    onExpired,
  )
  const steps = useFormSteps({ steps: registrationSteps, errors, check, submit })
  const [birth, email] = useWatch({ control: form.control, name: ['birth', 'email'] })
  const name = providerNames[ticket.provider]
  const isVerified = ticket.isEmailVerified && ticket.email !== null && isSameEmail(email, ticket.email)
  const [now] = useState(serverDate)
  const isTooYoung = isRealDate(birth) && ageAt(birth, now) < PROVIDER_AGE_MIN
  return (
    <form className="stack" noValidate onSubmit={(event) => void steps.handleSubmit(event)}>
      <p>
        {ticket.name === null
          ? text.complete.signedIn(name)
          : richText(text.complete.signedInAs(name), { name: <b>{ticket.name}</b> })}
      </p>
      <PersonFields
        personForm={{ form, field } as unknown as PersonForm}
        emailHint={isVerified ? text.complete.emailIsVerified(name) : text.complete.emailNeedsCode}
        wasGuardianMissing={wasGuardianMissing}
        steps={steps}
      />
      {isTooYoung && <TooYoungNote />}
      <FormFailureNote failure={failure} />
      <FormStepButtons steps={steps}>
        <div className="stack">
          <Button type="submit" block busyLabel={isSending && text.complete.busy}>
            {text.complete.button}
          </Button>
          <TermsNote />
        </div>
      </FormStepButtons>
    </form>
  )
}

/** Sends a young child to registration by a parent. The draft keeps what was typed. */
function TooYoungNote() {
  return (
    <Note kind="warn" role="status">
      <div className="stack stack-3">
        <p>
          <b>{text.complete.tooYoungTitle}</b>
        </p>
        <p>{identityProvidersText.parentRegisters}</p>
        <Link className={buttonClass({ size: 'sm' })} to={paths.student.register}>
          {text.complete.registerWithParent}
        </Link>
      </div>
    </Note>
  )
}
