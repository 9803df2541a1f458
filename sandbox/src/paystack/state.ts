// Labels of the states of payments and webhooks.
import { html, type Html } from '../html.ts'
import { openDispute, type Message, type Transaction } from './transaction.ts'

export function stateChip(transaction: Transaction): Html {
  const { tone, name } = stateOf(transaction)
  return html`<span class="state state--${tone}">${name}</span>`
}

function stateOf(transaction: Transaction): { tone: string; name: string } {
  if (openDispute(transaction)) return { tone: 'warn', name: 'Disputed' }
  switch (transaction.status) {
    case 'success':
      return transaction.refunds.some(({ status }) => status === 'processed')
        ? { tone: 'good', name: 'Paid, partly refunded' }
        : { tone: 'good', name: 'Paid' }
    case 'reversed':
      return { tone: 'plain', name: 'Given back' }
    case 'pending':
      return { tone: 'warn', name: 'Transfer on its way' }
    case 'failed':
      return { tone: 'bad', name: 'Declined' }
    case 'abandoned':
      return { tone: 'plain', name: 'Not paid' }
  }
}

/** Describes the delivery of a webhook. */
export function deliveryOf({ wanted, sent }: Message): string {
  if (wanted === 0) return 'not sent'
  if (sent === 0) return 'waiting for the shop to take it'
  if (sent < wanted) return `taken ${timesOf(sent)}, ${wanted - sent} to go`
  return `taken ${timesOf(sent)}`
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}
