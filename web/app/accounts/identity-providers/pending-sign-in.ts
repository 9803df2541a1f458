// What a tab stores of its sign-ins: the verifier of one that left the page, and the ticket of one that needs a form.
import type { SignInOutcome } from '@baobab/contract/accounts/identity-providers.ts'
import {
  identityProviders,
  signInMethods,
  type IdentityProvider,
  type SignInMethod,
} from '@baobab/contract/accounts/text.ts'
import { tabStorage } from '../../browser/storage.ts'

/** A sign-in for which the whole page went to the provider. */
export type Redirected = {
  flow: string
  verifier: string
  provider: IdentityProvider
  purpose: 'sign-in' | 'connect'
  /** The page that began, and what was typed there that no draft holds. */
  from: string
  email: string
  rememberMe: boolean
}

/** A sign-in whose form or proof is missing. */
export type Ticket = {
  step: 'form' | 'account-found'
  ticket: string
  provider: IdentityProvider
  email: string | null
  name: string | null
  isEmailVerified: boolean
  methods: readonly SignInMethod[]
  rememberMe: boolean
  /** The registration that an earlier form has made, which a new one replaces. */
  registration?: string | undefined
}

const isText = (value: unknown) => typeof value === 'string'
const isTextOrNull = (value: unknown) => value === null || isText(value)
const isOneOf = (values: readonly string[], value: unknown) => values.some((one) => one === value)

function isRedirected(stored: Stored): boolean {
  const { flow, verifier, provider, purpose, from, email, rememberMe } = stored
  const areTexts = [flow, verifier, from, email].every(isText)
  const isKnown = isOneOf(identityProviders, provider) && isOneOf(['sign-in', 'connect'], purpose)
  return areTexts && isKnown && typeof rememberMe === 'boolean'
}

function isTicket(stored: Stored): boolean {
  const { step, ticket, provider, email, name, isEmailVerified, methods, rememberMe, registration } = stored
  const areTexts =
    isText(ticket) && isTextOrNull(email) && isTextOrNull(name) && (registration === undefined || isText(registration))
  const isKnown = isOneOf(['form', 'account-found'], step) && isOneOf(identityProviders, provider)
  const areMethods = Array.isArray(methods) && methods.every((one) => isOneOf(signInMethods, one))
  return areTexts && isKnown && areMethods && typeof isEmailVerified === 'boolean' && typeof rememberMe === 'boolean'
}

export const storeRedirected = (redirected: Redirected) => write(REDIRECTED, redirected)

/**
 * Returns the sign-in for which this tab left, and forgets it; undefined if it left for none, or for another one.
 * @param flow the sign-in that has returned; undefined if the address does not name it
 */
export function takeRedirected(flow: string | undefined): Redirected | undefined {
  const stored = read(REDIRECTED)
  if (!isRedirected(stored) || (flow !== undefined && flow !== stored['flow'])) return undefined
  remove(REDIRECTED)
  return stored as Redirected
}

type TicketOutcome = Extract<SignInOutcome, { ticket: string }>

/** @param registration the reference of the registration that an earlier form has made */
export const storeTicket = (outcome: TicketOutcome, rememberMe: boolean, registration?: string) =>
  write(TICKET, { ...outcome, rememberMe, registration })
export const readTicket = (step: Ticket['step']) => {
  const ticket = { name: null, isEmailVerified: false, methods: [], ...read(TICKET) }
  return isTicket(ticket) && 'step' in ticket && ticket.step === step ? (ticket as Stored as Ticket) : undefined
}
export const clearTicket = () => remove(TICKET)

// The tab's storage of sign-ins, which each login clears.

type Stored = Record<string, unknown>

/** Stores a value for this tab. */
function write(key: string, value: object): void {
  tabStorage.setItem(key, JSON.stringify(value))
}

/** Reads what this tab has stored; empty if there is nothing. */
function read(key: string): Stored {
  try {
    return Object(JSON.parse(tabStorage.getItem(key) ?? 'null')) as Stored
  } catch {
    return {}
  }
}

/** Removes what is stored under a key. */
function remove(key: string): void {
  tabStorage.removeItem(key)
}

const REDIRECTED = 'signInRedirected'
const TICKET = 'signInTicket'

/** Forgets everything of earlier sign-ins, which may be those of another person at this browser. */
export function clearSignIns(): void {
  remove(TICKET)
  remove(REDIRECTED)
}
