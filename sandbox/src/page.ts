import type { FastifyReply } from 'fastify'
import { html, type Html } from './html.ts'

export type Section = 'mailbox' | 'payments' | 'sign-in' | 'push' | 'phones'
export type Page = { title: string; main: Html; section: Section }

const sections = [
  { id: 'mailbox', name: 'Mailbox', path: '/sandbox/mailbox', promise: 'No mail leaves this machine.' },
  { id: 'phones', name: 'Phones', path: '/sandbox/phones', promise: 'No text message leaves this machine.' },
  { id: 'payments', name: 'Payments', path: '/sandbox/paystack', promise: 'No money moves.' },
  { id: 'sign-in', name: 'Sign-in', path: '/sandbox/sign-in', promise: 'Nobody real signs in.' },
  { id: 'push', name: 'Push', path: '/sandbox/push', promise: 'No phone rings.' },
] as const

/** A section's styles, in addition to those of all pages. */
const styles: Partial<Record<Section, string>> = {
  payments: 'payments.css',
  'sign-in': 'sign-in.css',
  push: 'payments.css',
  phones: 'payments.css',
}

/** Sends a page in the layout of all sandbox pages. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(frame(page).markup)
}

const exits: Record<Section, Html> = {
  mailbox: html`<a class="button" href="/sandbox/mailbox">Go to the mailbox</a>`,
  phones: html`<a class="button" href="/sandbox/phones">Go to the phones</a>`,
  payments: html`<a class="button" href="/sandbox/paystack">Go to the payments</a>`,
  'sign-in': html`<a class="button" href="/sandbox/sign-in">Go to the sign-ins</a>`,
  push: html`<a class="button" href="/sandbox/push">Go to the push messages</a>`,
}

export function sendNotFound(reply: FastifyReply, section: Section = 'mailbox'): FastifyReply {
  const main = html`<div class="empty">
    <h1>Not found</h1>
    <p>There is nothing here, or it was deleted to make room for newer mail.</p>
    ${exits[section]}
  </div>`
  return sendPage(reply.code(404), { title: 'Not found', main, section })
}

/** The head of every sandbox page. */
export function headOf(title: string): Html {
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} | Baobab sandbox</title>
    <link rel="icon" href="/sandbox/look/baobab.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/sandbox/look/sandbox.css" />`
}

function frame({ title, main, section }: Page): Html {
  const promise = sections.find(({ id }) => id === section)?.promise ?? ''
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${headOf(title)}
        ${styles[section] === undefined ? null : html`<link rel="stylesheet" href="/sandbox/look/${styles[section]}" />`}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="cloth">
          <div class="wrap masthead">
            <a class="brand" href="/sandbox">
              <img src="/sandbox/look/baobab.svg" alt="" width="40" height="40" />
              <span><b>Baobab</b> <span>Sandbox</span></span>
            </a>
            <nav class="sections" aria-label="Sandbox">${sections.map((one) => sectionLink(one, section))}</nav>
            <p class="notice">This is a sandbox. <span>${promise}</span></p>
          </div>
        </header>
        <div class="strip"></div>
        <main id="main" class="wrap" tabindex="-1">${main}</main>
      </body>
    </html>`
}

function sectionLink({ id, name, path }: (typeof sections)[number], current: Section): Html {
  return id === current ? html`<a href="${path}" aria-current="true">${name}</a>` : html`<a href="${path}">${name}</a>`
}
