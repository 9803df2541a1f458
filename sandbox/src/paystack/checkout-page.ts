// The checkout page, before and after paying. It works with plain forms; its script only sends messages to the
// surrounding page if it is in a frame.
import type { FastifyReply } from 'fastify'
import { html, type Html } from '../html.ts'
import { headOf } from '../page.ts'
import { testCards, type CardForm, type CardProblems } from './card.ts'
import { money } from './money.ts'
import type { MessageMode } from './provider.ts'
import type { Transaction } from './transaction.ts'

/** The message to the page around the frame. */
export type FrameEvent = 'loaded' | 'success' | 'cancel' | 'error'

export type Checkout = {
  transaction: Transaction
  isFramed: boolean
  /** The preselected option for webhooks. */
  messages: MessageMode
  form?: CardForm
  problems?: CardProblems
}

const choices = [
  { value: 'at-once', name: 'Before the payer returns' },
  { value: 'later', name: 'After the payer returns' },
  { value: 'twice', name: 'Twice at once' },
  { value: 'never', name: 'Never' },
] as const

export function sendCheckout(reply: FastifyReply, checkout: Checkout): FastifyReply {
  const { transaction, isFramed, problems } = checkout
  const main = transaction.status === 'pending' ? waiting(checkout) : form(checkout)
  const title = problems ? 'Check the card' : `Pay ${money(transaction.requestedAmount, transaction.currency)}`
  return send(reply, { title, isFramed, event: 'loaded', transaction, main })
}

/** The last page of a checkout that has no return address or is in a frame. */
export function sendEnd(
  reply: FastifyReply,
  { transaction, isFramed, event }: { transaction: Transaction; isFramed: boolean; event: 'success' | 'cancel' },
): FastifyReply {
  const { title, words } = endOf(event, transaction)
  const isOver = event === 'success' || transaction.status === 'pending'
  const main = html`<div class="done ${event === 'success' ? 'done--paid' : ''}">
    ${event === 'success' ? tick() : null}
    <h1>${title}</h1>
    <p>${words}</p>
    ${isOver ? null : html`<a class="button button--line" href="${pathOf(transaction, isFramed)}">Try again</a>`}
  </div>`
  return send(reply, { title, isFramed, event, transaction, main })
}

function endOf(event: 'success' | 'cancel', { status }: Transaction): { title: string; words: string } {
  if (event === 'success') return { title: 'Payment successful', words: 'You can close this page now.' }
  if (status === 'pending')
    return {
      title: 'Your transfer is on its way',
      words: 'The shop is notified when it arrives. You can close this page.',
    }
  return { title: 'Payment cancelled', words: 'Nothing was paid. You can close this page.' }
}

export function sendNoCheckout(reply: FastifyReply, isFramed: boolean): FastifyReply {
  const main = html`<div class="done">
    <h1>No such payment</h1>
    <p>This link belongs to no payment of this sandbox. Go back to the shop and start again.</p>
  </div>`
  return send(reply.code(404), { title: 'No such payment', isFramed, event: 'error', transaction: null, main })
}

type Frame = {
  title: string
  isFramed: boolean
  event: FrameEvent
  transaction: Transaction | null
  main: Html
}

