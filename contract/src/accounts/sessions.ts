// Endpoints that list the devices where a student or an admin is logged in, and log them out.
import { z } from 'zod'
import * as field from '../kernel/fields.ts'
import { providerNames } from './text.ts'
import { endpoint } from '../kernel/endpoint.ts'

// What ends when an account locks others out: by a reset, a new password, or 'log out elsewhere'.

export const EndedAccess = z.object({
  /** Sessions on other devices, or on all devices after a reset. */
  devices: z.number().int(),
  /** Browsers that were recognised because the account had logged in there. */
  browsers: z.number().int(),
  /** Unused mailed links for choosing a new password. */
  links: z.number().int(),
  /** Unused codes, mailed or sent as a text message. */
  codes: z.number().int(),
  /** Unfinished sign-ins with providers, and unfinished connections to them. */
  signIns: z.number().int(),
  /** An admin's invitations that nobody has accepted. */
  invitations: z.number().int(),
  /** The providers that can no longer be used to sign in to the account. */
  providers: z.array(z.object({ provider: field.identityProvider, connectedAt: field.instant })),
  /** The masked emails of the removed guardians. */
  guardians: z.array(z.string()),
})
export type EndedAccess = z.infer<typeof EndedAccess>

/** What ended, with the sentences of the mail about it. */
export const EndedReply = z.object({ ...EndedAccess.shape, sentences: z.array(z.string()) }).meta({ id: 'EndedReply' })

// Describes what ended when an account locked others out. The server writes the text for both the page and the mail.

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

/** Returns 'One code from our emails no longer works.' or its plural; an empty list for 0. */
function count(n: number, one: string, many: (n: number) => string): string[] {
  if (n === 0) return []
  return [n === 1 ? one : many(n)]
}

/** Adds the sentences that a page shows about what ended. */
export function toEndedReply(ended: EndedAccess): EndedAccess & { sentences: string[] } {
  return { ...ended, sentences: describeEnded(ended) }
}

/** Returns a sentence for each item that ended: 'LinkedIn, connected on 3 May 2026, was disconnected.' */
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
    ...count(codes, 'One code that we sent no longer works.', (n) => `${n} codes that we sent no longer work.`),
    ...count(signIns, 'One unfinished login was stopped.', (n) => `${n} unfinished logins were stopped.`),
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
