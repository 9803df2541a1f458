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

/** Both URLs must be https: the secret key is sent to one, and the script from the other runs in our pages. */
export function insecureUrlProblems(environment: Record<string, string | undefined>): string[] {
  return (['PAYSTACK_URL', 'PAYSTACK_SCRIPT_URL'] as const).flatMap((name) => {
    const url = URL.parse(environment[name] ?? '')
    return url?.protocol === 'http:' && !isLoopbackHost(url.hostname) ? [`${name} must be https`] : []
  })
}
