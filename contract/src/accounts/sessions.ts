// Endpoints that list the devices on which a student or an admin is logged in, and log them out.
import { z } from 'zod'
import * as field from '../kernel/fields.ts'
import { providerNames } from './text.ts'
import { endpoint } from '../kernel/endpoint.ts'

// What ends when an account locks others out: by a reset, by a new password, or by 'log out elsewhere'.

export const EndedAccess = z.object({
  /** Sessions on other devices; after a reset, on all. */
  devices: z.number().int(),
  /** Browsers that were remembered because the account had logged in there. */
  browsers: z.number().int(),
  /** Mailed links to choose a new password that nobody has used. */
  links: z.number().int(),
  /** Mailed codes that nobody has used. */
  codes: z.number().int(),
  /** Sign-ins and connections with providers that were not finished. */
  signIns: z.number().int(),
  /** Invitations of an admin that nobody has accepted. */
  invitations: z.number().int(),
  /** The providers that no longer sign in to the account. */
  providers: z.array(z.object({ provider: field.identityProvider, connectedAt: field.instant })),
  /** The masked emails of the guardians who were removed. */
  guardians: z.array(z.string()),
})
export type EndedAccess = z.infer<typeof EndedAccess>

/** What ended, with a sentence for each thing, as the mail says it. */
export const EndedReply = z.object({ ...EndedAccess.shape, sentences: z.array(z.string()) }).meta({ id: 'EndedReply' })

// Names what ended when an account locked others out. The page and the mail say the same; the server writes both.

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

const group = 'Sessions'
const Message = z.object({ message: z.string() })
const Ended = z.object({ message: z.string(), ended: EndedReply })

export const Session = z
  .object({
    _id: z.string(),
    device: z.string(),
    createdAt: field.instant,
    lastSeenAt: field.instant,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' })

const sessionParams = z.object({ sessionId: field.id })

export const listSessions = endpoint({
  group,
  method: 'GET',
  path: '/student/sessions',
  who: 'student',
  summary: 'The devices on which the student is logged in',
  reply: z.object({ sessions: z.array(Session) }),
})

export const endSession = endpoint({
  group,
  method: 'DELETE',
  path: '/student/sessions/:sessionId',
  who: 'student',
  summary: 'Logs another device out',
  params: sessionParams,
  reply: Message,
  fails: ['not_found'],
})

export const endOtherSessions = endpoint({
  group,
  method: 'POST',
  path: '/student/sessions/end-others',
  who: 'student',
  summary:
    'Logs out all other devices, forgets the browsers that have logged in before, and disconnects providers that another device has connected since this one logged in',
  reply: Ended,
})

export const listAdminSessions = endpoint({
  group,
  method: 'GET',
  path: '/admin/sessions',
  who: 'admin',
  summary: 'The devices on which the admin is logged in',
  reply: z.object({ sessions: z.array(Session) }),
})

export const endAdminSession = endpoint({
  group,
  method: 'DELETE',
  path: '/admin/sessions/:sessionId',
  who: 'admin',
  summary: 'Logs another device of the admin out',
  params: sessionParams,
  reply: Message,
  fails: ['not_found'],
})

export const endOtherAdminSessions = endpoint({
  group,
  method: 'POST',
  path: '/admin/sessions/end-others',
  who: 'admin',
  summary: 'Logs out all other devices of the admin and forgets the browsers that have logged in before',
  reply: Ended,
})
