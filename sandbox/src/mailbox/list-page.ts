import { html, type Html } from '../html.ts'
import type { Page } from '../page.ts'
import type { MailHead } from './mail-head.ts'
import { shortTime } from '../time.ts'

type Listing = {
  search: string
  mails: readonly MailHead[]
  /** The number of mails found. */
  total: number
  /** The last id shown, if there are older mails. */
  older: string | null
  isFirst: boolean
}

/** The mailbox page: newest first, with a search by address. */
export function listPage({ search, mails, total, older, isFirst }: Listing): Page {
  const newest = address({ search })
  const main = html`
    <div class="heading">
      <div>
        <h1>Mailbox</h1>
        ${total === 0 ? null : html`<p class="quiet">${countOf(total)}${search === '' ? '' : ` to ‘${search}’`}, newest first</p>`}
      </div>
      <a class="button" href="${newest}">Refresh</a>
    </div>
    ${searchForm(search)}
    ${
      mails.length === 0
        ? emptyState(search)
        : html`<ol class="mails">
            ${mails.map(row)}
          </ol>`
    }
    <nav class="pager" aria-label="Pages">
      ${isFirst ? null : html`<a class="button button--line" href="${newest}">Newest mail</a>`}
      ${older === null ? null : html`<a class="button button--line" href="${address({ search, before: older })}">Older mail</a>`}
    </nav>
  `
  return { title: 'Mailbox', main, section: 'mailbox' }
}

function searchForm(search: string): Html {
  return html`<form class="search" role="search" action="/sandbox/mailbox" method="get">
    <label for="to">Address</label>
    <div>
      <input
        id="to"
        name="to"
        type="search"
        value="${search}"
        placeholder="ada@example.com"
        inputmode="email"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
      />
      <button class="button button--line" type="submit">Search</button>
    </div>
  </form>`
}

function row({ id, from, to, subject, preview, code, date }: MailHead): Html {
  return html`<li class="mail">
    <div class="mail__who">
      <span class="mail__from">${nameOf(from) || 'No sender'}</span>
      <span class="mail__to">to ${recipients(to)}</span>
    </div>
    <div class="mail__what">
      <a href="/sandbox/mailbox/messages/${id}">${subject || 'No subject'}</a>
      <p>${preview}</p>
    </div>
    <div class="mail__when">
      ${shortTime(date)}${code === null ? null : html`<span class="chip">Code ${code}</span>`}
    </div>
  </li>`
}

function emptyState(search: string): Html {
  return html`<div class="empty">
    <svg viewBox="0 0 160 120" width="160" height="120" aria-hidden="true">
      <rect class="empty__cloth" x="12" y="12" width="136" height="96" rx="10" />
      <path class="empty__fold" d="M24 28l56 42 56-42M24 94l38-36M136 94L98 58" />
    </svg>
    <h2>No mail yet.</h2>
    ${
      search === ''
        ? html`<p>Register an account, and its code arrives here within a moment.</p>`
        : html`<p>There is no mail for ‘${search}’.</p>
            <a class="button button--line" href="/sandbox/mailbox">Show all mail</a>`
    }
  </div>`
}

// Returns the sender's name if there is one: the list is narrow, and the mail's own page shows the address.
function nameOf(from: string): string {
  const name = from.slice(0, from.lastIndexOf(' <'))
  return from.endsWith('>') && name !== '' ? name : from
}

function countOf(total: number): string {
  return total === 1 ? '1 mail' : `${total} mails`
}

function recipients(to: string[]): string {
  const [first = 'nobody', ...others] = to
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

function address({ search, before }: { search: string; before?: string }): string {
  const query = new URLSearchParams({
    ...(search === '' ? {} : { to: search }),
    ...(before === undefined ? {} : { before }),
  })
  return query.size === 0 ? '/sandbox/mailbox' : `/sandbox/mailbox?${query.toString()}`
}
