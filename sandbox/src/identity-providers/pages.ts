// The providers' pages, and the page that lists them.
import type { FastifyReply } from 'fastify'
import { html, type Html } from '../html.ts'
import { headOf, sendPage } from '../page.ts'
import { shortTime } from '../time.ts'
import type { AuthorizationRequest, Callback } from './authorization.ts'
import { companies } from './companies.ts'
import { providers, type Provider } from './providers.ts'
import type { Consent } from './consents.ts'
import { moodLabels, moods, type Mood } from './moods.ts'
import { findAppleEmail, people, type Person } from './people.ts'

/** Sends a provider's page, which is small because it opens in a pop-up. */
function sendSmall(reply: FastifyReply, { title, main, script }: { title: string; main: Html; script?: string }) {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        ${headOf(title)}
        <link rel="stylesheet" href="/sandbox/look/sign-in.css" />
        ${script === undefined ? null : html`<script src="${script}" defer></script>`}
      </head>
      <body>
        <p class="provider-notice">This is a sandbox. Nobody real signs in.</p>
        <main id="main" class="provider">${main}</main>
      </body>
    </html>`
  return reply.type('text/html; charset=utf-8').send(page.markup)
}

/** Sends the page where a person decides. */
export function sendAuthorizePage(reply: FastifyReply, { provider, scopes }: AuthorizationRequest, action: string) {
  const { name } = companies[provider]
  const main = html`<h1>Sign in with ${name}</h1>
    <p><b>Baobab</b> asks who you are <span class="muted">(${scopes.join(', ')})</span>.</p>
    <form method="post" action="${action}">
      <h2>Continue as</h2>
      <ul class="people">
        ${people.map((person) => personButton(provider, person))}
      </ul>
      <label class="check"><input type="checkbox" name="late" value="yes" /> Come back too late</label>
    </form>
    <form method="post" action="${action}">
      <h2>Or as somebody new</h2>
      <label>Name <input name="name" required maxlength="60" autocomplete="off" /></label>
      <label>Email <input name="email" type="email" maxlength="120" autocomplete="off" /></label>
      <button class="button" name="do" value="new">Continue</button>
    </form>
    <form method="post" action="${action}" class="row">
      <button class="button button--line" name="do" value="deny">Deny</button>
      <button class="button button--line" name="do" value="fail">Fail</button>
    </form>`
  return sendSmall(reply, { title: `Sign in with ${name}`, main })
}

const describeEmail = (email: string | null | undefined, isVerified: boolean) =>
  email ? `${email}${isVerified ? '' : ', not verified'}` : 'no email'

const toldEmail: Record<Provider, (person: Person) => string> = {
  microsoft: ({ email }) => describeEmail(email, false),
  linkedin: ({ email, isEmailVerified }) => describeEmail(email, isEmailVerified),
  pinterest: () => 'no email',
  x: ({ email, isEmailVerified }) => (email && isEmailVerified ? email : 'no email'),
  tiktok: () => 'no email',
  apple: (person) => describeEmail(findAppleEmail(person)?.email, person.isEmailVerified),
}

function personButton(provider: Provider, person: Person): Html {
  return html`<li>
    <button class="person" name="as" value="${person.id}">
      <b>${person.name}</b>
      <span class="muted">${toldEmail[provider](person)}</span>
    </button>
  </li>`
}

/** Sends the page for a request that the provider refuses. It leads nowhere, like the providers' own. */
export function sendBadRequest(reply: FastifyReply, reason: string) {
  const main = html`<h1>This request is not valid</h1>
    <p>${reason}</p>`
  return sendSmall(reply.code(400), { title: 'Not valid', main })
}

/** Sends the page that submits Apple's form. */
export function sendFormPost(reply: FastifyReply, { url, form = {} }: Callback) {
  const fields = Object.entries(form)
  const main = html`<h1>Back to Baobab</h1>
    <form id="callback" method="post" action="${url}">
      ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="button">Continue</button>
    </form>`
  return sendSmall(reply, { title: 'Back to Baobab', main, script: '/sandbox/sign-in/submit.js' })
}

/** Sends the list of providers, with their moods and who signed in last. */
export function sendProviderList(
  reply: FastifyReply,
  { moodOf, consents }: { moodOf: (provider: Provider) => Mood; consents: readonly Consent[] },
) {
  const main = html`<h1>Sign-in</h1>
    <p>Students can sign in with accounts of these six companies. Choose how their servers behave.</p>
    <ul class="providers">
      ${providers.map((provider) =>
        providerRow(
          provider,
          moodOf(provider),
          consents.find((consent) => consent.provider === provider),
        ),
      )}
    </ul>`
  return sendPage(reply, { title: 'Sign-in', main, section: 'sign-in' })
}

function providerRow(provider: Provider, current: Mood, last: Consent | undefined): Html {
  const { name } = companies[provider]
  return html`<li>
    <form method="post" action="/sandbox/sign-in/${provider}/mood" class="provider-row">
      <label>
        <b>${name}</b>
        <select name="mood">
          ${moods.map((mood) =>
            mood === current
              ? html`<option value="${mood}" selected>${moodLabels[mood]}</option>`
              : html`<option value="${mood}">${moodLabels[mood]}</option>`,
          )}
        </select>
      </label>
      <button class="button button--line" aria-label="Change ${name}">Change</button>
    </form>
    <p class="muted">
      ${last === undefined ? 'Nobody has signed in yet.' : html`Last signed in: ${last.name}, ${shortTime(last.at)}`}
    </p>
  </li>`
}
