import type { FastifyPluginAsync } from 'fastify'
import { html, type Html } from '../html.ts'
import { linked } from '../mailbox/link-addresses.ts'
import { sendPage } from '../page.ts'
import { shortTime } from '../time.ts'
import { phoneFaults, type PhoneFault } from './faults.ts'
import type { TextMessage } from './store.ts'

type Options = {
  /** The messages to a number, or to all, newest first. */
  list: (to?: string) => TextMessage[]
  readFault: () => PhoneFault | undefined
  setFault: (fault: PhoneFault | undefined) => void
}

const SHOWN = 50

const faultNames: Readonly<Record<PhoneFault, string>> = {
  refuse: 'Messages are refused',
  away: 'The company is away (503)',
  'no-reply': 'Messages arrive, but the reply is lost',
  undelivered: 'Messages do not arrive',
  twice: 'Deliveries are reported twice',
}

/** A number as typed: an unencoded `+` of a URL is decoded as a space, and people leave out the country code. */
function toNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return digits.startsWith('0') ? `+234${digits.slice(1)}` : `+${digits}`
}

/** The routes for people, and the messages as JSON for browser tests. */
export function phoneRoutes({ list, readFault, setFault }: Options): FastifyPluginAsync {
  return async (http) => {
    http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    http.get<{ Querystring: { to?: unknown } }>('/sandbox/phones', async ({ query }, reply) => {
      const search = typeof query.to === 'string' ? query.to.trim() : ''
      const messages = search === '' ? list() : list(toNumber(search))
      return sendPage(reply, {
        title: 'Phones',
        main: listPage({ search, messages, fault: readFault() }),
        section: 'phones',
      })
    })
    http.get<{ Querystring: { to?: unknown } }>('/sandbox/phones/messages', async ({ query }, reply) => {
      const { to } = query
      if (to !== undefined && typeof to !== 'string')
        return reply.code(400).send({ status: 'error', message: 'Name one number in `to`.' })
      return list(to === undefined ? undefined : toNumber(to))
    })
    http.post('/sandbox/phones/fault', async ({ body }, reply) => {
      const wanted = body instanceof URLSearchParams ? body.get('fault') : null
      setFault(phoneFaults.find((fault) => fault === wanted))
      return reply.redirect('/sandbox/phones', 303)
    })
  }
}

type Listing = { search: string; messages: readonly TextMessage[]; fault: PhoneFault | undefined }

function listPage({ search, messages, fault }: Listing): Html {
  return html`<div class="heading">
      <div>
        <h1>Phones</h1>
        ${messages.length === 0 ? null : html`<p class="quiet">${countOf(messages.length)}${search === '' ? '' : ` to ‘${search}’`}, newest first</p>`}
      </div>
      <a
        class="button"
        href="${search === '' ? '/sandbox/phones' : `/sandbox/phones?${new URLSearchParams({ to: search }).toString()}`}"
        >Refresh</a
      >
    </div>
    ${searchForm(search)}
    ${
      messages.length === 0
        ? emptyState(search)
        : html`<ol class="payments">
            ${messages.slice(0, SHOWN).map(messageRow)}
          </ol>`
    }
    ${faultForm(fault)}`
}

function searchForm(search: string): Html {
  return html`<form class="search" role="search" action="/sandbox/phones" method="get">
    <label for="to">Phone number</label>
    <div>
      <input
        id="to"
        name="to"
        type="search"
        value="${search}"
        placeholder="0803 123 4567"
        inputmode="tel"
        autocomplete="off"
      />
      <button class="button button--line" type="submit">Search</button>
    </div>
  </form>`
}

const states: Readonly<Record<TextMessage['state'], string>> = {
  sent: 'sent',
  delivered: 'delivered',
  failed: 'not delivered',
}

function messageRow({ to, from, text, company, at, state }: TextMessage): Html {
  return html`<li class="payment">
    <div class="payment__what"><b>${to}</b> <span class="quiet">from ${from}</span></div>
    <div class="payment__more">
      <p class="text-message">${linked(text)}</p>
      <p class="quiet">${shortTime(at)} · ${states[state]} · ${company === 'termii' ? 'Termii' : 'Africa’s Talking'}</p>
    </div>
  </li>`
}

function emptyState(search: string): Html {
  return html`<div class="empty">
    <h2>No text messages yet.</h2>
    ${
      search === ''
        ? html`<p>Register with a phone number, and its code arrives here within a moment.</p>`
        : html`<p>There is no message for ‘${search}’.</p>
            <a class="button button--line" href="/sandbox/phones">Show all messages</a>`
    }
  </div>`
}

const countOf = (total: number) => (total === 1 ? '1 message' : `${total} messages`)

function faultForm(current: PhoneFault | undefined): Html {
  return html`<section class="trouble" aria-labelledby="trouble">
    <h2 id="trouble">Make text messages fail</h2>
    <form method="post" action="/sandbox/phones/fault">
      <label for="fault">What happens</label>
      <div>
        <select id="fault" name="fault">
          <option value="">Messages arrive</option>
          ${phoneFaults.map((fault) =>
            fault === current
              ? html`<option value="${fault}" selected>${faultNames[fault]}</option>`
              : html`<option value="${fault}">${faultNames[fault]}</option>`,
          )}
        </select>
        <button class="button button--line">Set</button>
      </div>
    </form>
  </section>`
}
