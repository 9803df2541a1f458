import { finishSignIn, startSignIn } from '@baobab/contract/accounts/identity-providers.ts'
import { providerNames, type IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { callApi } from '../../api/call-api.ts'
import { publicSettingsQuery } from '../../api/public-settings.ts'
import { queryClient } from '../../api/query.ts'
import { deviceField } from '../../api/session.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { Button } from '../../ui/button.tsx'
import { LeftOpenNote, WaitingNote } from './notes.tsx'
import { buttonLabels, buttonsText } from './text.ts'
import { useProviderSignIn } from './use-provider-sign-in.ts'

type Props = {
  /** Reads what was typed on the page and must survive if the page is left for the provider's. */
  readTyped?: () => { email: string; rememberMe: boolean }
}

/** A button for each configured provider; nothing if there are none. */
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

// The companies' marks, drawn to their brand rules. The shapes for Pinterest, X, TikTok and Apple come from Simple Icons, which is in the
// public domain (CC0 1.0).

const note =
  'M12.525.02c1.31-.02 2.61-.01 3.91-.02.08 1.53.63 3.09 1.75 4.17 1.12 1.11 2.7 1.62 4.24 1.79v4.03c-1.44-.05-2.89-.35-4.2-.97-.57-.26-1.1-.59-1.62-.93-.01 2.92.01 5.84-.02 8.75-.08 1.4-.54 2.79-1.35 3.94-1.31 1.92-3.58 3.17-5.91 3.21-1.43.08-2.86-.31-4.08-1.03-2.02-1.19-3.44-3.37-3.65-5.71-.02-.5-.03-1-.01-1.49.18-1.9 1.12-3.72 2.58-4.96 1.66-1.44 3.98-2.13 6.15-1.72.02 1.48-.04 2.96-.04 4.44-.99-.32-2.15-.23-3.02.37-.63.41-1.11 1.04-1.36 1.75-.21.51-.15 1.07-.14 1.61.24 1.64 1.82 3.02 3.5 2.87 1.12-.01 2.19-.66 2.77-1.61.19-.33.4-.67.41-1.06.1-1.79.06-3.57.07-5.36.01-4.03-.01-8.05.02-12.07z'

/** Marks without their own colour use the text colour, so that they are visible in both themes. */
const marks: Record<IdentityProvider, ReactNode> = {
  microsoft: (
    <>
      <path fill="#f25022" d="M1 1h10.5v10.5H1z" />
      <path fill="#7fba00" d="M12.5 1H23v10.5H12.5z" />
      <path fill="#00a4ef" d="M1 12.5h10.5V23H1z" />
      <path fill="#ffb900" d="M12.5 12.5H23V23H12.5z" />
    </>
  ),
  linkedin: (
    <>
      <rect width="24" height="24" rx="2.4" fill="#0a66c2" />
      <circle cx="5.6" cy="5.5" r="2.1" fill="#fff" />
      <path fill="#fff" d="M3.8 9.2h3.6v11.2H3.8z" />
      <path
        fill="#fff"
        d="M9.6 9.2h3.4v1.6c.5-1 1.800-1.900 3.600-1.900 3.100 0 3.900 2 3.900 4.900v6.600h-3.600v-5.900c0-1.400-.1-2.800-1.800-2.800s-1.900 1.300-1.900 2.700v6H9.600z"
      />
    </>
  ),
  pinterest: (
    <path
      fill="#e60023"
      d="M12.017 0C5.396 0 .029 5.367.029 11.987c0 5.079 3.158 9.417 7.618 11.162-.105-.949-.199-2.403.041-3.439.219-.937 1.406-5.957 1.406-5.957s-.359-.72-.359-1.781c0-1.663.967-2.911 2.168-2.911 1.024 0 1.518.769 1.518 1.688 0 1.029-.653 2.567-.992 3.992-.285 1.193.6 2.165 1.775 2.165 2.128 0 3.768-2.245 3.768-5.487 0-2.861-2.063-4.869-5.008-4.869-3.41 0-5.409 2.562-5.409 5.199 0 1.033.394 2.143.889 2.741.099.12.112.225.085.345-.09.375-.293 1.199-.334 1.363-.053.225-.172.271-.401.165-1.495-.69-2.433-2.878-2.433-4.646 0-3.776 2.748-7.252 7.92-7.252 4.158 0 7.392 2.967 7.392 6.923 0 4.135-2.607 7.462-6.233 7.462-1.214 0-2.354-.629-2.758-1.379l-.749 2.848c-.269 1.045-1.004 2.352-1.498 3.146 1.123.345 2.306.535 3.55.535 6.607 0 11.985-5.365 11.985-11.987C23.97 5.39 18.592.026 11.985.026L12.017 0z"
    />
  ),
  x: (
    <path d="M14.234 10.162 22.977 0h-2.072l-7.591 8.824L7.251 0H.258l9.168 13.343L.258 24H2.33l8.016-9.318L16.749 24h6.993zm-2.837 3.299-.929-1.329L3.076 1.56h3.182l5.965 8.532.929 1.329 7.754 11.09h-3.182z" />
  ),
  tiktok: (
    <>
      <path fill="#25f4ee" transform="translate(-.9 -.5)" d={note} />
      <path fill="#fe2c55" transform="translate(.9 .5)" d={note} />
      <path d={note} />
    </>
  ),
  apple: (
    <path d="M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701" />
  ),
}

/** A company's mark. Decorative: its name is next to it. */
export function ProviderMark({ provider }: { provider: IdentityProvider }) {
  return (
    <svg className="provider-mark" viewBox="-1 -1 26 26" aria-hidden="true" fill="currentColor">
      {marks[provider]}
    </svg>
  )
}
