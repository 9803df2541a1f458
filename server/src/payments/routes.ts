import * as contract from '@baobab/contract/payments/endpoints.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import type { FastifyReply } from 'fastify'
import { findStudentById } from '../accounts/queries.ts'
import { fail } from '../platform/http/errors.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { readPriceKobo } from '../settings/queries.ts'
import { openPayment } from './open-payment.ts'
import { makePayLink, openPayLink } from './pay-link.ts'
import { hasAccess, listStudentPayments, toPaymentReply } from './queries.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { checkPayment, verifyPayment } from './verify-payment.ts'

/** Sets status 202 while the outcome is not known. */
function withStatus(reply: FastifyReply, verification: contract.PaymentVerification): contract.PaymentVerification {
  if (verification.pending) reply.code(202)
  return verification
}

export function addPaymentRoutes(context: RouteContext): void {
  addStudentRoutes(context)
  addLinkRoutes(context)
  addWebhookRoute(context)
}

function addStudentRoutes(context: RouteContext): void {
  const { app } = context
  const page = `${app.config.publicUrl}/student`
  route(context, contract.initializePayment, ({ who, body }) =>
    openPayment(app, {
      studentId: who.id,
      by: 'student',
      method: body.method,
      callbackUrl: `${page}/successss`,
      cancelUrl: `${page}/payment`,
    }),
  )
  route(context, contract.verifyPayment, async ({ who, body, reply }) =>
    withStatus(reply, await verifyPayment(app, { studentId: who.id, reference: body.reference })),
  )
  route(context, contract.checkPayment, ({ who, body }) =>
    checkPayment(app, { studentId: who.id, reference: body.reference }),
  )
  route(context, contract.updatePayment, async ({ who, params }) => {
    if (params.username.toLowerCase() !== who.username.toLowerCase()) fail('forbidden')
    if (!(await hasAccess(app.db, who.id))) fail('payment_needed', { message: paymentsText.paymentNotUpdated })
    return { status: 'success' as const, message: paymentsText.paymentConfirmed, isPaid: true as const }
  })
  route(context, contract.listPayments, async ({ who }) => {
    const student = (await findStudentById(app.db, who.id)) ?? fail('not_found')
    const rows = await listStudentPayments(app.db, who.id)
    return { isPaid: await hasAccess(app.db, who.id), email: student.email, payments: rows.map(toPaymentReply) }
  })
  route(context, contract.makePayLink, ({ who }) => makePayLink(app, who.id))
}

function addLinkRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.readPayLink, async ({ params }) => {
    const { student } = await openPayLink(app, params.token)
    const { id, username } = student
    return { username, amountKobo: await readPriceKobo(app, app.db), isPaid: await hasAccess(app.db, id) }
  })
  route(context, contract.initializeByLink, async ({ params, body }) => {
    const { student, page } = await openPayLink(app, params.token)
    return openPayment(app, {
      studentId: student.id,
      by: 'parent',
      method: body.method,
      payerEmail: body.email,
      callbackUrl: page,
      cancelUrl: page,
    })
  })
  route(context, contract.verifyByLink, async ({ params, body, reply }) => {
    const { student } = await openPayLink(app, params.token)
    const ownership = { studentId: student.id, reference: body.reference, openedBy: 'parent' } as const
    return withStatus(reply, await verifyPayment(app, ownership))
  })
}

/** Registers the webhook in a separate scope without JSON parsing, because the signature covers the body's raw bytes. */
function addWebhookRoute(context: RouteContext): void {
  void context.http.register(async (http) => {
    http.removeAllContentTypeParsers()
    http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    route(
      { ...context, http },
      contract.paymentWebhook,
      async ({ body, request }) => {
        const signature = request.headers['x-paystack-signature']
        if (!Buffer.isBuffer(body) || typeof signature !== 'string') fail('signature_invalid')
        await receiveWebhook(context.app, body, signature)
        return { status: 'success' as const }
      },
      // The provider sends all its webhooks from a few addresses.
      { skipRateLimits: true },
    )
  })
}
