import { providerNames, type IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { finishSignIn, startSignIn } from '@baobab/contract/accounts/identity-providers.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { callApi } from '../../api/call-api.ts'
import { queryClient } from '../../api/query.ts'
import { deviceField } from '../../api/session.ts'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { publicSettingsQuery } from '../../api/public-settings.ts'
import { Button } from '../../ui/button.tsx'
import { buttonLabels, buttonsText } from './text.ts'
import { ProviderMark } from './provider-marks.tsx'
import { LeftOpenNote, WaitingNote } from './waiting-note.tsx'
import { useProviderSignIn } from './use-provider-sign-in.ts'

type Props = {
  /** What was typed on the page that must survive if the page is left for the provider. */
  readTyped?: () => { email: string; rememberMe: boolean }
}

/** A button for each provider that is configured. Nothing if none is. */
export function ProviderButtons({ readTyped }: Props) {
  const { data } = useQuery(publicSettingsQuery, queryClient)
  const providers = data?.identityProviders ?? []
  return providers.length === 0 ? null : <Buttons providers={providers} {...(readTyped ? { readTyped } : {})} />
}

function Buttons({ providers, readTyped }: Props & { providers: readonly IdentityProvider[] }) {
  const navigate = useNavigate()
  const { begin, fail, cancel, failure, waitingFor, leftOpen, busyWith } = useProviderSignIn({
    purpose: 'sign-in',
    finish: async (returned) => {
      const rememberMe = readTyped?.().rememberMe ?? false
      const outcome = await callApi(finishSignIn, { body: { ...returned, rememberMe, ...deviceField() } })
      const { applyOutcome } = await import('./sign-in-parts.ts')
      await navigate(applyOutcome(outcome, rememberMe))
    },
    ...(readTyped ? { readTyped } : {}),
  })
  function start(provider: IdentityProvider) {
    const onServer = (browserHash: string) => callApi(startSignIn, { params: { provider }, body: { browserHash } })
    begin(provider, onServer).catch(async (error: unknown) => fail(provider, error))
  }

  return (
    <section className="providers stack stack-3" aria-label={buttonsText.or}>
      <p className="providers__or small muted">{buttonsText.or}</p>
      <FormFailureNote failure={failure} />
      {waitingFor && <WaitingNote provider={waitingFor} onCancel={cancel} />}
      {leftOpen && <LeftOpenNote provider={leftOpen} />}
      <div className="providers__list">
        {providers.map((provider) => (
          <Button
            key={provider}
            kind="line"
            block
            busyLabel={busyWith === provider && buttonsText.opening(providerNames[provider])}
            onClick={() => start(provider)}
          >
            <ProviderMark provider={provider} />
            {buttonLabels[provider]}
          </Button>
        ))}
      </div>
    </section>
  )
}
