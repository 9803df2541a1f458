import { connectAccount, mailConnectionCode } from '@baobab/contract/accounts/identity-providers.ts'
import { providerNames } from '@baobab/contract/accounts/text.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { callApi } from '../../api/call-api.ts'
import { deviceField } from '../../api/session.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { paths } from '../../paths.ts'
import { type AuthHandle, pageMeta } from '../../shell/page-meta.ts'
import { Button } from '../../ui/button.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { storeFoundRegistration } from '../pending-verification.ts'
import { ProofFields, useProofForm } from '../proof-fields.tsx'
import { applyOutcome } from './apply-outcome.ts'
import { ExpiredNote } from './notes.tsx'
import { clearTicket, readTicket, type Ticket } from './pending-sign-in.ts'
import { listMethods, text } from './text.ts'

export const meta = () => pageMeta(text.connect.metaTitle)

export const handle = { greeting: text.connect.greeting } satisfies AuthHandle

/** Connects a provider to the account with the same email, once the owner has proved who they are. */
export default function Connect() {
  const [ticket, setTicket] = useState(() => readTicket('account-found'))
  return (
    <div className="stack">
      <h1>{text.connect.title}</h1>
      {ticket ? (
        <ConnectForm
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

function ConnectForm({ ticket, onExpired }: { ticket: Ticket; onExpired: () => void }) {
  const navigate = useNavigate()
  const { ticket: secret, rememberMe, methods, provider, email } = ticket
  const { submit, failure, isSending, proofProps } = useProofForm({
    hasPassword: methods.includes('password'),
    send: async (proof) => {
      const body = { ticket: secret, ...proof, rememberMe, ...deviceField() }
      await navigate(applyOutcome(await callApi(connectAccount, { body }), rememberMe))
    },
    onFailure: ({ code, registration, guardianEmail }: ApiError) => {
      if (code === 'sign_in_expired') onExpired()
      else if (code === 'consent_needed' && email !== null) {
        storeFoundRegistration({ email, registration, guardianEmail })
        void navigate(paths.guardianWait)
      } else return false
      return true
    },
    mailCode: async () => (await callApi(mailConnectionCode, { body: { ticket: secret } })).message,
  })
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <p>
        {richText(text.connect.found(providerNames[provider]), {
          email: <b>{email}</b>,
          methods: <b>{listMethods(methods)}</b>,
        })}
      </p>
      <ProofFields {...proofProps} />
      <FormFailureNote failure={failure} />
      <Button type="submit" block busyLabel={isSending && text.connect.busy}>
        {text.connect.button}
      </Button>
    </form>
  )
}
