import * as contract from '@baobab/contract/payment-office.ts'
import { paymentsText } from '@baobab/contract/payments-text.ts'
import { route, type RouteContext } from '../../platform/route.ts'
import { askNow } from './ask-now.ts'
import { listComparisons } from './list-comparisons.ts'
import { listPayments } from './list-payments.ts'
import { noteRefund } from './note-refund.ts'
import { paymentHistory } from './payment-history.ts'
import { paymentTotals } from './payment-totals.ts'

export function addPaymentOfficeRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.allPayments, ({ query }) => listPayments(app, query))
  route(context, contract.onePayment, ({ who, params }) => paymentHistory(app, who, params.reference))
  route(context, contract.askNow, ({ who, params }) => askNow(app, who, params.reference))
  route(context, contract.noteRefund, async ({ who, params, body }) => {
    await noteRefund(app, who, { ...params, ...body })
    return { message: paymentsText.refundNoted }
  })
  route(context, contract.paymentTotals, ({ query }) => paymentTotals(app, query))
  route(context, contract.paymentComparisons, ({ query }) => listComparisons(app, query))
}
