import type { FastifyPluginAsync } from 'fastify'
import { html, type Html } from '../html.ts'
import { sendPage } from '../page.ts'
import { shortTime } from '../time.ts'
import type { PushFault, PushMessage, PushRefusal, PushService } from './service.ts'

const SHOWN = 50

const faults: readonly { name: string; fault: PushFault }[] = [
  { name: 'Gone (410)', fault: { status: 410 } },
  { name: 'Too many (429), again after a minute', fault: { status: 429, retryAfter: '60' } },
  { name: 'Not available (503)', fault: { status: 503 } },
]

/** The routes for people, and the messages as JSON for browser tests. */
export function pushRoutes(service: PushService): FastifyPluginAsync {
  return async (http) => {
    http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    http.get('/sandbox/push', async (_request, reply) => {
      const main = listPage(service)
      return sendPage(reply, { title: 'Push messages', main, section: 'push' })
    })
    http.get('/sandbox/push/messages', async () => ({
      url: service.url,
      messages: service.messages().map(({ body, ...rest }) => ({ ...rest, body: body.toString('base64url') })),
    }))
    http.post('/sandbox/push/fault', async ({ body }, reply) => {
      const wanted = body instanceof URLSearchParams ? body.get('status') : null
      service.setFault(faults.find(({ fault }) => String(fault.status) === wanted)?.fault)
      return reply.redirect('/sandbox/push', 303)
    })
  }
}

function listPage(service: PushService): Html {
  const messages = service.messages().slice(-SHOWN).toReversed()
  const refusals = service.refusals().slice(-SHOWN).toReversed()
  return html`<div class="heading">
      <h1>Push messages</h1>
      <a class="button" href="/sandbox/push">Refresh</a>
    </div>
    ${
      messages.length === 0
        ? html`<div class="empty">
            <h2>No push messages yet.</h2>
            <p>Messages for browsers at this service are listed here. They are encrypted, so nobody can read them.</p>
          </div>`
        : html`<ol class="payments">
            ${messages.map(messageRow)}
          </ol>`
    }
    ${
      refusals.length === 0
        ? null
        : html`<h2>Refused</h2>
            <ol class="payments">
              ${refusals.map(refusalRow)}
            </ol>`
    }
    ${faultForm(service.currentFault())}`
}

function messageRow({ browser, at, ttl, urgency, topic, body }: PushMessage): Html {
  return html`<li class="payment">
    <div class="payment__what"><span class="mono">${browser}</span></div>
    <div class="payment__more">
      <p>${shortTime(at.toISOString())} · ${body.length} encrypted bytes</p>
      <p>TTL ${ttl} s · urgency ${urgency} · topic ${topic ?? 'none'}</p>
    </div>
  </li>`
}

function refusalRow({ browser, at, status, reason }: PushRefusal): Html {
  return html`<li class="payment">
    <div class="payment__what"><span class="mono">${browser}</span></div>
    <div class="payment__more">
      <p>${shortTime(at.toISOString())} · ${status}: ${reason}</p>
    </div>
  </li>`
}

function faultForm(current: PushFault | undefined): Html {
  return html`<section class="trouble" aria-labelledby="trouble">
    <h2 id="trouble">Make the push service fail</h2>
    <form method="post" action="/sandbox/push/fault">
      <label for="status">The service replies with</label>
      <div>
        <select id="status" name="status">
          <option value="">Accepted (201)</option>
          ${faults.map(({ name, fault }) =>
            fault.status === current?.status
              ? html`<option value="${fault.status}" selected>${name}</option>`
              : html`<option value="${fault.status}">${name}</option>`,
          )}
        </select>
        <button class="button button--line">Set</button>
      </div>
    </form>
  </section>`
}
