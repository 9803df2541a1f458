import { MESSAGE_MAX, NAME_MAX } from '@baobab/contract/limits.ts'
import { useEffect, useRef, useState } from 'react'
import { pageMeta } from '../shell/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { Scene } from '../ui/scene.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { text } from './text.ts'
import { useContactForm, type MessageField } from './use-contact-form.ts'

export const meta = () => pageMeta(text.pageTitle, text.lead)

export default function Contact() {
  return (
    <div className="wrap sec">
      <div className="sec__h">
        <h1>{text.heading}</h1>
        <p className="lead">{text.lead}</p>
      </div>
      <div className="grid split">
        <Card as="div">
          <ContactForm />
        </Card>
        <div className="stack stack-6">
          <Card as="div" className="stack stack-3">
            <Scene name="empty" />
            <h2 className="contact__h">{text.beforeYouWrite}</h2>
            <p className="muted small">{text.beforeYouWriteHelp}</p>
          </Card>
          <SupportContacts />
          <Note icon="users-three">
            {richText(text.underThirteen, { question: <b>{text.underThirteenQuestion}</b> })}
          </Note>
        </div>
      </div>
    </div>
  )
}

function ContactForm() {
  const { values, errors, isSending, outcome, change, validate, send } = useContactForm()
  const form = useRef<HTMLFormElement>(null)

  async function submit() {
    if (isSending) return
    const invalid = await send()
    if (invalid) form.current?.querySelector<HTMLElement>(`[name=${invalid}]`)?.focus()
  }

  const field = (name: MessageField) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
    onBlur: () => validate(name),
  })

  return (
    <form
      ref={form}
      className="stack stack-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className="kv">
        <TextField label={text.firstName} autoComplete="given-name" maxLength={NAME_MAX} {...field('firstName')} />
        <TextField label={text.lastName} autoComplete="family-name" maxLength={NAME_MAX} {...field('lastName')} />
      </div>
      <TextField label={text.email} type="email" autoComplete="email" {...field('email')} />
      <TextArea label={text.message} rows={6} maxLength={MESSAGE_MAX} {...field('message')} />
      {outcome && (
        <Note kind={outcome.kind === 'sent' ? 'ok' : 'bad'} role={outcome.kind === 'sent' ? 'status' : 'alert'}>
          {outcome.message}
        </Note>
      )}
      <div>
        <Button type="submit" busyLabel={isSending && text.sending}>
          {text.sendMessage}
        </Button>
      </div>
    </form>
  )
}

/** Other ways to reach the team, if the settings have any. */
function SupportContacts() {
  const { email, phone } = useSupportContacts()
  if (!email && !phone) return null
  return (
    <Card as="div" className="stack stack-2">
      <h2 className="contact__h">{text.contactDirectly}</h2>
      {email && (
        <p className="contact__way">
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
      {phone && (
        <p className="contact__way">
          <a href={`tel:${phone}`}>{phone}</a>
        </p>
      )}
    </Card>
  )
}

type Support = { email: string | undefined; phone: string | undefined }

const NO_SUPPORT: Support = { email: undefined, phone: undefined }

/** The support contacts of the settings. Fetched without the API client and zod, so that this public page stays light. */
function useSupportContacts(): Support {
  const [support, setSupport] = useState(NO_SUPPORT)
  useEffect(() => {
    const leaving = new AbortController()
    fetchSupportContacts(leaving.signal).then(setSupport, () => undefined)
    return () => leaving.abort()
  }, [])
  return support
}

async function fetchSupportContacts(signal: AbortSignal): Promise<Support> {
  const reply = await fetch('/api/settings', { signal, headers: { accept: 'application/json' } })
  const body: unknown = reply.ok ? await reply.json() : undefined
  if (typeof body !== 'object' || body === null) return NO_SUPPORT
  const nonEmpty = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return {
    email: nonEmpty('supportEmail' in body ? body.supportEmail : undefined),
    phone: nonEmpty('supportPhone' in body ? body.supportPhone : undefined),
  }
}
