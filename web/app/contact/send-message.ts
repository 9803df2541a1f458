// Checks and sends a message to us. Used by the public pages' script, so without zod and React: it checks only the basics, and the server
// checks against the contract.
import { isEmail } from '@baobab/contract/accounts/rules.ts'
import type { ContactForm } from '@baobab/contract/contact/endpoints.ts'
import { contactText } from '@baobab/contract/contact/text.ts'
import { cleanEmail } from '@baobab/contract/kernel/text.ts'
import type * as z from 'zod/mini'
import { text } from './text.ts'

export type Message = z.input<typeof ContactForm>
export type MessageField = keyof Message
export type Errors = Partial<Record<MessageField, string>>
export type Outcome = { kind: 'sent' | 'failed'; message: string; errors: Errors }

/** The form's id in the page. */
export const FORM_ID = 'contact-form'
export const messageFields = ['firstName', 'lastName', 'email', 'message'] as const satisfies readonly MessageField[]

/** Returns what is wrong with one field. */
export function findError(field: MessageField, value: string): string | undefined {
  if (cleanEmail(value) === '') return text.isRequired[field]
  if (field === 'email' && !isEmail(cleanEmail(value))) return text.invalidEmail
  return undefined
}

/** Returns what is wrong with each field. */
export function findErrors(values: Message): Errors {
  return messageFields.reduce<Errors>((errors, field) => withError(errors, field, findError(field, values[field])), {})
}

function withError(errors: Errors, field: MessageField, error: string | undefined): Errors {
  const { [field]: _, ...others } = errors
  return error ? { ...others, [field]: error } : others
}

/**
 * Sends a message. Never throws.
 * @param offline the sentence added to the failure if there is no connection
 */
export async function sendMessage(values: Message, offline: string): Promise<Outcome> {
  try {
    const reply = await fetch('/contact/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(values),
    })
    const body: unknown = await reply.json()
    if (reply.ok) return { kind: 'sent', message: readMessage(body) ?? contactText.contactSent, errors: {} }
    if (reply.status === 429)
      return { kind: 'failed', message: readMessage(body) ?? contactText.contactFailed, errors: {} }
    return { kind: 'failed', message: contactText.contactFailed, errors: reply.status === 400 ? readErrors(body) : {} }
  } catch (error) {
    // Without a connection, fetch fails with a TypeError. Anything else is a proxy's reply that is not JSON.
    const { contactFailed } = contactText
    return {
      kind: 'failed',
      message: error instanceof TypeError ? `${contactFailed} ${offline}` : contactFailed,
      errors: {},
    }
  }
}

function readMessage(body: unknown): string | undefined {
  return isRecord(body) && typeof body.message === 'string' ? body.message : undefined
}

function readErrors(body: unknown): Errors {
  const errors: unknown[] = isRecord(body) && Array.isArray(body.errors) ? body.errors : []
  return errors.reduce<Errors>((found, error) => {
    if (!isRecord(error) || typeof error.message !== 'string') return found
    const field = messageFields.find((name) => name === error.path)
    return field ? withError(found, field, error.message) : found
  }, {})
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
