// Exporting lists as files: starting an export, listing exports, and the link to download one.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { BULK_IDS_MAX } from '../bulk/endpoints.ts'
import { PaymentSelection } from '../payments/admin.ts'
import type { Who } from '../accounts/rules.ts'
import { studentFilters, StudentSelection } from '../students/endpoints.ts'

export const exportsText = {
  exportStarted: 'Your file is being prepared.',
  chooseColumns: 'Please choose at least one column.',
} as const

const group = 'Exports'

/** A list exported as a file, which is written in the background and deleted after a day. */
export const ExportFile = z
  .object({
    _id: z.string(),
    what: z.enum(['students', 'audit', 'payments', 'questions']),
    format: z.enum(['csv', 'xlsx']),
    filters: z.record(z.string(), z.string()),
    /** The chosen columns; null for those that the list has by default. */
    columns: z.array(z.string()).nullable(),
    /** The number of selected rows; null if everything that matches the filters was exported. */
    selected: z.number().int().nullable(),
    state: z.enum(['waiting', 'ready', 'failed']),
    rowCount: z.number().int().nullable(),
    createdAt: field.instant,
    finishedAt: z.nullable(field.instant),
    /** When the file will be deleted. */
    expiresAt: field.instant,
  })
  .meta({ id: 'ExportFile' })
export type ExportFile = z.infer<typeof ExportFile>

/** Who may export each list and open its files: the roles that work with that list. */
export const exportAudience = {
  students: ['owner', 'support'],
  payments: ['owner', 'finance'],
  questions: ['owner', 'content'],
  audit: ['owner'],
} as const satisfies Record<ExportFile['what'], Who>

/** The columns of student and payment files, in order. Those in `personalColumns` are left out unless they are chosen. */
export const studentExportColumns = [
  'username',
  'email',
  'phone',
  'gender',
  'birth',
  'school',
  'score',
  'ageCategory',
  'paid',
  'paidOn',
  'joined',
  'disqualified',
  'extraTime',
  'emailBounced',
] as const
export type StudentExportColumn = (typeof studentExportColumns)[number]
export const personalColumns: readonly string[] = ['phone', 'birth', 'paidOn'] satisfies StudentExportColumn[]

export const paymentExportColumns = [
  'reference',
  'username',
  'state',
  'attention',
  'amount',
  'refundedAmount',
  'openedBy',
  'channel',
  'opened',
  'paid',
  'confirmed',
] as const
export type PaymentExportColumn = (typeof paymentExportColumns)[number]

const columnsOf = <const Columns extends readonly [string, ...string[]]>(columns: Columns) =>
  z.array(z.enum(columns, 'Unknown column')).min(1, exportsText.chooseColumns).max(columns.length).optional()

/** The selected rows; replaces the filters. */
const ids = z.array(field.id).min(1).max(BULK_IDS_MAX).optional()

const format = z.enum(['csv', 'xlsx'], 'Unknown format')

/** The lists that can be exported, each with its filters. */
export const ExportOrder = z.discriminatedUnion(
  'what',
  [
    z.strictObject({
      what: z.literal('students'),
      format,
      filters: StudentSelection.extend({ filter: z.enum(studentFilters, 'Unknown filter') }),
      columns: columnsOf(studentExportColumns),
      ids,
    }),
    z.strictObject({
      what: z.literal('payments'),
      format,
      filters: PaymentSelection,
      columns: columnsOf(paymentExportColumns),
      ids,
    }),
    /** All questions, in the columns of the question import and with what is known about each. */
    z.strictObject({ what: z.literal('questions'), format, filters: z.strictObject({}) }),
  ],
  'Unknown list',
)
export type ExportOrder = z.output<typeof ExportOrder>

export const startExport = endpoint({
  group,
  method: 'POST',
  path: '/admin/exports',
  who: ['owner', 'content', 'support', 'finance'],
  needsReauthentication: true,
  summary:
    'Starts the export of a list to a file, for the roles that work with that list; the list of exports says when it is ready',
  body: ExportOrder,
  bodyLimit: 64 * 1024,
  status: 202,
  reply: z.object({ message: z.string(), export: ExportFile }),
})

export const listExports = endpoint({
  group,
  method: 'GET',
  path: '/admin/exports',
  who: ['owner', 'content', 'support', 'finance'],
  summary: "The caller's exports of the last day, the newest first",
  reply: z.object({ exports: z.array(ExportFile) }),
})

export const linkToExport = endpoint({
  group,
  method: 'POST',
  path: '/admin/exports/:exportId/link',
  who: ['owner', 'content', 'support', 'finance'],
  needsReauthentication: true,
  summary:
    "A link to one of the caller's files, valid for some hours while the caller is logged in; each link is written to the audit log",
  params: z.object({ exportId: field.id }),
  reply: z.object({ url: z.string() }),
  fails: ['not_found'],
})
