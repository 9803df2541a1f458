// The columns of a file with payments, and which of them the list shows.
import { paymentExportColumns, type PaymentExportColumn } from '@baobab/contract/exports/endpoints.ts'
import type { ExportColumns } from '../../exports/export-dialog.tsx'
import { text } from './text.ts'

const labels: Record<PaymentExportColumn, string> = {
  reference: text.reference,
  username: text.username,
  state: text.state,
  attention: text.needsAttention,
  amount: text.amount,
  refundedAmount: text.refunded,
  openedBy: text.openedBy,
  channel: text.channel,
  opened: text.opened,
  paid: text.paid,
  confirmed: text.confirmed,
}

/** Columns of the list that have another id there. */
const listIds: Partial<Record<PaymentExportColumn, string>> = {
  reference: 'payment',
  username: 'payment',
  attention: 'state',
  openedBy: 'by',
  confirmed: 'paid',
}
const options = paymentExportColumns.map((id) => ({ id, label: labels[id] }))

/** Returns the columns to choose from. At first a file has what the list shows. */
export function chooseExportColumns(hidden: ReadonlySet<string>): ExportColumns {
  return { options, shown: paymentExportColumns.filter((id) => !hidden.has(listIds[id] ?? id)) }
}
