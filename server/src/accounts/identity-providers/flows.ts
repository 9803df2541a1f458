// Sign-ins in progress: their start, the return from the provider, and the hand-over to the tab that started them.
//
// The tab is identified by a verifier whose hash it sent at the start, the returning browser by a single-use code. Finishing
// needs both, so an attacker gains nothing by sending somebody a link to a provider's page or a callback.
import { providerNames, type IdentityProvider, identityProvidersText } from '@baobab/contract/accounts/text.ts'
import { SIGN_IN_CODE_MS, SIGN_IN_MS, SIGN_IN_TICKET_MS } from '@baobab/contract/accounts/rules.ts'
import { and, eq, gt, isNull, lt, type SQL } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { isId, type Db, type Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/identity-providers/identity.ts'
import {
  ProviderUnavailableError,
  SignInDeniedError,
  type CallbackParameters,
  type ProviderClient,
} from '../../platform/identity-providers/identity-provider.ts'
import { generateToken, hashToken } from '../../platform/security/tokens.ts'
import type { ConnectionProof } from '../lock-out-rules.ts'
import { signInFlows } from './tables.ts'

type FlowRow = typeof signInFlows.$inferSelect

/** A flow whose provider has identified the person. */
export type IdentifiedFlow = FlowRow & { subject: string }

/** Finds a configured provider by its name in a path. Throws 404 for all others. */
export function findProvider(app: App, name: string): { name: IdentityProvider; client: ProviderClient } {
  for (const [configured, client] of app.identityProviders) if (configured === name) return { name: configured, client }
  return fail('not_found')
}

type FlowStart = {
  provider: string
  browserHash: string
  connection?: { sessionId: string; proof: ConnectionProof }
}

/**
 * Starts a sign-in.
 * @param start.browserHash the SHA-256 of the verifier that the tab keeps
 * @param start.connection the session that is connecting a provider to its account, and how it proved the account
 * @returns the id of the flow, and the address of the provider's page
 */
export async function startFlow(
  app: App,
  { provider, browserHash, connection }: FlowStart,
): Promise<{ flow: string; url: string }> {
  const { name, client } = findProvider(app, provider)
  const secrets = { state: generateToken(), nonce: generateToken(), codeVerifier: generateToken() }
  const url = await client.createUrl(secrets)
  const [row] = await app.db
    .insert(signInFlows)
    .values({
      provider: name,
      browserHash,
      stateHash: hashToken(secrets.state),
      nonce: secrets.nonce,
      codeVerifier: secrets.codeVerifier,
      sessionId: connection?.sessionId ?? null,
      proof: connection?.proof ?? null,
      createdAt: app.clock.now(),
    })
    .returning({ id: signInFlows.id })
  if (!row) throw new Error('the sign-in was not stored')
  return { flow: row.id, url }
}

/** Returns the SQL condition that an instant lies within the last `ms` milliseconds. */
const isWithin = (app: App, at: typeof signInFlows.createdAt, ms: number): SQL =>
  gt(at, new Date(app.clock.now().getTime() - ms))

/**
 * Accepts the return from a provider, once: exchanges its code, stores the person's identity, and creates the single-use code.
 * @returns the fragment of the page to send the browser to
 */
export async function receiveCallback(app: App, provider: string, parameters: CallbackParameters): Promise<string> {
  const { name, client } = findProvider(app, provider)
  const { state = '' } = parameters
  const isRunning = and(
    eq(signInFlows.provider, name),
    eq(signInFlows.stateHash, hashToken(state)),
    isNull(signInFlows.returnedAt),
    isWithin(app, signInFlows.createdAt, SIGN_IN_MS),
  )
  // Before the exchange, so that a callback that is sent twice is exchanged once.
  const [flow] = await app.db.update(signInFlows).set({ returnedAt: app.clock.now() }).where(isRunning).returning()
  if (!flow) return describeExpired(app, name, state)
  const result = await identify(app, { flow, client, parameters })
  const code = generateToken()
  await app.db
    .update(signInFlows)
    .set({ ...result, codeHash: hashToken(code), codeMadeAt: app.clock.now() })
    .where(eq(signInFlows.id, flow.id))
  return new URLSearchParams({ flow: flow.id, code }).toString()
}

/** Returns the fragment for a return that comes too late. It names the flow, so that the waiting tab is notified. */
async function describeExpired(app: App, provider: IdentityProvider, state: string): Promise<string> {
  const isUnused = and(
    eq(signInFlows.provider, provider),
    eq(signInFlows.stateHash, hashToken(state)),
    isNull(signInFlows.returnedAt),
  )
  const [flow] = await app.db.select({ id: signInFlows.id }).from(signInFlows).where(isUnused)
  return new URLSearchParams({ problem: 'expired', ...(flow && { flow: flow.id }) }).toString()
}

type Result = { result: NonNullable<FlowRow['result']> } & Partial<Identity>

/** Asks the provider who the person is. Holds no database connection in the meantime. */
async function identify(
  app: App,
  { flow, client, parameters }: { flow: FlowRow; client: ProviderClient; parameters: CallbackParameters },
): Promise<Result> {
  const { nonce, codeVerifier, provider } = flow
  try {
    const secrets = { state: parameters.state ?? '', nonce, codeVerifier }
    return { result: 'identified', ...(await client.exchange(parameters, secrets)) }
  } catch (error) {
    if (error instanceof SignInDeniedError) return { result: 'denied' }
    const isUnavailable = error instanceof ProviderUnavailableError
    // Only the message is logged: causes can contain tokens and claims.
    app.log.warn(
      { provider, isUnavailable, reason: error instanceof Error ? error.message : '' },
      'a sign-in was not completed',
    )
    return { result: isUnavailable ? 'unavailable' : 'failed' }
  }
}

/** What the tab that started the sign-in sends: the code of the return, and its own verifier. */
export type ReturnProof = { flow: string; code: string; verifier: string }

/**
 * Uses the code of a return. Throws 400 if the code, the verifier or the flow is wrong or too old, and rethrows the provider's
 * outcome unless it is an identity.
 * @param isOurs the condition that the flow is of the caller's kind
 */
export async function useReturn(
  app: App,
  { flow: id, code, verifier }: ReturnProof,
  isOurs: SQL,
): Promise<IdentifiedFlow> {
  const isValid = and(
    isOurs,
    eq(signInFlows.id, isId(id) ? id : fail('sign_in_expired')),
    eq(signInFlows.codeHash, hashToken(code)),
    eq(signInFlows.browserHash, hashToken(verifier)),
    gt(signInFlows.codeMadeAt, new Date(app.clock.now().getTime() - SIGN_IN_CODE_MS)),
  )
  const [flow] = await app.db.update(signInFlows).set({ codeHash: null }).where(isValid).returning()
  if (!flow) fail('sign_in_expired')
  const { result, subject } = flow
  if (result === 'identified' && subject !== null) return { ...flow, subject }
  await deleteFlow(app.db, flow)
  const name = providerNames[flow.provider]
  if (result === 'denied') fail('sign_in_denied', { message: identityProvidersText.denied(name) })
  if (result === 'unavailable') fail('sign_in_unavailable', { message: identityProvidersText.unavailable(name) })
  return fail('sign_in_failed', { message: identityProvidersText.failed(name) })
}

/** Creates the ticket that represents a flow's identity in the form that follows. */
export async function makeTicket(app: App, { id }: FlowRow): Promise<string> {
  const ticket = generateToken()
  await app.db
    .update(signInFlows)
    .set({ ticketHash: hashToken(ticket), ticketMadeAt: app.clock.now() })
    .where(eq(signInFlows.id, id))
  return ticket
}

/** Finds the flow of a ticket. Throws 400 if the ticket is unknown, used or too old. */
export async function findByTicket(app: App, db: Db | Tx, ticket: string): Promise<IdentifiedFlow> {
  const oldest = new Date(app.clock.now().getTime() - SIGN_IN_TICKET_MS)
  const [flow] = await db
    .select()
    .from(signInFlows)
    .where(and(eq(signInFlows.ticketHash, hashToken(ticket)), gt(signInFlows.ticketMadeAt, oldest)))
  if (!flow || flow.subject === null) fail('sign_in_expired')
  return { ...flow, subject: flow.subject }
}

/** Deletes a flow. @returns false if it has been finished in the meantime */
export async function deleteFlow(db: Db | Tx, { id }: FlowRow): Promise<boolean> {
  const deleted = await db.delete(signInFlows).where(eq(signInFlows.id, id)).returning({ id: signInFlows.id })
  return deleted.length > 0
}

/** Deletes flows that can no longer be finished, and the data that providers returned for them. */
export async function removeStaleFlows(app: App): Promise<void> {
  const oldest = new Date(app.clock.now().getTime() - SIGN_IN_MS - SIGN_IN_CODE_MS - SIGN_IN_TICKET_MS)
  await app.db.delete(signInFlows).where(lt(signInFlows.createdAt, oldest))
}
