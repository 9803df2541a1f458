import {
  disconnectProvider,
  finishConnection,
  listSignInMethods,
  startConnection,
} from '@baobab/contract/accounts/identity-providers.ts'
import { providerNames, type IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { errorMessage } from '../../api/error-message.ts'
import { publicSettingsQuery } from '../../api/public-settings.ts'
import { apiQuery, invalidate } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useOnDemand } from '../../shell/use-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDate } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { InlineFailure } from '../../ui/inline-failure.tsx'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { LeftOpenNote, WaitingNote } from './notes.tsx'
import type { Asked, ProofValues } from './proof-dialog.tsx'
import { ProviderMark } from './provider-buttons.tsx'
import { settingsText } from './text.ts'
import { useProviderSignIn } from './use-provider-sign-in.ts'

type Methods = { hasPassword: boolean; providers: readonly { provider: IdentityProvider; connectedAt: string }[] }

const loadProofDialog = async () => (await import('./proof-dialog.tsx')).ProofDialog

/** Lists how the student can sign in; connects and disconnects providers, and sets a password. */
export function SignInMethodsCard() {
  const methods = useQuery(apiQuery(listSignInMethods, {}))
  const settings = useQuery(publicSettingsQuery)
  return (
    <Card className="stack stack-3" aria-labelledby="sign-in-methods">
      <h2 className="card__h" id="sign-in-methods">
        {settingsText.title}
      </h2>
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

function MethodList({ methods, offered }: { methods: Methods; offered: readonly IdentityProvider[] }) {
  const [asked, setAsked] = useState<Asked>()
  const { Loaded: ProofDialog, open, busyLabel } = useOnDemand(loadProofDialog)
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

  function ask(what: Asked) {
    setAsked(what)
    if (!ProofDialog) void open()
  }

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
            busyLabel={busyWith === provider ? settingsText.connecting : asked?.provider === provider && busyLabel}
            onAsk={ask}
          />
        ))}
      </ul>
      {asked && ProofDialog && (
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
  busyLabel: string | false
  onAsk: (asked: Asked) => void
}

function ProviderMethod({ provider, connectedAt, isLastMethod, busyLabel, onAsk }: ProviderMethodProps) {
  const isConnected = connectedAt !== undefined
  const helpId = useId()
  const isLocked = isConnected && isLastMethod
  return (
    <li className="method">
      <ProviderMark provider={provider} />
      <span className="grow">
        <b>{providerNames[provider]}</b>
        <br />
        <span className="small muted">
          {isConnected ? settingsText.connectedSince(formatDate(new Date(connectedAt))) : settingsText.notConnected}
        </span>
      </span>
      <Button
        kind={isConnected ? 'quiet' : 'line'}
        size="sm"
        disabled={isLocked}
        aria-label={`${isConnected ? settingsText.disconnect : settingsText.connect} ${providerNames[provider]}`}
        {...(isLocked ? { 'aria-describedby': helpId } : {})}
        busyLabel={busyLabel}
        onClick={() => onAsk({ provider, isConnected })}
      >
        {isConnected ? settingsText.disconnect : settingsText.connect}
      </Button>
      {isLocked && (
        <p className="small muted method__note" id={helpId}>
          {settingsText.lastMethod}
        </p>
      )}
    </li>
  )
}

const loadPasswordForm = async () => (await import('./password-form.tsx')).PasswordForm

/** The password as a sign-in method: whether one is set, and a form to set or change it. */
function PasswordMethod({ hasPassword }: { hasPassword: boolean }) {
  const { Loaded: PasswordForm, open, close, busyLabel } = useOnDemand(loadPasswordForm)
  return (
    <li className="method">
      <Icon name="lock-simple" />
      <span className="grow">
        <b>{settingsText.password}</b>
        <br />
        <span className="small muted">{hasPassword ? settingsText.passwordSet : settingsText.passwordNotSet}</span>
      </span>
      {PasswordForm ? (
        <PasswordForm hasPassword={hasPassword} onDone={close} />
      ) : (
        <Button kind="line" size="sm" busyLabel={busyLabel} onClick={() => void open()}>
          {hasPassword ? settingsText.changePassword : settingsText.setPassword}
        </Button>
      )}
    </li>
  )
}
