// The lists that can be exported: their columns, and their rows in batches.
import { lagosDate } from '@baobab/contract/age.ts'
import { StudentSelection, type ListedStudent } from '@baobab/contract/students.ts'
import { PaymentSelection, type AdminPayment } from '@baobab/contract/payments-admin.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Cell } from '../platform/files/xlsx.ts'
import { loadPaymentPage } from '../payments/admin/list-all-payments.ts'
import { readPage } from '../students/read-page.ts'

/** The number of rows that one query reads. */
const BATCH_ROWS = 250

const yesNo = (value: boolean) => (value ? 'yes' : 'no')

const studentColumns: { name: string; width: number; cell: (row: ListedStudent) => Cell }[] = [
  { name: 'Username', width: 14, cell: ({ username }) => username },
  { name: 'Email', width: 32, cell: ({ email }) => email },
  { name: 'Gender', width: 9, cell: ({ gender }) => gender },
  { name: 'School', width: 32, cell: ({ school }) => school ?? '' },
  { name: 'Score', width: 9, cell: ({ score }) => score },
  { name: 'Age category', width: 13, cell: ({ ageCategory }) => ageCategory ?? '' },
  { name: 'Paid', width: 7, cell: ({ isPaid }) => yesNo(isPaid) },
  { name: 'Joined', width: 12, cell: ({ joined }) => lagosDate(new Date(joined)) },
  { name: 'Disqualified', width: 13, cell: ({ isDisqualified }) => yesNo(isDisqualified) },
  { name: 'Email bounced', width: 14, cell: ({ emailBounced }) => yesNo(emailBounced) },
]

export type ExportList = {
  name: string
  columns: readonly { name: string; width: number }[]
  rows: (app: App, tx: Tx, filters: Record<string, string>) => AsyncIterable<Cell[][]>
}

export const studentList: ExportList = {
  name: 'Students',
  columns: studentColumns,
  rows: async function* (app, tx, filters) {
    const selection = StudentSelection.parse(filters)
    let cursor: string | undefined
    do {
      const { studentData, nextCursor } = await readPage(app, tx, {
        selection,
        limit: BATCH_ROWS,
        cursor,
        withoutTotal: true,
      })
      yield studentData.map((row) => studentColumns.map(({ cell }) => cell(row)))
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
  },
}

const lagosTime = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Africa/Lagos',
})
const formatTime = (at: string | null) => (at === null ? '' : lagosTime.format(new Date(at)))

const paymentColumns: { name: string; width: number; cell: (row: AdminPayment) => Cell }[] = [
  { name: 'Reference', width: 36, cell: ({ reference }) => reference },
  { name: 'Username', width: 14, cell: ({ username }) => username ?? '' },
  { name: 'State', width: 12, cell: ({ state }) => state },
  { name: 'Needs attention', width: 16, cell: ({ attention }) => attention ?? '' },
  { name: 'Naira', width: 12, cell: ({ amountKobo }) => amountKobo / 100 },
  { name: 'Opened by', width: 11, cell: ({ openedBy }) => openedBy },
  { name: 'Channel', width: 14, cell: ({ channel }) => channel ?? '' },
  { name: 'Opened (Lagos)', width: 20, cell: ({ openedAt }) => formatTime(openedAt) },
  { name: 'Paid (Lagos)', width: 20, cell: ({ paidAt }) => formatTime(paidAt) },
  { name: 'Confirmed (Lagos)', width: 20, cell: ({ confirmedAt }) => formatTime(confirmedAt) },
]

export const paymentList: ExportList = {
  name: 'Payments',
  columns: paymentColumns,
  rows: async function* (_app, tx, filters) {
    const selection = PaymentSelection.parse(filters)
    let cursor: string | undefined
    do {
      const { payments, nextCursor } = await loadPaymentPage(tx, {
        selection,
        limit: BATCH_ROWS,
        cursor,
        withoutSums: true,
      })
      yield payments.map((row) => paymentColumns.map(({ cell }) => cell(row)))
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
  },
}

/** The list for each value of `what`. The audit log is exported by its own endpoint. */
export const exportLists: Partial<Record<string, ExportList>> = { students: studentList, payments: paymentList }
