import type { ContactForm } from '@baobab/contract/contact.ts'
import { contactText } from '@baobab/contract/contact-text.ts'
import type { z } from 'zod'
import { useState } from 'react'

export type Message = z.input<typeof ContactForm>
export type MessageField = keyof Message
type Errors = Partial<Record<MessageField, string>>

const EMPTY: Message = { firstName: '', lastName: '', email: '', message: '' }
const names: Record<MessageField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  message: 'Message',
}
const fields = ['firstName', 'lastName', 'email', 'message'] as const

export type Outcome = { kind: 'sent' | 'failed'; sentence: string }

/**
 * State of the contact form. It checks only what a browser can know at once; the server checks by the contract, and its
 * messages land under the same fields. Without zod and a form library this public page stays as light as Home.
 */
export function useContactForm() {
  const [typed, setTyped] = useState(EMPTY)
  const [errors, setErrors] = useState<Errors>({})
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  function type(field: MessageField, value: string) {
    if (outcome?.kind === 'sent') setOutcome(undefined)
    setTyped((before) => ({ ...before, [field]: value }))
    if (errors[field]) setErrors((before) => withError(before, field, problem(field, value)))
  }

  function leave(field: MessageField) {
    // The form was just sent and emptied: leaving it is not a mistake.
    const error = outcome?.kind === 'sent' ? undefined : problem(field, typed[field])
    if (error) setErrors((before) => withError(before, field, error))
  }

  /** Answers the first field that needs another look, if any. */
  async function send(): Promise<MessageField | undefined> {
    setOutcome(undefined)
    const found = problems(typed)
    setErrors(found)
    if (fields.some((field) => found[field])) return fields.find((field) => found[field])
    setSending(true)
    const reply = await post(typed)
    setSending(false)
    setErrors(reply.errors)
    setOutcome({ kind: reply.kind, sentence: reply.sentence })
    if (reply.kind === 'sent') setTyped(EMPTY)
    return fields.find((field) => reply.errors[field])
  }

  return { typed, errors, isSending, outcome, type, leave, send }
}

function problem(field: MessageField, value: string): string | undefined {
  if (value.trim() === '') return `${names[field]} is required`
  if (field === 'email' && !/^\S+@\S+\.\S+$/.test(value.trim())) return 'Invalid email'
  return undefined
}

function problems(typed: Message): Errors {
  return fields.reduce<Errors>((all, field) => withError(all, field, problem(field, typed[field])), {})
}

function withError(errors: Errors, field: MessageField, error: string | undefined): Errors {
  const { [field]: _, ...others } = errors
  return error ? { ...others, [field]: error } : others
}

async function post(message: Message): Promise<Outcome & { errors: Errors }> {
  try {
    const reply = await fetch('/contact/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(message),
    })
    const body: unknown = await reply.json()
    if (reply.ok) return { kind: 'sent', sentence: errorMessage(body) ?? contactText.contactSent, errors: {} }
    if (reply.status === 429)
      return { kind: 'failed', sentence: errorMessage(body) ?? contactText.contactFailed, errors: {} }
    return {
      kind: 'failed',
      sentence: contactText.contactFailed,
      errors: reply.status === 400 ? fieldErrors(body) : {},
    }
  } catch {
    return { kind: 'failed', sentence: contactText.contactFailed, errors: {} }
  }
}

function errorMessage(body: unknown): string | undefined {
  return isRecord(body) && typeof body.message === 'string' ? body.message : undefined
}

function fieldErrors(body: unknown): Errors {
  const listed: unknown[] = isRecord(body) && Array.isArray(body.errors) ? body.errors : []
  return listed.reduce<Errors>((errors, one) => {
    if (!isRecord(one) || typeof one.message !== 'string') return errors
    const field = fields.find((name) => name === one.path)
    return field ? withError(errors, field, one.message) : errors
  }, {})
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
