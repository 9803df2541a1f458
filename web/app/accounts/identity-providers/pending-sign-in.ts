// What a tab stores about its sign-ins: the verifier while the provider's page is open, and the ticket when a form must follow.
import type { SignInOutcome } from '@baobab/contract/accounts/identity-providers.ts'
import {
  identityProviders,
  signInMethods,
  type IdentityProvider,
  type SignInMethod,
} from '@baobab/contract/accounts/text.ts'
import { tabStorage } from '../../browser/storage.ts'

/** A sign-in that replaced the whole page with the provider's. */
export type Redirected = {
  flow: string
  verifier: string
  provider: IdentityProvider
  purpose: 'sign-in' | 'connect'
  /** The page where it started, and what was typed there that no draft holds. */
  from: string
  email: string
  rememberMe: boolean
}

/** A sign-in that still needs a form or a proof. */
export type Ticket = {
  step: 'form' | 'account-found'
  ticket: string
  provider: IdentityProvider
  email: string | null
  name: string | null
  isEmailVerified: boolean
  methods: readonly SignInMethod[]
  rememberMe: boolean
  /** The registration made by an earlier form, which a new one replaces. */
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
 * Returns the sign-in that this tab left the page for, and forgets it; undefined if there is none, or it is a different one.
 * @param flow the sign-in that has returned; undefined if the address does not name it
 */
export function takeRedirected(flow: string | undefined): Redirected | undefined {
  const stored = read(REDIRECTED)
  if (!isRedirected(stored) || (flow !== undefined && flow !== stored['flow'])) return undefined
  remove(REDIRECTED)
  return stored as Redirected
}

type TicketOutcome = Extract<SignInOutcome, { ticket: string }>

/** @param registration the reference of the registration that an earlier form made */
export const storeTicket = (outcome: TicketOutcome, rememberMe: boolean, registration?: string) =>
  write(TICKET, { ...outcome, rememberMe, registration })
export const readTicket = (step: Ticket['step']) => {
  const ticket = { name: null, isEmailVerified: false, methods: [], ...read(TICKET) }
  return isTicket(ticket) && 'step' in ticket && ticket.step === step ? (ticket as Stored as Ticket) : undefined
}
export const clearTicket = () => remove(TICKET)

// The tab's storage for sign-ins, cleared by every login.

type Stored = Record<string, unknown>

function write(key: string, value: object): void {
  tabStorage.setItem(key, JSON.stringify(value))
}

/** Reads what this tab has stored; empty if nothing. */
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

/** Forgets all earlier sign-ins: they may be someone else's who used this browser. */
export function clearSignIns(): void {
  remove(TICKET)
  remove(REDIRECTED)
}
