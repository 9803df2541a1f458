// The routes of InlineJS v2: the script itself, the script of the framed checkout, and two calls from the browser,
// which only has the public key.
import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { isRecord, type Json } from '../json.ts'
import { readOrder } from './parse-order.ts'
import { isPaid, type Transaction } from './transaction.ts'
import { ignoreRefused, type RouteContext } from './route-context.ts'

const SCRIPTS = ['inline.js', 'checkout.js']

export function scriptRoutes({ store, provider, publicKey }: RouteContext): FastifyPluginAsync {
  /** Opens a payment for the browser, or continues an unpaid one; a returned string is the reason for a refusal. */
  async function open(body: Json): Promise<Transaction | string> {
    if (body['key'] !== publicKey) return 'Invalid key'
    const order = readOrder(body)
    if (typeof order === 'string') return order
    const before = store.find(order.reference)
    if (!before) return (await store.add(order)) ?? 'Duplicate Transaction Reference'
    const isSame =
      before.email === order.email && before.requestedAmount === order.amount && before.currency === order.currency
    return isSame && !isPaid(before) ? before : 'Duplicate Transaction Reference'
  }

  return async (http) => {
    for (const name of SCRIPTS) {
      const bytes = await readFile(new URL(`./browser/${name}`, import.meta.url))
      http.get(`/sandbox/paystack/${name}`, async (_request, reply) =>
        reply.type('text/javascript; charset=utf-8').send(bytes),
      )
    }

    http.post('/sandbox/paystack/transactions', async ({ body }, reply) => {
      const opened = await open(isRecord(body) ? body : {})
      return typeof opened === 'string' ? refuse(reply, opened) : toReply(opened)
    })

    http.post('/sandbox/paystack/wallet', async ({ body }, reply) => {
      const opened = await open(isRecord(body) ? body : {})
      if (typeof opened === 'string') return refuse(reply, opened)
      await provider.pay(opened.reference, { channel: 'apple_pay' }).catch(ignoreRefused)
      return toReply(opened)
    })
  }
}

function toReply({ id, reference, accessCode }: Transaction) {
  return { status: true, message: 'Approved', data: { id, reference, accessCode } }
}

function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ status: false, message })
}
