// Checks of the settings for the payment provider.
import { isLoopbackHost } from '../addresses.ts'

const keyModes = { PAYSTACK_SECRET_KEY: /^sk_(live|test)_/, PAYSTACK_PUBLIC_KEY: /^pk_(live|test)_/ } as const

/** Both keys must be live keys or both test keys: with a mix, the server could not find the payments. */
export function keyModeProblems(environment: Record<string, string | undefined>): string[] {
  const [secretMode, publicMode] = Object.entries(keyModes).map(
    ([name, pattern]) => pattern.exec(environment[name] ?? '')?.[1],
  )
  return secretMode && publicMode && secretMode !== publicMode
    ? ['PAYSTACK_SECRET_KEY and PAYSTACK_PUBLIC_KEY must both be live or both be test keys']
    : []
}

/** URLs that secret keys are sent to, or whose scripts run in our pages. */
const secureUrls = ['PAYSTACK_URL', 'PAYSTACK_SCRIPT_URL', 'TERMII_URL', 'AFRICAS_TALKING_URL'] as const

/** The URLs of other companies' services must be https. */
export function insecureUrlProblems(environment: Record<string, string | undefined>): string[] {
  return secureUrls.flatMap((name) => {
    const url = URL.parse(environment[name] ?? '')
    return url?.protocol === 'http:' && !isLoopbackHost(url.hostname) ? [`${name} must be https`] : []
  })
}
