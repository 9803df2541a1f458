import * as contract from '@baobab/contract/payments/admin.ts'
import * as refunds from '@baobab/contract/payments/refunds.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { readList } from '../../platform/database/read-list.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { askRefund } from '../refunds/ask-refund.ts'
import { findAccountHolder, giveBankAccount, listRefundBanks } from '../refunds/give-bank-account.ts'
import { settleRefund } from '../refunds/settle-refund.ts'
import { recheckPayment } from './recheck-payment.ts'
import { listComparisons } from './list-comparisons.ts'
import { listAllPayments } from './list-all-payments.ts'
import { noteRefund } from './note-refund.ts'
import { loadPaymentHistory } from './read-payment-history.ts'
import { readPaymentTotals } from './read-payment-totals.ts'

export function addPaymentsAdminRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listAllPayments, ({ query }) => readList(app, (reader) => listAllPayments(reader, query)))
  route(context, contract.readPaymentHistory, ({ who, params }) => loadPaymentHistory(app, who, params.reference))
  route(context, contract.recheckPayment, ({ who, params }) => recheckPayment(app, who, params.reference))
  route(context, refunds.askRefund, ({ who, params, body }) => askRefund(app, who, { ...params, ...body }))
  route(context, refunds.listRefundBanks, async () => ({ banks: await listRefundBanks(app) }))
  route(context, refunds.findAccountHolder, ({ body }) => findAccountHolder(app, body))
  route(context, refunds.giveBankAccount, ({ who, params, body }) => giveBankAccount(app, who, { ...params, ...body }))
  route(context, refunds.settleRefund, ({ who, params, body }) => settleRefund(app, who, { ...params, ...body }))
  route(context, contract.noteRefund, async ({ who, params, body }) => {
    await noteRefund(app, who, { ...params, ...body })
    return { message: paymentsText.refundNoted }
  })
  route(context, contract.readPaymentTotals, ({ query }) => readPaymentTotals(app, query))
  route(context, contract.listPaymentComparisons, ({ query }) => listComparisons(app, query))
}
