import { Readable } from 'node:stream'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { MAIL_HTML_POLICY } from '../headers.ts'
import { sendNotFound, sendPage } from '../page.ts'
import { mailsMatching, messagesJson } from './messages.ts'
import { listPage } from './list-page.ts'
import { messagePage, replyOutcomes, type ReplyOutcome } from './message-page.ts'
import { deliverReply, type ReplyTarget } from './reply.ts'
import { readMail } from './read-mail.ts'
import { mailFaults, type MailFault } from './smtp.ts'
import type { Store } from './store.ts'

type Query = { to?: unknown; before?: unknown }
type Params = { id: string }

const PAGE_SIZE = 50

const MAX_REPLY_BYTES = 64 * 1024

type Options = {
  store: Store
  setFault: (fault: MailFault | undefined) => void
  /** Returns where replies are delivered, if that is known. */
  readTarget: () => ReplyTarget | undefined
}

/** The mailbox routes: the list as a page and as JSON, one mail, its HTML for a frame, replies, and the faults of its server. */
export function mailboxRoutes({ store, setFault, readTarget }: Options): FastifyPluginAsync {
  return async (http) => {
    http.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_REPLY_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    http.put<{ Params: { kind: string } }>('/sandbox/mailbox/fault/:kind', async ({ params }, reply) => {
      setFault(mailFaults.find((kind) => kind === params.kind))
      return reply.code(204).send()
    })

    http.get<{ Querystring: Query }>('/sandbox/mailbox', async ({ query }, reply) => {
      const search = typeof query.to === 'string' ? query.to.trim() : ''
      const found = mailsMatching(store, search)
      const before = query.before
      const from = typeof before === 'string' ? found.filter(({ id }) => id < before) : found
      const mails = from.slice(0, PAGE_SIZE)
      const older = from.length > PAGE_SIZE ? (mails.at(-1)?.id ?? null) : null
      return sendPage(
        reply,
        listPage({ search, mails, total: found.length, older, isFirst: from.length === found.length }),
      )
    })

    http.get<{ Querystring: Query }>('/sandbox/mailbox/messages', async ({ query }, reply) => {
      const { to = '' } = query
      if (typeof to !== 'string') return reply.code(400).send({ status: 'error', message: 'Name one address in `to`.' })
      // Addresses contain no spaces, but an unencoded `+` is decoded as one.
      const address = to.trim().replaceAll(' ', '+')
      return reply.type('application/json; charset=utf-8').send(Readable.from(messagesJson(store, address)))
    })

    http.get<{ Params: Params; Querystring: { reply?: unknown } }>(
      '/sandbox/mailbox/messages/:id',
      async ({ params, query }, reply) => {
        const head = store.find(params.id)
        const raw = await store.read(params.id)
        if (!head || raw === null) return sendNotFound(reply)
        const outcome = replyOutcomes.find((one) => one === query.reply)
        const canReply = readTarget() !== undefined
        return sendPage(reply, messagePage(head, await readMail(raw), { canReply, outcome }))
      },
    )

    http.post<{ Params: Params; Body: { text?: unknown } }>(
      '/sandbox/mailbox/messages/:id/reply',
      async ({ params, body }, reply) => {
        const head = store.find(params.id)
        const raw = await store.read(params.id)
        const target = readTarget()
        if (!head || raw === null || !target) return sendNotFound(reply)
        const text = typeof body.text === 'string' ? body.text.replace(/\r\n/g, '\n') : ''
        const status = await deliverReply(target, { head, content: await readMail(raw), text }).catch(() => 0)
        const outcome: ReplyOutcome = status === 200 ? 'delivered' : 'failed'
        return reply.redirect(`/sandbox/mailbox/messages/${head.id}?reply=${outcome}`, 303)
      },
    )

    http.get<{ Params: Params }>(
      '/sandbox/mailbox/messages/:id/html',
      { onSend: frameMailHtml },
      async ({ params }, reply) => {
        const raw = await store.read(params.id)
        if (raw === null) return sendNotFound(reply)
        const { html } = await readMail(raw)
        return reply.type('text/html; charset=utf-8').send(html)
      },
    )
  }
}

async function frameMailHtml(_request: unknown, reply: FastifyReply): Promise<void> {
  if (reply.statusCode === 200) reply.header('content-security-policy', MAIL_HTML_POLICY)
}
