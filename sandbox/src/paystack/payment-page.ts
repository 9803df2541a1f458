import { html, type Html } from '../html.ts'
import type { Page } from '../page.ts'
import { longTime } from '../time.ts'
import { actionButton, actionButtons } from './actions.ts'
import { transactionData } from './serialize.ts'
import { money } from './money.ts'
import { deliveryOf, stateChip } from './state.ts'
import type { Message, Refund, Transaction } from './transaction.ts'

/** A payment's page: its history, its webhooks, and the API's reply. */
export function paymentPage(transaction: Transaction): Page {
  const { requestedAmount, currency, email, reference, createdAt, paidAt, channel, means, messages } = transaction
  const main = html`
    <p class="back">
      <a href="/sandbox/paystack"><span aria-hidden="true">←</span> All payments</a>
    </p>
    <div class="heading heading--state">
      <h1>${money(requestedAmount, currency)}</h1>
      ${stateChip(transaction)}
    </div>
    <dl class="facts">
      <dt>Reference</dt>
      <dd class="mono">${reference}</dd>
      <dt>Email</dt>
      <dd>${email}</dd>
      <dt>Opened</dt>
      <dd>${longTime(createdAt)}</dd>
      ${paidAt === null ? null : fact('Paid', html`${longTime(paidAt)}`)}
      ${means === null ? null : fact('By', html`${channel.replace('_', ' ')}, ending in ${means.last4}`)}
      ${transaction.refunds.length === 0 ? null : fact('Given back', html`${money(sumOf(transaction), currency)}`)}
    </dl>
    ${transaction.refunds.map(refundLine)} ${actionButtons(transaction, 'payment')}
    <section class="view" aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      ${messages.length === 0 ? html`<p class="quiet">There is none yet.</p>` : messages.map((message) => webhook(transaction, message))}
    </section>
    <section class="view" aria-labelledby="answer">
      <h2 id="answer">What the API answers</h2>
      <pre class="text" tabindex="0">${JSON.stringify(transactionData(transaction), null, 2)}</pre>
    </section>
  `
  return { title: `Payment ${reference}`, main, section: 'payments' }
}

function webhook(transaction: Transaction, message: Message): Html {
  const fields = [{ name: 'event', value: message.event }]
  const twice = [...fields, { name: 'times', value: '2' }]
  return html`<details class="webhook">
    <summary><b>${message.event}</b> <span>${deliveryOf(message)}</span></summary>
    <pre class="text" tabindex="0">${message.body}</pre>
    <div class="actions">
      ${actionButton(transaction, { name: 'send', label: 'Send it again', back: 'payment', fields })}
      ${actionButton(transaction, { name: 'send', label: 'Send it twice at once', back: 'payment', fields: twice })}
    </div>
  </details>`
}

function fact(name: string, value: Html): Html {
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`
}

function refundLine({ id, amount, status, merchantNote }: Refund): Html {
  return html`<p class="quiet">Refund ${id} of ${money(amount, 'NGN')}: ${status} (${merchantNote})</p>`
}

function sumOf({ refunds }: Transaction): number {
  return refunds.reduce((sum, { amount, status }) => sum + (status === 'failed' ? 0 : amount), 0)
}
