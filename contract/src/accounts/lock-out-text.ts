// Names what ended when an account locked others out. The page and the mail say the same; the server writes both.
import type { EndedAccess } from './lock-out.ts'
import { providerNames } from './identity-provider-names.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

/** Returns 'One code from our emails no longer works.' or the same of many; nothing if there was none. */
function count(n: number, one: string, many: (n: number) => string): string[] {
  if (n === 0) return []
  return [n === 1 ? one : many(n)]
}

/** Returns what a page shows of what ended. */
export function toEndedReply(ended: EndedAccess): EndedAccess & { sentences: string[] } {
  return { ...ended, sentences: describeEnded(ended) }
}

/** Returns a sentence for each thing that ended: 'LinkedIn, connected on 3 May 2026, was disconnected.' */
export function describeEnded({
  devices,
  browsers,
  links,
  codes,
  signIns,
  invitations,
  providers,
  guardians,
}: EndedAccess): string[] {
  return [
    ...providers.map(({ provider, connectedAt }) => {
      const since = day.format(new Date(connectedAt))
      return `${providerNames[provider]}, connected on ${since}, was disconnected.`
    }),
    ...guardians.map((email) => `The parent or guardian ${email} was removed.`),
    ...count(devices, 'One device was logged out.', (n) => `${n} devices were logged out.`),
    ...count(
      browsers,
      'We forgot one browser that was used before.',
      (n) => `We forgot ${n} browsers that were used before.`,
    ),
    ...count(
      links,
      'One emailed link to choose a new password no longer works.',
      (n) => `${n} emailed links to choose a new password no longer work.`,
    ),
    ...count(codes, 'One emailed code no longer works.', (n) => `${n} emailed codes no longer work.`),
    ...count(
      signIns,
      'One login that was not finished was stopped.',
      (n) => `${n} logins that were not finished were stopped.`,
    ),
    ...count(invitations, 'One open invitation was taken back.', (n) => `${n} open invitations were taken back.`),
  ]
}
