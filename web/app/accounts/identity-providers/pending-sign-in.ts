// What a tab stores of its sign-ins: the verifier of one that left the page, and the ticket of one that needs a form.
import { IdentityProvider, SignInMethod } from '@baobab/contract/identity-provider-names.ts'
import type { SignInOutcome } from '@baobab/contract/identity-providers.ts'
import * as z from 'zod/mini'

const Redirected = z.object({
  flow: z.string(),
  verifier: z.string(),
  provider: IdentityProvider,
  purpose: z.enum(['sign-in', 'connect']),
  /** The page that began, and what was typed there that no draft holds. */
  from: z.string(),
  email: z.string(),
  rememberMe: z.boolean(),
})
/** A sign-in for which the whole page went to the provider. */
export type Redirected = z.infer<typeof Redirected>

const Ticket = z.object({
  step: z.enum(['form', 'account-found']),
  ticket: z.string(),
  provider: IdentityProvider,
  email: z.nullable(z.string()),
  name: z._default(z.nullable(z.string()), null),
  isEmailVerified: z._default(z.boolean(), false),
  methods: z._default(z.array(SignInMethod), []),
  rememberMe: z.boolean(),
  /** The registration that an earlier form has made, which a new one replaces. */
  registration: z.optional(z.string()),
})
/** A sign-in whose form or proof is missing. */
export type Ticket = z.infer<typeof Ticket>

/** Used where storage is disabled: until the page is left. */
const memory = new Map<string, string>()

function write(key: string, value: object): void {
  const json = JSON.stringify(value)
  memory.set(key, json)
  try {
    sessionStorage.setItem(key, json)
  } catch {
    // Storage is disabled: the memory has it.
  }
}

function read<T>(key: string, schema: z.core.$ZodType<T>): T | undefined {
  let json = memory.get(key)
  try {
    json = sessionStorage.getItem(key) ?? json
  } catch {
    // Storage is disabled.
  }
  try {
    return z.safeParse(schema, JSON.parse(json ?? 'null')).data
  } catch {
    return undefined
  }
}

function remove(key: string): void {
  memory.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is disabled.
  }
}

const REDIRECTED = 'signInRedirected'
const TICKET = 'signInTicket'

export const storeRedirected = (redirected: Redirected) => write(REDIRECTED, redirected)

/**
 * Returns the sign-in for which this tab left, and forgets it; undefined if it left for none, or for another one.
 * @param flow the sign-in that has returned; undefined if the address does not name it
 */
export function takeRedirected(flow: string | undefined): Redirected | undefined {
  const redirected = read(REDIRECTED, Redirected)
  if (!redirected || (flow !== undefined && flow !== redirected.flow)) return undefined
  remove(REDIRECTED)
  return redirected
}

type TicketOutcome = Extract<SignInOutcome, { ticket: string }>

/** @param registration the reference of the registration that an earlier form has made */
export const storeTicket = (outcome: TicketOutcome, rememberMe: boolean, registration?: string) =>
  write(TICKET, { ...outcome, rememberMe, registration })
export const readTicket = (step: Ticket['step']) => {
  const ticket = read(TICKET, Ticket)
  return ticket?.step === step ? ticket : undefined
}
export const clearTicket = () => remove(TICKET)

/** Forgets everything of earlier sign-ins, which may be those of another person at this browser. */
export function clearSignIns(): void {
  remove(TICKET)
  remove(REDIRECTED)
}
