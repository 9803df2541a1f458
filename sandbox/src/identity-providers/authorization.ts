// The authorization endpoint without its page: checks what the product requests, and turns a person's decision into the callback that the
// browser makes.
import { createHash, randomBytes } from 'node:crypto'
import { companies, type Company } from './companies.ts'
import { type Provider } from './providers.ts'
import { findAppleEmail, makePerson, people, splitName, type Person } from './people.ts'

/** What a product requests. */
export type AuthorizationRequest = {
  provider: Provider
  redirectUri: string
  state: string
  scopes: readonly string[]
  nonce: string | undefined
  challenge: string | undefined
}

/** What a person does at a provider. Being late means returning with an expired code, as a given person or as anyone. */
export type Decision =
  | { as: string }
  | { new: { name: string; email?: string | undefined } }
  | { late: string }
  | 'deny'
  | 'fail'
  | 'late'

/** What the browser sends to the product. */
export type Callback = { method: 'GET' | 'POST'; url: string; form?: Record<string, string> }

/** A code that can be exchanged for the tokens of a person. */
export type IssuedCode = AuthorizationRequest & { person: Person; expiresAt: number }

/** Thrown if the provider would show an error page for the request instead of redirecting. */
export class BadRequestError extends Error {}

const CODE_MS = 10 * 60_000

/** Codes that were issued but not used. */
export class Codes {
  readonly #codes = new Map<string, IssuedCode>()
  readonly #now: () => Date
  constructor(now: () => Date) {
    this.#now = now
  }

  issue(request: AuthorizationRequest, person: Person, { isLate }: { isLate: boolean }): string {
    const code = randomBytes(24).toString('base64url')
    const now = this.#now().getTime()
    for (const [old, { expiresAt }] of this.#codes) if (expiresAt <= now) this.#codes.delete(old)
    this.#codes.set(code, { ...request, person, expiresAt: isLate ? now : now + CODE_MS })
    return code
  }

  /** Uses up a code. Returns undefined if it is unknown, used, expired or another provider's. */
  use(code: string, provider: Provider): IssuedCode | undefined {
    const issued = this.#codes.get(code)
    if (issued?.provider !== provider) return undefined
    this.#codes.delete(code)
    return issued.expiresAt > this.#now().getTime() ? issued : undefined
  }
}

type Registered = { clientId: string; redirectUri: string }

/** Checks the parameters like the provider does. Throws BadRequestError. */
export function readRequest(provider: Provider, query: URLSearchParams, registered: Registered): AuthorizationRequest {
  const company = companies[provider]
  requireValue(query, company.clientParameter, registered.clientId)
  requireValue(query, 'redirect_uri', registered.redirectUri)
  requireValue(query, 'response_type', 'code')
  const scopes = readScopes(company, query.get('scope') ?? '')
  if (company.needsFormPost) requireValue(query, 'response_mode', 'form_post')
  const state = query.get('state') || refuse('The parameter state is missing.')
  const challenge = readChallenge(company, query)
  const nonce = company.keepsNonce ? (query.get('nonce') ?? undefined) : undefined
  return { provider, redirectUri: registered.redirectUri, state, scopes, nonce, challenge }
}

function readChallenge({ pkce }: Company, query: URLSearchParams): string | undefined {
  if (pkce === undefined) return undefined
  const challenge = query.get('code_challenge') ?? undefined
  if (challenge === undefined)
    return pkce === 'required' ? refuse('The parameter code_challenge is missing.') : undefined
  requireValue(query, 'code_challenge_method', 'S256')
  return challenge
}

function refuse(reason: string): never {
  throw new BadRequestError(reason)
}

function requireValue(query: URLSearchParams, name: string, expected: string): void {
  if (query.get(name) !== expected) refuse(`The parameter ${name} is not the one that is registered or required.`)
}

function readScopes({ scopes, scopeSeparator }: Company, given: string): string[] {
  const requested = given.split(scopeSeparator)
  for (const scope of scopes) if (!requested.includes(scope)) refuse(`The scope ${scope} is missing.`)
  return requested
}

/** Whether a verifier matches the challenge of a request. A request without a challenge needs none. */
export function fitsChallenge({ challenge }: AuthorizationRequest, verifier: string | undefined): boolean {
  if (challenge === undefined) return true
  return verifier !== undefined && createHash('sha256').update(verifier).digest('base64url') === challenge
}

/** Finds the person who chose to sign in. */
export function findPerson(decision: Decision): Person {
  if (typeof decision === 'object' && 'new' in decision) return makePerson(decision.new)
  const id = typeof decision === 'string' ? people[0]?.id : 'late' in decision ? decision.late : decision.as
  return people.find((person) => person.id === id) ?? refuse('There is no such person.')
}

type Deciding = {
  codes: Codes
  /** Notes that a person signs in; returns whether it is the first time. */
  noteConsent: (provider: Provider, person: Person) => Promise<boolean>
}

/** Turns a decision into the callback. */
export async function decide(
  { codes, noteConsent }: Deciding,
  request: AuthorizationRequest,
  decision: Decision,
): Promise<Callback> {
  const { provider, state } = request
  const company = companies[provider]
  if (decision === 'deny')
    return toCallback(request, { error: company.denial, error_description: 'The user did not agree.', state })
  if (decision === 'fail')
    return toCallback(request, { error: 'server_error', error_description: 'An error occurred.', state })
  const person = findPerson(decision)
  const isLate = decision === 'late' || (typeof decision === 'object' && 'late' in decision)
  const code = codes.issue(request, person, { isLate })
  const isFirst = await noteConsent(provider, person)
  const user = company.needsFormPost && isFirst ? { user: describeUser(person) } : {}
  return toCallback(request, { code, state, ...user })
}

/** Apple's `user` field, which it sends only at the first consent. */
function describeUser(person: Person): string {
  const told = findAppleEmail(person)
  return JSON.stringify({ name: splitName(person), ...(told ? { email: told.email } : {}) })
}

function toCallback({ provider, redirectUri }: AuthorizationRequest, values: Record<string, string>): Callback {
  if (companies[provider].needsFormPost) return { method: 'POST', url: redirectUri, form: values }
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return { method: 'GET', url: url.href }
}
