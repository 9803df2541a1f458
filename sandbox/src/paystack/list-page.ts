import { html, type Html } from '../html.ts'
import { shortTime } from '../time.ts'
import type { Page } from '../page.ts'
import { actionButtons } from './actions.ts'
import type { FaultKind } from './faults.ts'
import { money } from './money.ts'
import type { RefundEnd } from './provider.ts'
import { deliveryOf, stateChip } from './state.ts'
import type { Transaction } from './transaction.ts'

type Listing = {
  search: string
  payments: readonly Transaction[]
  total: number
  /** The last id shown, if there are older payments. */
  older: number | null
  isFirst: boolean
  fault: FaultKind | undefined
  nextRefund: RefundEnd
}

export const faultNames: readonly { kind: FaultKind; name: string }[] = [
  { kind: 'error', name: 'Errors (500)' },
  { kind: 'hang', name: 'No answer at all' },
  { kind: 'garbage', name: 'Garbled bytes' },
  { kind: 'html', name: 'A Wi-Fi log-in page' },
  { kind: 'huge', name: 'An endless answer' },
  { kind: 'redirect', name: 'A redirect' },
  { kind: 'cut', name: 'Does it, then disconnects' },
]

/** The provider's dashboard: payments, newest first, with their actions. */
export function listPage({ search, payments, total, older, isFirst, fault, nextRefund }: Listing): Page {
  const newest = address({ search })
  const main = html`
    <div class="heading">
      <div>
        <h1>Payments</h1>
        ${total === 0 ? null : html`<p class="quiet">${countOf(total)}${search === '' ? '' : ` with ‘${search}’`}, newest first</p>`}
      </div>
      <a class="button" href="${newest}">Refresh</a>
    </div>
    ${searchForm(search)}
    ${
      payments.length === 0
        ? emptyState(search)
        : html`<ol class="payments">
            ${payments.map(row)}
          </ol>`
    }
    <nav class="pager" aria-label="Pages">
      ${isFirst ? null : html`<a class="button button--line" href="${newest}">Newest payments</a>`}
      ${older === null ? null : html`<a class="button button--line" href="${address({ search, before: older })}">Older payments</a>`}
    </nav>
    ${trouble(fault)} ${refundForm(nextRefund)}
  `
  return { title: 'Payments', main, section: 'payments' }
}

function row(transaction: Transaction): Html {
  const { id, requestedAmount, currency, email, reference, createdAt, messages } = transaction
  return html`<li class="payment">
    <div class="payment__what">
      <a class="payment__sum" href="/sandbox/paystack/payments/${id}">${money(requestedAmount, currency)}</a>
      ${stateChip(transaction)}
      <p>${email}</p>
    </div>
    <div class="payment__more">
      <p>${shortTime(createdAt)} · <span class="mono">${reference}</span></p>
      ${messages.map((message) => html`<p>${message.event}: ${deliveryOf(message)}</p>`)}
    </div>
    ${actionButtons(transaction, 'list')}
  </li>`
}

function trouble(fault: FaultKind | undefined): Html {
  const now = faultNames.find(({ kind }) => kind === fault)
  return html`<section class="trouble" aria-labelledby="trouble">
    <h2 id="trouble">Make the provider fail</h2>
    <p class="quiet">
      ${now ? html`Its API answers the shop with: <b>${now.name}</b>.` : 'Its API works normally. This does not affect the checkout above.'}
    </p>
    <form method="post" action="/sandbox/paystack/fault">
      <label for="fault">The API answers with</label>
      <div>
        <select id="fault" name="kind">
          <option value="">What was asked for</option>
          ${faultNames.map(({ kind, name }) =>
            kind === fault
              ? html`<option value="${kind}" selected>${name}</option>`
              : html`<option value="${kind}">${name}</option>`,
          )}
        </select>
        <button class="button button--line">Set</button>
      </div>
    </form>
  </section>`
}

const refundEndNames: Record<RefundEnd, string> = {
  processed: 'is made at once',
  pending: 'stays pending',
  failed: 'fails',
  'needs-attention': 'needs the payer’s bank details',
}

function refundForm(nextRefund: RefundEnd): Html {
  return html`<section class="trouble" aria-labelledby="refunds">
    <h2 id="refunds">The next refund</h2>
    <p class="quiet">The next refund <b>${refundEndNames[nextRefund]}</b>. Those after it are made at once.</p>
    <form method="post" action="/sandbox/paystack/next-refund">
      <label for="next-refund">The next refund</label>
      <div>
        <select id="next-refund" name="end">
          ${Object.entries(refundEndNames).map(([end, name]) =>
            end === nextRefund
              ? html`<option value="${end}" selected>${name}</option>`
              : html`<option value="${end}">${name}</option>`,
          )}
        </select>
        <button class="button button--line">Set</button>
      </div>
    </form>
  </section>`
}

function searchForm(search: string): Html {
  return html`<form class="search" role="search" action="/sandbox/paystack" method="get">
    <label for="find">Email or reference</label>
    <div>
      <input
        id="find"
        name="find"
        type="search"
        value="${search}"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
      />
      <button class="button button--line" type="submit">Search</button>
    </div>
  </form>`
}

function emptyState(search: string): Html {
  return html`<div class="empty">
    <svg viewBox="0 0 160 120" width="160" height="120" aria-hidden="true">
      <rect class="empty__cloth" x="12" y="22" width="136" height="80" rx="12" />
      <path class="empty__fold" d="M12 46h136M28 82h32M112 82h20" />
    </svg>
    <h2>${search === '' ? 'No payments yet.' : 'No such payment.'}</h2>
    ${
      search === ''
        ? html`<p>Open the payment page as a student: what is opened there is listed here.</p>`
        : html`<p>No payment matches ‘${search}’.</p>
            <a class="button button--line" href="/sandbox/paystack">Show all payments</a>`
    }
  </div>`
}

function countOf(total: number): string {
  return total === 1 ? '1 payment' : `${total} payments`
}

function address({ search, before }: { search: string; before?: number }): string {
  const query = new URLSearchParams({
    ...(search === '' ? {} : { find: search }),
    ...(before === undefined ? {} : { before: String(before) }),
  })
  return query.size === 0 ? '/sandbox/paystack' : `/sandbox/paystack?${query.toString()}`
}