function send(reply: FastifyReply, { title, isFramed, event, transaction, main }: Frame): FastifyReply {
  // Refreshes the page while a transfer is pending, even without scripts.
  const isExpecting = event === 'loaded' && transaction?.status === 'pending' && transaction.arrivesAt !== null
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        ${headOf(title)}
        <link rel="stylesheet" href="/sandbox/look/payments.css" />
        ${isExpecting ? html`<meta http-equiv="refresh" content="3" />` : null}
        ${isFramed ? html`<script src="/sandbox/paystack/checkout.js" defer></script>` : null}
      </head>
      <body
        class="checkout ${isFramed ? 'checkout--framed' : ''}"
        data-event="${event}"
        data-access-code="${transaction?.accessCode ?? ''}"
        data-id="${transaction?.id ?? ''}"
        data-reference="${transaction?.reference ?? ''}"
        data-email="${transaction?.email ?? ''}"
        data-status="${transaction?.status ?? ''}"
      >
        <header class="cloth" aria-label="Sandbox checkout">
          <div class="checkout__head">
            <img src="/sandbox/look/baobab.svg" alt="" width="36" height="36" />
            <p><b>Sandbox checkout</b> <span>No money moves.</span></p>
          </div>
        </header>
        <div class="strip"></div>
        <main id="main" class="checkout__main" aria-label="Sandbox checkout">${main}</main>
      </body>
    </html>`
  return reply.type('text/html; charset=utf-8').send(page.markup)
}

function form(checkout: Checkout): Html {
  const { transaction, isFramed } = checkout
  return html`
    ${summary(transaction)} ${declined(checkout)}
    <form class="pay" method="post" action="${pathOf(transaction, isFramed)}" novalidate>
      ${cardFields(checkout)}
      <button class="button button--wide" name="do" value="card">
        Pay ${money(transaction.requestedAmount, transaction.currency)}
      </button>
      ${messageChoice(checkout.messages)}
      <fieldset class="ways">
        <legend>Or by bank transfer</legend>
        <button class="button button--line" name="do" value="transfer-soon">Transfer, arrives in 20 seconds</button>
        <button class="button button--line" name="do" value="transfer">Transfer, arrives when I say so</button>
      </fieldset>
      <button class="button button--plain" name="do" value="cancel">Cancel payment</button>
    </form>
  `
}

function summary({ requestedAmount, currency, email, reference }: Transaction): Html {
  return html`<div class="due">
    <h1><span>Pay</span> ${money(requestedAmount, currency)}</h1>
    <dl class="facts">
      <dt>Email</dt>
      <dd>${email}</dd>
      <dt>Reference</dt>
      <dd class="mono">${reference}</dd>
    </dl>
  </div>`
}

function declined({ transaction, problems }: Checkout): Html | null {
  if (transaction.status !== 'failed' || problems) return null
  return html`<p class="alert" role="alert">
    <b>${transaction.gatewayResponse}.</b> The bank refused this card. Nothing was paid: try another one.
  </p>`
}

function cardFields({ transaction, isFramed, form, problems = {} }: Checkout): Html {
  const { good, poor } = testCards
  const shown = form ?? { number: good.number, expiry: '12/30', cvv: good.cvv }
  const path = pathOf(transaction, isFramed)
  return html`<fieldset class="card">
    <legend>Card</legend>
    ${hint(shown.number === poor.number, { path, isFramed })}
    ${field({ id: 'number', label: 'Card number', value: shown.number, problem: problems.number })}
    <div class="pair">
      ${field({ id: 'expiry', label: 'Expires (MM/YY)', value: shown.expiry, problem: problems.expiry })}
      ${field({ id: 'cvv', label: 'CVV', value: shown.cvv, problem: problems.cvv })}
    </div>
  </fieldset>`
}

function hint(isPoor: boolean, { path, isFramed }: { path: string; isFramed: boolean }): Html {
  return isPoor
    ? html`<p class="quiet">
        The card that is declined is filled in. <a href="${path}">Fill in the one that succeeds</a>
      </p>`
    : html`<p class="quiet">
        The card that succeeds is filled in.
        <a href="${path}${isFramed ? '&' : '?'}card=poor">Fill in the one that is declined</a>
      </p>`
}

type Field = { id: string; label: string; value: string; problem: string | undefined }

function field({ id, label, value, problem }: Field): Html {
  const input =
    problem === undefined
      ? html`<input id="${id}" name="${id}" value="${value}" inputmode="numeric" autocomplete="off" />`
      : html`<input
            id="${id}"
            name="${id}"
            value="${value}"
            inputmode="numeric"
            autocomplete="off"
            aria-invalid="true"
            aria-describedby="${id}-problem"
          />
          <p class="problem" id="${id}-problem">${problem}</p>`
  return html`<div class="field"><label for="${id}">${label}</label>${input}</div>`
}

function messageChoice(mode: MessageMode): Html {
  const chosen = choices.some(({ value }) => value === mode) ? mode : 'never'
  return html`<details class="choice">
    <summary>When the shop gets its webhook</summary>
    <fieldset>
      <legend class="hidden">When the shop gets its webhook</legend>
      ${choices.map(
        ({ value, name }) =>
          html`<label>
            ${
              value === chosen
                ? html`<input type="radio" name="messages" value="${value}" checked />`
                : html`<input type="radio" name="messages" value="${value}" />`
            }
            <span>${name}</span>
          </label>`,
      )}
    </fieldset>
  </details>`
}

function waiting({ transaction, isFramed, messages }: Checkout): Html {
  const soon = transaction.arrivesAt !== null
  return html`
    ${summary(transaction)}
    <div class="note" role="status">
      <h2>Your transfer is on its way</h2>
      <p>
        ${
          soon
            ? 'It arrives within 20 seconds, and this page waits for it. You may also leave: it will still arrive.'
            : 'It arrives when you press the button, here or in the list of payments.'
        }
      </p>
    </div>
    <form class="pay" method="post" action="${pathOf(transaction, isFramed)}">
      ${soon ? null : messageChoice(messages)}
      <button class="button button--wide" name="do" value="arrive">It has arrived</button>
      <button class="button button--line" name="do" value="leave">Go back to the shop without waiting</button>
    </form>
  `
}

export function pathOf({ accessCode }: Transaction, isFramed: boolean): string {
  return `/sandbox/paystack/checkout/${accessCode}${isFramed ? '?frame=1' : ''}`
}

function tick(): Html {
  return html`<svg viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
    <circle cx="32" cy="32" r="29" />
    <path d="M20 33l9 9 16-19" />
  </svg>`
}
