import { identityProviders } from '@baobab/contract/accounts/text.ts'
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, newId } from '../../platform/database/columns.ts'
import { connectionProofs } from '../lock-out-rules.ts'
import { sessions, students } from '../tables.ts'

/** A person's identity at a provider, used to sign in to an account. */
export const providerIdentities = pgTable(
  'provider_identities',
  {
    provider: text({ enum: identityProviders }).notNull(),
    /** The provider's id for the person. */
    subject: text().notNull(),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    connectedAt: instant().notNull(),
    /** How its owner proved the account when connecting it; null if that was not stored. */
    proof: text({ enum: connectionProofs }),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    // One per provider, so that a provider's name is enough to disconnect it.
    uniqueIndex('provider_identities_student').on(table.studentId, table.provider),
  ],
)

/**
 * A sign-in with a provider that is in progress. Its row is deleted at most an hour after its start, together with everything
 * the provider returned.
 */
export const signInFlows = pgTable(
  'sign_in_flows',
  {
    id: newId(),
    provider: text({ enum: identityProviders }).notNull(),
    /** The SHA-256 of the verifier kept by the tab that started it. */
    browserHash: text().notNull(),
    stateHash: text().notNull(),
    nonce: text().notNull(),
    /** For PKCE. Useless without the provider's code and our client secret. */
    codeVerifier: text().notNull(),
    /** Set if a student is connecting the provider to their own account: only that session can finish. */
    sessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
    /** How that student proved the account. */
    proof: text({ enum: connectionProofs }),
    createdAt: instant().notNull(),
    /** When the provider returned the browser. This can happen only once. */
    returnedAt: instant(),
    /** How the exchange ended; null while it is running. */
    result: text({ enum: ['identified', 'denied', 'failed', 'unavailable'] }),
    subject: text(),
    email: text(),
    isEmailVerified: boolean().notNull().default(false),
    name: text(),
    /** The single-use code given to the returning browser, and when it became valid. */
    codeHash: text(),
    codeMadeAt: instant(),
    /** Represents the identity in the form that follows, once the code is used. */
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
