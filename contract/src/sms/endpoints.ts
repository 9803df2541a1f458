// Text messages: delivery reports of the companies that send them, and what admins see about them.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'

const group = 'Text messages'
const count = z.number().int()

/** The companies that can send our text messages. */
export const smsProviders = ['termii', 'africas-talking'] as const

/** The shortest secret in the URL for reports, which is as hard to guess as a key. */
export const REPORT_SECRET_MIN = 32

export const reportSmsDelivery = endpoint({
  group,
  method: 'POST',
  path: '/api/sms/reports/:smsProvider',
  who: 'anyone',
  summary:
    'Receives reports of the SMS provider, signed or with the secret of the settings, about messages that arrived',
  params: z.object({ smsProvider: z.enum(smsProviders) }),
  query: z.strictObject({ secret: z.string().min(REPORT_SECRET_MIN).max(1_000).optional() }),
  body: z.unknown(),
  reply: z.object({ status: z.literal('success') }),
  fails: ['signature_invalid', 'busy'],
})

/** A range of phone numbers that gets no more codes, with what became of its codes in the last 24 hours. */
export const PausedRange = z
  .object({
    /** The digits that its numbers have in common, such as +234803123; four more follow. */
    range: z.string(),
    codes: count,
    /** Codes that were entered. */
    used: count,
    /** Messages that did not arrive. */
    failed: count,
  })
  .meta({ id: 'PausedRange' })

export const TextMessages = z
  .object({
    /** Null if no provider is configured, so that no text messages are sent. */
    provider: z.enum(smsProviders).nullable(),
    /** How many messages may be sent in a day in Lagos; a long one counts as several. */
    budget: count,
    sentToday: count,
    /** `low`: four fifths of the budget are used. `spent`: nothing more is sent today. */
    level: z.enum(['open', 'low', 'spent']),
    /** Messages of the last 24 hours. Some of them may be neither `delivered` nor `failed` yet. */
    lastDay: z.object({ sent: count, delivered: count, failed: count }),
    /** Those with the most codes first. */
    pausedRanges: z.array(PausedRange),
  })
  .meta({ id: 'TextMessages' })
export type TextMessages = z.infer<typeof TextMessages>

export const readTextMessages = endpoint({
  group,
  method: 'GET',
  path: '/admin/text-messages',
  who: ['owner', 'support', 'auditor'],
  summary: 'The budget for text messages, how many arrive, and ranges of numbers that get no codes',
  reply: TextMessages,
})
