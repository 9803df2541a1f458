import { identityProviders } from '@baobab/contract/accounts/text.ts'
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, newId } from '../../platform/database/columns.ts'
import { connectionProofs } from '../lock-out-rules.ts'
import { sessions, students } from '../tables.ts'

/** The identity of a person at a provider, with which an account can be signed in to. */
export const providerIdentities = pgTable(
  'provider_identities',
  {
    provider: text({ enum: identityProviders }).notNull(),
    /** The provider's id of the person. */
    subject: text().notNull(),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    connectedAt: instant().notNull(),
    /** With what it was connected; null if that was not stored. */
    proof: text({ enum: connectionProofs }),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    // One of each provider, so that its name is enough to disconnect it.
    uniqueIndex('provider_identities_student').on(table.studentId, table.provider),
  ],
)

/**
 * A sign-in with a provider that is under way. Its row is deleted an hour after its start at the latest, with everything the
 * provider told.
 */
export const signInFlows = pgTable(
  'sign_in_flows',
  {
    id: newId(),
    provider: text({ enum: identityProviders }).notNull(),
    /** The SHA-256 of the verifier of the tab that began. */
    browserHash: text().notNull(),
    stateHash: text().notNull(),
    nonce: text().notNull(),
    /** For PKCE. Useless without the provider's code and our client secret. */
    codeVerifier: text().notNull(),
    /** Set if a student connects the provider to the own account: only that session can finish. */
    sessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
    /** With what that student has proved the account. */
    proof: text({ enum: connectionProofs }),
    createdAt: instant().notNull(),
    /** When the provider returned the browser, which it can once. */
    returnedAt: instant(),
    /** How the exchange ended; null while it is running. */
    result: text({ enum: ['identified', 'denied', 'failed', 'unavailable'] }),
    subject: text(),
    email: text(),
    isEmailVerified: boolean().notNull().default(false),
    name: text(),
    /** The single-use code that the browser was returned with, and since when it is valid. */
    codeHash: text(),
    codeMadeAt: instant(),
    /** What stands for the identity in the form that follows, once the code was used. */
    ticketHash: text(),
    ticketMadeAt: instant(),
  },
  (table) => [
    uniqueIndex('sign_in_flows_state').on(table.stateHash),
    uniqueIndex('sign_in_flows_ticket').on(table.ticketHash),
    index('sign_in_flows_session').on(table.sessionId),
    index('sign_in_flows_created').on(table.createdAt),
  ],
)
