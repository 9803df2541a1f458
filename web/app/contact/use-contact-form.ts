import type { ContactForm } from '@baobab/contract/contact.ts'
import { contactText } from '@baobab/contract/contact-text.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { text } from './text.ts'

type Message = z.input<typeof ContactForm>
export type MessageField = keyof Message
type Errors = Partial<Record<MessageField, string>>
type Outcome = { kind: 'sent' | 'failed'; message: string }

const EMPTY: Message = { firstName: '', lastName: '', email: '', message: '' }
const fields = ['firstName', 'lastName', 'email', 'message'] as const

/**
 * State of the contact form. It does not use `useApiForm`: without zod and react-hook-form, this public page stays as
 * light as Home. It validates only the basics; the server validates by the contract, and its messages appear under the
 * same fields.
 */
export function useContactForm() {
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Errors>({})
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  function change(field: MessageField, value: string) {
    if (outcome?.kind === 'sent') setOutcome(undefined)
    setValues((before) => ({ ...before, [field]: value }))
    if (errors[field]) setErrors((before) => withError(before, field, findError(field, value)))
  }

  function validate(field: MessageField) {
    // The form is cleared after it was sent, so an empty field is not an error then.
    const error = outcome?.kind === 'sent' ? undefined : findError(field, values[field])
    if (error) setErrors((before) => withError(before, field, error))
  }

  /** Sends the message if it is valid. Returns the first invalid field, if any. */
  async function send(): Promise<MessageField | undefined> {
    setOutcome(undefined)
    const found = findErrors(values)
    setErrors(found)
    const invalid = fields.find((field) => found[field])
    if (invalid) return invalid
    setSending(true)
    const { kind, message, errors: serverErrors } = await postMessage(values)
    setSending(false)
    setErrors(serverErrors)
    setOutcome({ kind, message })
    if (kind === 'sent') setValues(EMPTY)
    return fields.find((field) => serverErrors[field])
  }

  return { values, errors, isSending, outcome, change, validate, send }
}

function findError(field: MessageField, value: string): string | undefined {
  if (value.trim() === '') return text.isRequired[field]
  if (field === 'email' && !/^\S+@\S+\.\S+$/.test(value.trim())) return text.invalidEmail
  return undefined
}

function findErrors(values: Message): Errors {
  return fields.reduce<Errors>((errors, field) => withError(errors, field, findError(field, values[field])), {})
}

function withError(errors: Errors, field: MessageField, error: string | undefined): Errors {
  const { [field]: _, ...others } = errors
  return error ? { ...others, [field]: error } : others
}

async function postMessage(values: Message): Promise<Outcome & { errors: Errors }> {
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
  } catch {
    return { kind: 'failed', message: contactText.contactFailed, errors: {} }
  }
}

function readMessage(body: unknown): string | undefined {
  return isRecord(body) && typeof body.message === 'string' ? body.message : undefined
}

function readErrors(body: unknown): Errors {
  const errors: unknown[] = isRecord(body) && Array.isArray(body.errors) ? body.errors : []
  return errors.reduce<Errors>((found, error) => {
    if (!isRecord(error) || typeof error.message !== 'string') return found
    const field = fields.find((name) => name === error.path)
    return field ? withError(found, field, error.message) : found
  }, {})
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
