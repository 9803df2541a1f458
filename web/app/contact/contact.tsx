import { MESSAGE_MAX, NAME_MAX } from '@baobab/contract/limits.ts'
import { useRef } from 'react'
import { pageMeta } from '../shell/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { Scene } from '../ui/scene.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { useSupportContacts } from './use-support-contacts.ts'
import { useContactForm, type MessageField } from './use-contact-form.ts'

export const meta = () =>
  pageMeta(
    'Contact us',
    'Ask about an account, a payment or the scholarship. A person reads every message and answers by email.',
  )

export default function Contact() {
  return (
    <div className="wrap sec">
      <div className="sec__h">
        <h1>Contact Us</h1>
        <p className="lead">
          Ask about an account, a payment or the scholarship. A person reads it and answers by email.
        </p>
      </div>
      <div className="grid split">
        <Card as="div">
          <MessageForm />
        </Card>
        <div className="stack stack-6">
          <Card as="div" className="stack stack-3">
            <Scene name="empty" />
            <h2 className="contact__h">Before you write</h2>
            <p className="muted small">
              Never send your password or a card number; we will not ask for them. If you paid, the payment’s reference
              helps us to find it.
            </p>
          </Card>
          <Office />
          <Note icon="users-three">
            <b>Under 13?</b> Write together with a parent or guardian, and use their email.
          </Note>
        </div>
      </div>
    </div>
  )
}

/** Only where the office has set anything. */
function Office() {
  const { email, phone } = useSupportContacts()
  if (!email && !phone) return null
  return (
    <Card as="div" className="stack stack-2">
      <h2 className="contact__h">Or reach us directly</h2>
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

function MessageForm() {
  const { typed, errors, isSending, outcome, type, leave, send } = useContactForm()
  const form = useRef<HTMLFormElement>(null)

  async function submit() {
    if (isSending) return
    const wrong = await send()
    if (wrong) form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
  }

  const control = (name: MessageField) => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => type(name, event.target.value),
    onBlur: () => leave(name),
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
        <TextField label="First Name" autoComplete="given-name" maxLength={NAME_MAX} {...control('firstName')} />
        <TextField label="Last Name" autoComplete="family-name" maxLength={NAME_MAX} {...control('lastName')} />
      </div>
      <TextField label="Email" type="email" autoComplete="email" {...control('email')} />
      <TextArea label="Message" rows={6} maxLength={MESSAGE_MAX} {...control('message')} />
      {outcome && (
        <Note kind={outcome.kind === 'sent' ? 'ok' : 'bad'} role={outcome.kind === 'sent' ? 'status' : 'alert'}>
          {outcome.sentence}
        </Note>
      )}
      <div>
        <Button type="submit" busyLabel={isSending && 'Sending...'}>
          Send Message
        </Button>
      </div>
    </form>
  )
}
