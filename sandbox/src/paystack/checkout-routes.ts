import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { checkoutPolicy } from '../headers.ts'
import { checkCard, readCardForm, testCards } from './card.ts'
import { pathOf, sendCheckout, sendEnd, sendNoCheckout } from './checkout-page.ts'
import { isRecord, type Json } from '../json.ts'
import { messageModes, type MessageMode, type Provider } from './provider.ts'
import { isPaid, type Transaction } from './transaction.ts'
import { callbackOf, cancelOf } from './return-urls.ts'
import { ignoreRefused, type RouteContext } from './route-context.ts'

type Checkout = { Params: { accessCode: string }; Querystring: { frame?: unknown; card?: unknown } }

const PATH = '/sandbox/paystack/checkout/:accessCode'
const SOON_MS = 20_000

/** The routes of the checkout, both as a whole page and in the frame of InlineJS. */
export function checkoutRoutes({ store, provider }: RouteContext): FastifyPluginAsync {
  const find = (request: FastifyRequest<Checkout>) => store.byAccessCode(request.params.accessCode)
  const isFramed = (request: FastifyRequest<Checkout>) => request.query.frame !== undefined

  async function setPolicy(request: FastifyRequest<Checkout>, reply: FastifyReply): Promise<void> {
    const transaction = find(request)
    const ways = transaction ? [callbackOf(transaction), cancelOf(transaction)] : []
    const origins = ways.flatMap((way) => (way === null ? [] : [new URL(way).origin]))
    reply.header('content-security-policy', checkoutPolicy([...new Set(origins)]))
  }

  return async (http) => {
    http.get<Checkout>(PATH, { onSend: setPolicy }, async (request, reply) => {
      const transaction = find(request)
      const framed = isFramed(request)
      if (!transaction) return sendNoCheckout(reply, framed)
      if (isPaid(transaction)) return lead(reply, { transaction, isFramed: framed, event: 'success' })
      const { number, cvv } = testCards.poor
      const form = request.query.card === 'poor' ? { form: { number, expiry: '12/30', cvv } } : {}
      return sendCheckout(reply, { transaction, isFramed: framed, messages: provider.messages, ...form })
    })

    http.post<Checkout>(PATH, { onSend: setPolicy }, async (request, reply) => {
      const transaction = find(request)
      const framed = isFramed(request)
      if (!transaction) return sendNoCheckout(reply, framed)
      const body = isRecord(request.body) ? request.body : {}
      if (body['do'] === 'card' && !isPaid(transaction)) {
        const form = readCardForm(body)
        const card = checkCard(form, new Date())
        if (!('means' in card)) {
          const messages = modeOf(body) ?? provider.messages
          return sendCheckout(reply.code(422), { transaction, isFramed: framed, messages, form, problems: card })
        }
      }
      await act(provider, transaction, body).catch(ignoreRefused)
      const after = store.find(transaction.reference) ?? transaction
      if (isPaid(after)) return lead(reply, { transaction: after, isFramed: framed, event: 'success' })
      if (body['do'] === 'cancel' || body['do'] === 'leave')
        return lead(reply, { transaction: after, isFramed: framed, event: 'cancel' })
      return reply.redirect(pathOf(after, framed), 303)
    })
  }
}

async function act(provider: Provider, { reference }: Transaction, body: Json): Promise<void> {
  const messages = modeOf(body) ?? provider.messages
  switch (body['do']) {
    case 'card': {
      const card = checkCard(readCardForm(body), new Date())
      if (!('means' in card)) return
      const { means, decline } = card
      if (decline === null) await provider.pay(reference, { channel: 'card', means, messages })
      else await provider.decline(reference, { reason: decline, means })
      return
    }
    case 'transfer':
      await provider.pending(reference, { messages })
      return
    case 'transfer-soon':
      await provider.pending(reference, { messages, arrivesInMs: SOON_MS })
      return
    case 'arrive':
      await provider.pay(reference, { messages })
      return
    case 'cancel':
      await provider.abandon(reference)
      return
    default:
  }
}

type Leaving = { transaction: Transaction; isFramed: boolean; event: 'success' | 'cancel' }

/** Redirects back to the product. In a frame, the surrounding page continues instead. */
function lead(reply: FastifyReply, leaving: Leaving): FastifyReply {
  const { transaction, isFramed, event } = leaving
  const isLeft = event === 'cancel' && transaction.status === 'abandoned'
  const way = isLeft ? cancelOf(transaction) : callbackOf(transaction)
  return isFramed || way === null ? sendEnd(reply, leaving) : reply.redirect(way, 303)
}

function modeOf(body: Json): MessageMode | undefined {
  return messageModes.find((mode) => mode === body['messages'])
}
