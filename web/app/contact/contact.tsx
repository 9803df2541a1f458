import { MESSAGE_MAX, NAME_MAX } from '@baobab/contract/contact/text.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import type { PublicSettings } from '@baobab/contract/settings/endpoints.ts'
import type { ReactNode } from 'react'
import { ContactWays, hasContactWays } from '../shell/contact-ways.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { Scene } from '../ui/scene.tsx'
import { FORM_ID, type MessageField } from './send-message.ts'
import { text } from './text.ts'

export const meta = () => pageMeta(text.pageTitle, text.lead)

/** @param props.settings null if they could not be loaded */
export default function Contact({ settings }: { settings: PublicSettings | null }) {
  const email = settings?.supportEmail ?? null
  return (
    <div className="wrap sec">
      <div className="sec__h">
        <h1>{text.heading}</h1>
        <p className="lead">{text.lead}</p>
      </div>
      <div className="grid split">
        <Card as="div">
          <ContactForm email={email} />
        </Card>
        <div className="stack stack-6">
          <Card as="div" className="stack stack-3">
            <Scene name="empty" />
            <h2 className="contact__h">{text.beforeYouWrite}</h2>
            <p className="muted small">{text.beforeYouWriteHelp}</p>
          </Card>
          {settings && hasContactWays(settings) && (
            <Card as="div" className="stack stack-2">
              <h2 className="contact__h">{text.contactDirectly}</h2>
              <ContactWays settings={settings} />
            </Card>
          )}
          <Note icon="users-three">
            {richText(text.underThirteen, { question: <b>{text.underThirteenQuestion}</b> })}
          </Note>
        </div>
      </div>
    </div>
  )
}

/** The form needs the public pages' script (contact-form.ts), so it says what to do without it. */
function ContactForm({ email }: { email: string | null }) {
  return (
    <form className="stack" id={FORM_ID} method="post" noValidate data-offline={commonText.offline}>
      <noscript>
        <Note kind="warn">
          {email ? (
            <>
              {text.needsScript} <a href={`mailto:${email}`}>{email}</a>
            </>
          ) : (
            text.needsScriptWithoutEmail
          )}
        </Note>
      </noscript>
      <div className="kv">
        <Field name="firstName">
          <input className="input" {...control('firstName', 'given-name')} maxLength={NAME_MAX} />
        </Field>
        <Field name="lastName">
          <input className="input" {...control('lastName', 'family-name')} maxLength={NAME_MAX} />
        </Field>
      </div>
      <Field name="email">
        <input className="input" type="email" {...control('email', 'email')} />
      </Field>
      <Field name="message">
        <textarea className="input" {...control('message')} rows={6} maxLength={MESSAGE_MAX} />
      </Field>
      <div>
        <div role="alert">
          <Outcome kind="ok" />
          <Outcome kind="bad" />
        </div>
        <button type="submit" className={buttonClass()} disabled>
          {text.sendMessage}
        </button>
      </div>
    </form>
  )
}

const control = (name: MessageField, autoComplete?: string) => ({
  id: name,
  name,
  autoComplete,
  'aria-describedby': `${name}-error`,
})

/** A field and its error, which the script fills in and shows. */
function Field({ name, children }: { name: MessageField; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={name}>{text[name]}</label>
      {children}
      <p className="err" id={`${name}-error`} hidden>
        <Icon name="warning-circle" size="sm" />
        <span />
      </p>
    </div>
  )
}

/** Says whether the message was sent; the script fills it in and shows it. */
function Outcome({ kind }: { kind: 'ok' | 'bad' }) {
  return (
    <div className={`note note--${kind} contact__outcome`} data-outcome hidden>
      <Icon name={kind === 'ok' ? 'check-circle' : 'warning-circle'} />
      <span className="grow" />
    </div>
  )
}
