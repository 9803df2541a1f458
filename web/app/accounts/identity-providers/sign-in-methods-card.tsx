import { providerNames, type IdentityProvider } from '@baobab/contract/identity-provider-names.ts'
import {
  disconnectProvider,
  finishConnection,
  listSignInMethods,
  startConnection,
  type Proof,
} from '@baobab/contract/identity-providers.ts'
import { readPublicSettings } from '@baobab/contract/settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type * as z from 'zod/mini'
import { callApi } from '../../api/call-api.ts'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, invalidate } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDate } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { InlineFailure } from '../../ui/inline-failure.tsx'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { ProofFields } from '../proof-fields.tsx'
import { requestProofCode, useProofForm } from '../use-proof-form.ts'
import { PasswordMethod } from './password-method.tsx'
import { ProviderMark } from './provider-marks.tsx'
import { text } from './text.ts'
import { useProviderSignIn } from './use-provider-sign-in.ts'
import { LeftOpenNote, WaitingNote } from './waiting-note.tsx'

type Methods = { hasPassword: boolean; providers: readonly { provider: IdentityProvider; connectedAt: string }[] }
type ProofValues = z.input<typeof Proof>

/** Lists how the student signs in; connects and disconnects providers, and sets a password. */
export function SignInMethodsCard() {
  const methods = useQuery(apiQuery(listSignInMethods, {}))
  const settings = useQuery(apiQuery(readPublicSettings, {}))
  return (
    <Card className="stack stack-3" aria-labelledby="sign-in-methods">
      <h2 className="card__h" id="sign-in-methods">
        {text.settings.title}
      </h2>
      <p className="small muted">{text.settings.help}</p>
      {methods.isPending && <RowsSkeleton rows={2} />}
      {methods.isError && (
        <InlineFailure
          message={errorMessage(methods.error)}
          isRetrying={methods.isFetching}
          onRetry={() => void methods.refetch()}
        />
      )}
      {methods.data && <MethodList methods={methods.data} offered={settings.data?.identityProviders ?? []} />}
    </Card>
  )
}

/** What the student has asked to do, until it is proved who asks. */
type Asked = { provider: IdentityProvider; isConnected: boolean }

function MethodList({ methods, offered }: { methods: Methods; offered: readonly IdentityProvider[] }) {
  const [asked, setAsked] = useState<Asked>()
  const { begin, cancel, failure, waitingFor, leftOpen, busyWith } = useProviderSignIn({
    purpose: 'connect',
    finish: async (body) => {
      toast((await callApi(finishConnection, { body })).message)
      await invalidate(listSignInMethods)
    },
  })
  const connected = new Map(methods.providers.map(({ provider, connectedAt }) => [provider, connectedAt]))
  const shown = [...new Set([...offered, ...connected.keys()])]
  const isLastMethod = !methods.hasPassword && connected.size <= 1

  async function carryOut({ provider, isConnected }: Asked, proof: ProofValues) {
    const params = { provider }
    if (isConnected) {
      toast((await callApi(disconnectProvider, { params, body: proof })).message)
      await invalidate(listSignInMethods)
    } else {
      await begin(provider, (browserHash) => callApi(startConnection, { params, body: { browserHash, ...proof } }))
    }
    setAsked(undefined)
  }

  return (
    <>
      <FormFailureNote failure={failure} />
      {waitingFor && <WaitingNote provider={waitingFor} onCancel={cancel} />}
      {leftOpen && <LeftOpenNote provider={leftOpen} />}
      <ul>
        <PasswordMethod hasPassword={methods.hasPassword} />
        {shown.map((provider) => (
          <ProviderMethod
            key={provider}
            provider={provider}
            connectedAt={connected.get(provider)}
            isLastMethod={isLastMethod}
            isBusy={busyWith === provider}
            onAsk={setAsked}
          />
        ))}
      </ul>
      {asked && (
        <ProofDialog
          asked={asked}
          hasPassword={methods.hasPassword}
          onProved={(proof) => carryOut(asked, proof)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

type ProviderMethodProps = {
  provider: IdentityProvider
  connectedAt: string | undefined
  isLastMethod: boolean
  isBusy: boolean
  onAsk: (asked: Asked) => void
}

function ProviderMethod({ provider, connectedAt, isLastMethod, isBusy, onAsk }: ProviderMethodProps) {
  const isConnected = connectedAt !== undefined
  const { settings } = text
  const helpId = useId()
  const isLocked = isConnected && isLastMethod
  return (
    <li className="method">
      <ProviderMark provider={provider} />
      <span className="grow">
        <b>{providerNames[provider]}</b>
        <br />
        <span className="small muted">
          {isConnected ? settings.connectedSince(formatDate(new Date(connectedAt))) : settings.notConnected}
        </span>
      </span>
      <Button
        kind={isConnected ? 'quiet' : 'line'}
        size="sm"
        disabled={isLocked}
        aria-label={`${isConnected ? settings.disconnect : settings.connect} ${providerNames[provider]}`}
        {...(isLocked ? { 'aria-describedby': helpId } : {})}
        busyLabel={isBusy && settings.connecting}
        onClick={() => onAsk({ provider, isConnected })}
      >
        {isConnected ? settings.disconnect : settings.connect}
      </Button>
      {isLocked && (
        <p className="small muted method__note" id={helpId}>
          {settings.lastMethod}
        </p>
      )}
    </li>
  )
}

type ProofDialogProps = {
  asked: Asked
  hasPassword: boolean
  onProved: (proof: ProofValues) => Promise<void>
  onCancel: () => void
}

/** Asks who the student is before the sign-in methods of the account change. */
function ProofDialog({ asked: { provider, isConnected }, hasPassword, onProved, onCancel }: ProofDialogProps) {
  const { submit, failure, isSending, proofProps } = useProofForm({
    hasPassword,
    send: onProved,
    mailCode: requestProofCode,
  })
  const formId = useId()
  const { settings } = text
  const name = providerNames[provider]
  return (
    <Dialog
      isOpen
      title={isConnected ? settings.disconnectQuestion(name) : settings.connectQuestion(name)}
      confirmLabel={isConnected ? settings.disconnect : settings.connect}
      busyLabel={isSending && (isConnected ? settings.disconnecting : settings.connecting)}
      formId={formId}
      onCancel={() => {
        if (!isSending) onCancel()
      }}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{isConnected ? settings.disconnectEffect(name) : settings.connectEffect(name)}</p>
        <ProofFields {...proofProps} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}
