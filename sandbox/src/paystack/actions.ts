// The actions on a payment that the pages offer, by its state.
import { html, type Html } from '../html.ts'
import { events, type EventName } from './webhook-bodies.ts'
import type { Json } from '../json.ts'
import type { Provider } from './provider.ts'
import { isPaid, openDispute, openRefund, refundable, type Transaction } from './transaction.ts'

type Action = { name: string; label: string; isOpen: (transaction: Transaction) => boolean }

const actions: readonly Action[] = [
  { name: 'arrive', label: 'Let the transfer arrive', isOpen: ({ status }) => status === 'pending' },
  { name: 'refund', label: 'Refund all of it', isOpen: (one) => isPaid(one) && refundable(one) > 0 },
  { name: 'finish-refund', label: 'Finish the refund', isOpen: (one) => openRefund(one) !== undefined },
  { name: 'fail-refund', label: 'Let the refund fail', isOpen: (one) => openRefund(one) !== undefined },
  { name: 'stop-refund', label: 'Ask for bank details', isOpen: (one) => openRefund(one)?.status === 'pending' },
  { name: 'dispute', label: 'Open a dispute', isOpen: (one) => one.status === 'success' && !openDispute(one) },
  { name: 'lose', label: 'Shop accepts the dispute', isOpen: (one) => openDispute(one) !== undefined },
  { name: 'win', label: 'Dispute is declined', isOpen: (one) => openDispute(one) !== undefined },
  { name: 'remind', label: 'Remind of the dispute', isOpen: (one) => openDispute(one) !== undefined },
]

/** Performs the action of a button. Throws Refused if the payment's state has changed since the page was loaded. */
export async function run(provider: Provider, reference: string, { name, body }: { name: string; body: Json }) {
  switch (name) {
    case 'arrive':
      return provider.pay(reference)
    case 'refund':
      return provider.refund(reference)
    case 'finish-refund':
      return provider.moveRefund(reference, 'processed')
    case 'fail-refund':
      return provider.moveRefund(reference, 'failed')
    case 'stop-refund':
      return provider.moveRefund(reference, 'needs-attention')
    case 'dispute':
      return provider.dispute(reference)
    case 'remind':
      return provider.remind(reference)
    case 'lose':
      return provider.resolve(reference, 'merchant-accepted')
    case 'win':
      return provider.resolve(reference, 'declined')
    case 'send':
      return provider.send(reference, eventOf(body['event']) ?? 'charge.success', body['times'] === '2' ? 2 : 1)
    default:
      return undefined
  }
}

function eventOf(value: unknown): EventName | undefined {
  return events.find((event) => event === value)
}

/** Renders a payment's buttons. `back` is the path of their page. */
export function actionButtons(transaction: Transaction, back: 'list' | 'payment'): Html {
  const open = actions.filter(({ isOpen }) => isOpen(transaction))
  return html`<div class="actions">
    ${isPaid(transaction) ? null : html`<a class="button button--small" href="/sandbox/paystack/checkout/${transaction.accessCode}">Open the checkout</a>`}
    ${open.map(({ name, label }) => actionButton(transaction, { name, label, back, fields: [] }))}
    ${isPaid(transaction) ? actionButton(transaction, { name: 'send', label: 'Send the webhook again', back, fields: [] }) : null}
  </div>`
}

type Button = { name: string; label: string; back: 'list' | 'payment'; fields: { name: string; value: string }[] }

export function actionButton({ id, reference }: Transaction, { name, label, back, fields }: Button): Html {
  return html`<form method="post" action="/sandbox/paystack/payments/${id}/${name}">
    <input type="hidden" name="back" value="${back}" />
    ${fields.map((field) => html`<input type="hidden" name="${field.name}" value="${field.value}" />`)}
    <button class="button button--small button--line">${label}<span class="hidden">, ${reference}</span></button>
  </form>`
}
