import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, newId } from '../platform/database/columns.ts'

/** What a text message is about. */
export const smsKinds = [
  'verify-code',
  'already-registered',
  'reset-code',
  'proof-code',
  'number-code',
  'number-replaced',
  'guardian-consent',
  'guardian-answer',
  'draw',
  'inactive-account',
  'weekly-summary',
] as const
export type SmsKind = (typeof smsKinds)[number]

/**
 * Messages that anybody can have sent to any number, known or not. A range is judged by them, and gets none of them while it is
 * paused. Codes for proved numbers do not count: otherwise a stranger could see by a range whether its numbers are known.
 */
export const rangeKinds = ['verify-code', 'already-registered', 'number-code', 'guardian-consent'] as const
export const isRangeKind = (kind: SmsKind): boolean => rangeKinds.some((other) => other === kind)

/** `sending` is stored before the provider is called, so that a crash in between counts towards the budget. */
export const smsStates = ['sending', 'sent', 'delivered', 'failed'] as const

/** A text message given to a provider. Its text is not stored, because it may contain a code. Deleted after 30 days. */
export const smsMessages = pgTable(
  'sms_messages',
  {
    id: newId(),
    /** In E.164. */
    number: text().notNull(),
    /** The number without its last four digits: numbers that somebody may have rented together. */
    range: text().notNull(),
    kind: text({ enum: smsKinds }).notNull(),
    provider: text().notNull(),
    /** The provider's own id; null until it has accepted the message. */
    messageId: text(),
    /** For how many messages the provider charges. */
    parts: integer().notNull(),
    state: text({ enum: smsStates }).notNull().default('sending'),
    /** What the provider says about a failure. */
    reason: text(),
    /** Whether the code in the message was entered. */
    usedAt: instant(),
    at: instant().notNull(),
    /** When the provider accepted the message. */
    sentAt: instant(),
    /** When a delivery report said that it arrived or failed. */
    settledAt: instant(),
  },
  (table) => [
    index('sms_messages_at').on(table.at),
    index('sms_messages_number').on(table.number, table.at),
    index('sms_messages_range').on(table.range, table.at),
    uniqueIndex('sms_messages_message_id').on(table.provider, table.messageId),
    check('sms_messages_state', sql`${table.state} in ('sending', 'sent', 'delivered', 'failed')`),
  ],
)
