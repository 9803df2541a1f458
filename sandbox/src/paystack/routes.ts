import type { FastifyPluginAsync } from 'fastify'
import { sendNotFound, sendPage } from '../page.ts'
import { run } from './actions.ts'
import { fromForm } from './api.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { faultNames, listPage } from './list-page.ts'
import { isRecord } from '../json.ts'
import { refundEnds } from './provider.ts'
import { paymentPage } from './payment-page.ts'
import { scriptRoutes } from './script-routes.ts'
import { ignoreRefused, type RouteContext } from './route-context.ts'

type Query = { find?: unknown; before?: unknown }
type Params = { id: string; action: string }

const PAGE_SIZE = 50
const FORM_BYTES = 16 * 1024

/** The routes for people: the checkout, its script, and a dashboard of payments. */
export function paymentRoutes(context: RouteContext): FastifyPluginAsync {
  const { store, provider } = context
  return async (http) => {
    http.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, fromForm(String(body))),
    )
    await http.register(checkoutRoutes(context))
    await http.register(scriptRoutes(context))

    http.get<{ Querystring: Query }>('/sandbox/paystack', async ({ query }, reply) => {
      const search = typeof query.find === 'string' ? query.find.trim() : ''
      const wanted = search.toLowerCase()
      const found = store
        .newestFirst()
        .filter(({ email, reference }) => `${email} ${reference}`.toLowerCase().includes(wanted))
      const before = typeof query.before === 'string' ? Number(query.before) : Infinity
      const from = found.filter(({ id }) => id < before)
      const payments = from.slice(0, PAGE_SIZE)
      const older = from.length > PAGE_SIZE ? (payments.at(-1)?.id ?? null) : null
      const isFirst = from.length === found.length
      const { nextRefund } = provider
      const fault = provider.currentFault()
      return sendPage(reply, listPage({ search, payments, total: found.length, older, isFirst, fault, nextRefund }))
    })

    http.get<{ Params: Params }>('/sandbox/paystack/payments/:id', async ({ params }, reply) => {
      const transaction = store.byId(Number(params.id))
      return transaction ? sendPage(reply, paymentPage(transaction)) : sendNotFound(reply, 'payments')
    })

    http.post<{ Params: Params }>('/sandbox/paystack/payments/:id/:action', async ({ params, body }, reply) => {
      const transaction = store.byId(Number(params.id))
      if (!transaction) return sendNotFound(reply, 'payments')
      const form = isRecord(body) ? body : {}
      await run(provider, transaction.reference, { name: params.action, body: form }).catch(ignoreRefused)
      const back = form['back'] === 'list' ? '/sandbox/paystack' : `/sandbox/paystack/payments/${transaction.id}`
      return reply.redirect(back, 303)
    })

    http.post('/sandbox/paystack/fault', async ({ body }, reply) => {
      const wanted = isRecord(body) ? body['kind'] : undefined
      provider.fault(faultNames.find(({ kind }) => kind === wanted)?.kind)
      return reply.redirect('/sandbox/paystack', 303)
    })

    http.post('/sandbox/paystack/next-refund', async ({ body }, reply) => {
      const wanted = isRecord(body) ? body['end'] : undefined
      provider.nextRefund = refundEnds.find((end) => end === wanted) ?? 'processed'
      return reply.redirect('/sandbox/paystack', 303)
    })
  }
}
