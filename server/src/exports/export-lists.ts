// The lists that can be exported: their columns, and their rows in batches.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { formatMoment } from '@baobab/contract/quiz/rules.ts'
import { moralValueLabels } from '@baobab/contract/videos/endpoints.ts'
import {
  personalColumns,
  type PaymentExportColumn,
  type StudentExportColumn,
} from '@baobab/contract/exports/endpoints.ts'
import { StudentSelection } from '@baobab/contract/students/endpoints.ts'
import { PaymentSelection, type AdminPayment } from '@baobab/contract/payments/admin.ts'
import { asc, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Cell, Sheet } from '../platform/files/xlsx.ts'
import { loadPaymentPage } from '../payments/admin/list-all-payments.ts'
import { practiceAnswers } from '../quiz/streak-tables.ts'
import { questions } from '../quiz/tables.ts'
import type { LoadedStudent } from '../students/load-rows.ts'
import { readSelected } from '../students/read-selected.ts'
import { readPage } from '../students/read-page.ts'
import { series, videos, type VideoRow } from '../videos/tables.ts'
import { grantsAccessSql } from '../payments/queries.ts'

/** Details of a student that a file adds to the list. `paidOn` is the day of the payment that gives access, or ''. */
type StudentDetails = { phone: string; birth: string; paidOn: string }

type Row = { id: string; phone: string; birth: string; paid_at: string | null }

/** Loads some students' personal columns by their ids. */
async function loadStudentDetails(tx: Tx, ids: readonly string[]): Promise<Map<string, StudentDetails>> {
  const { rows } = await tx.execute<Row>(sql`
    select s.id, coalesce(nullif(s.international_number, ''), s.number) as phone, s.birth::text, (
      select max(coalesce(paid.paid_at, paid.confirmed_at)) from payments as paid
      where paid.student_id = s.id and ${grantsAccessSql(sql`paid`)}
    ) as paid_at
    from students s where s.id = any(${sql.param([...ids])}::uuid[])`)
  return new Map(
    rows.map(({ id, phone, birth, paid_at }) => [
      id,
      { phone, birth, paidOn: paid_at === null ? '' : lagosDate(new Date(paid_at)) },
    ]),
  )
}

/** The number of rows read per query. */
const BATCH_ROWS = 250

const yesNo = (value: boolean) => (value ? 'yes' : 'no')

/** A column of a file: `cell` reads it from a row. By default, a file has all columns except the personal ones. */
type Column<Row> = { id: string; name: string; width: number; isText?: boolean; cell: (row: Row) => Cell }

type StudentRow = LoadedStudent & Partial<StudentDetails>

const studentColumns: readonly (Column<StudentRow> & { id: StudentExportColumn })[] = [
  { id: 'username', name: 'Username', width: 14, cell: ({ username }) => username },
  { id: 'email', name: 'Email', width: 32, cell: ({ email }) => email ?? '' },
  { id: 'phone', name: 'Phone', width: 17, cell: ({ phone = '' }) => phone },
  { id: 'gender', name: 'Gender', width: 9, cell: ({ gender }) => gender },
  { id: 'birth', name: 'Date of birth', width: 13, cell: ({ birth = '' }) => birth },
  { id: 'school', name: 'School', width: 32, cell: ({ school }) => school ?? '' },
  { id: 'score', name: 'Score', width: 9, cell: ({ score }) => score },
  { id: 'ageCategory', name: 'Age category', width: 13, cell: ({ ageCategory }) => ageCategory ?? '' },
  { id: 'paid', name: 'Paid', width: 7, cell: ({ isPaid }) => yesNo(isPaid) },
  { id: 'paidOn', name: 'Paid on', width: 12, cell: ({ paidOn = '' }) => paidOn },
  { id: 'joined', name: 'Joined', width: 12, cell: ({ joined }) => lagosDate(new Date(joined)) },
  { id: 'disqualified', name: 'Disqualified', width: 13, cell: ({ isDisqualified }) => yesNo(isDisqualified) },
  // So that a school can check that everyone who needs more time has it.
  {
    id: 'extraTime',
    name: 'Extra time',
    width: 11,
    cell: ({ extraTimeFactor }) => (extraTimeFactor === 1 ? '' : extraTimeFactor),
  },
  { id: 'emailBounced', name: 'Email bounced', width: 14, cell: ({ emailBounced }) => yesNo(emailBounced) },
]

type ListColumn = Sheet['columns'][number] & { id: string }
type Wanted = {
  filters: Record<string, string>
  /** The selected rows; null for all that match the filters. */
  ids: readonly string[] | null
  columns: readonly ListColumn[]
}

export type ExportList = {
  name: string
  columns: readonly ListColumn[]
  rows: (app: App, tx: Tx, wanted: Wanted) => AsyncIterable<Cell[][]>
}

/** Returns a file's columns in the order of the list: the chosen ones, or by default all except the personal ones. */
export function chooseColumns<Of extends ListColumn>(
  { columns }: { columns: readonly Of[] },
  chosen: readonly string[] | null,
): readonly Of[] {
  return columns.filter(({ id }) => (chosen ? chosen.includes(id) : !personalColumns.includes(id)))
}

/** Reads the cells of some columns from a row. */
function readCells<Row>(all: readonly Column<Row>[], wanted: readonly ListColumn[], row: Row): Cell[] {
  const ids = new Set(wanted.map(({ id }) => id))
  return all.filter(({ id }) => ids.has(id)).map(({ cell }) => cell(row))
}

const studentList: ExportList = {
  name: 'Students',
  columns: studentColumns,
  rows: async function* (app, tx, { filters, ids, columns }) {
    const selection = StudentSelection.parse(filters)
    const pages = ids ? readSelected(app, tx, { selection, ids }) : readMatches(app, tx, selection)
    const needsDetails = columns.some(({ id }) => personalColumns.includes(id))
    for await (const rows of pages) {
      const details = needsDetails
        ? await loadStudentDetails(
            tx,
            rows.map(({ _id }) => _id),
          )
        : new Map<string, StudentDetails>()
      yield rows.map((row) => readCells(studentColumns, columns, { ...row, ...details.get(row._id) }))
    }
  },
}

async function* readMatches(app: App, tx: Tx, selection: StudentSelection): AsyncGenerator<LoadedStudent[]> {
  let cursor: string | undefined
  do {
    const { studentData, nextCursor } = await readPage(app, tx, {
      selection,
      limit: BATCH_ROWS,
      cursor,
      withoutTotal: true,
    })
    yield studentData
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

const lagosTime = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Africa/Lagos',
})
const formatTime = (at: string | null) => (at === null ? '' : lagosTime.format(new Date(at)))

const paymentColumns: readonly (Column<AdminPayment> & { id: PaymentExportColumn })[] = [
  { id: 'reference', name: 'Reference', width: 36, cell: ({ reference }) => reference },
  { id: 'username', name: 'Username', width: 14, cell: ({ username }) => username ?? '' },
  { id: 'state', name: 'State', width: 12, cell: ({ state }) => state },
  { id: 'attention', name: 'Needs attention', width: 16, cell: ({ attention }) => attention ?? '' },
  { id: 'amount', name: 'Naira', width: 12, cell: ({ amountKobo }) => amountKobo / 100 },
  { id: 'refundedAmount', name: 'Refunded naira', width: 15, cell: ({ refundedKobo }) => refundedKobo / 100 },
  { id: 'openedBy', name: 'Opened by', width: 11, cell: ({ openedBy }) => openedBy },
  { id: 'channel', name: 'Channel', width: 14, cell: ({ channel }) => channel ?? '' },
  { id: 'opened', name: 'Opened (Lagos)', width: 20, cell: ({ openedAt }) => formatTime(openedAt) },
  { id: 'paid', name: 'Paid (Lagos)', width: 20, cell: ({ paidAt }) => formatTime(paidAt) },
  { id: 'confirmed', name: 'Confirmed (Lagos)', width: 20, cell: ({ confirmedAt }) => formatTime(confirmedAt) },
]

const paymentList: ExportList = {
  name: 'Payments',
  columns: paymentColumns,
  rows: async function* (_app, tx, { filters, ids, columns }) {
    const selection = PaymentSelection.parse(filters)
    let cursor: string | undefined
    do {
      const { payments, nextCursor } = await loadPaymentPage(tx, {
        selection,
        limit: BATCH_ROWS,
        cursor,
        withoutSums: true,
        ...(ids && { ids }),
      })
      yield payments.map((row) => readCells(paymentColumns, columns, row))
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
  },
}

/** The number of videos whose questions are read per query: at most 50 questions in each of two age categories. */
const BATCH_VIDEOS = 20

type Practice = { answered: number; correct: number }
type QuestionDetails = {
  question: typeof questions.$inferSelect
  video: Pick<VideoRow, 'title' | 'values'>
  seriesTitle: string | null
  practice: Practice
}

/**
 * The columns of the question import come first, so that a changed file can be imported again; it ignores all others. They are
 * text, so that a category typed below the last row does not become a date.
 */
const questionColumns: readonly Omit<Column<QuestionDetails>, 'id'>[] = [
  { name: 'videoTitle', width: 30, isText: true, cell: ({ video }) => video.title },
  { name: 'question', width: 50, isText: true, cell: ({ question }) => question.question },
  ...[0, 1, 2, 3].map((index) => ({
    name: `option${index + 1}`,
    width: 24,
    isText: true,
    cell: ({ question }: QuestionDetails) => question.options[index] ?? '',
  })),
  { name: 'correctAnswer', width: 24, isText: true, cell: ({ question }) => question.correctAnswer },
  { name: 'ageCategory', width: 12, isText: true, cell: ({ question }) => question.ageCategory },
  { name: 'explanation', width: 50, isText: true, cell: ({ question }) => question.explanation ?? '' },
  {
    name: 'moment',
    width: 9,
    isText: true,
    cell: ({ question: { momentSeconds } }) => (momentSeconds === null ? '' : formatMoment(momentSeconds)),
  },
  { name: 'pictures', width: 9, cell: ({ question }) => yesNo(question.pictures !== null) },
  { name: 'values', width: 24, cell: ({ video }) => video.values.map((value) => moralValueLabels[value]).join(', ') },
  { name: 'series', width: 24, cell: ({ seriesTitle }) => seriesTitle ?? '' },
  { name: 'practiceAnswers', width: 15, cell: ({ practice }) => practice.answered },
  { name: 'practiceCorrect', width: 15, cell: ({ practice }) => practice.correct },
]

/** Counts each question's practice: the first answers of a day, and how many of them were correct. */
async function countPractice(tx: Tx, videoIds: readonly string[]): Promise<Map<string, Practice>> {
  const rows = await tx
    .select({
      id: practiceAnswers.questionId,
      answered: count(),
      correct: sql<number>`(count(*) filter (where ${practiceAnswers.isCorrect}))::integer`,
    })
    .from(practiceAnswers)
    .where(inArray(practiceAnswers.videoId, [...videoIds]))
    .groupBy(practiceAnswers.questionId)
  return new Map(rows.map(({ id, ...practice }) => [id, practice]))
}

const questionList: ExportList = {
  name: 'Questions',
  columns: questionColumns.map(({ name, width, isText = false }) => ({ id: name, name, width, isText })),
  rows: async function* (_app, tx) {
    const all = await tx
      .select({ id: videos.id })
      .from(videos)
      .where(isNull(videos.deletedAt))
      .orderBy(asc(videos.position), asc(videos.id))
    for (let at = 0; at < all.length; at += BATCH_VIDEOS) {
      const ids = all.slice(at, at + BATCH_VIDEOS).map(({ id }) => id)
      const practice = await countPractice(tx, ids)
      const rows = await tx
        .select({ question: questions, video: videos, seriesTitle: series.title })
        .from(questions)
        .innerJoin(videos, eq(videos.id, questions.videoId))
        .leftJoin(series, eq(series.id, videos.seriesId))
        .where(inArray(questions.videoId, ids))
        .orderBy(asc(videos.position), asc(videos.id), asc(questions.ageCategory), asc(questions.position))
      yield rows.map((row) => {
        const details = { ...row, practice: practice.get(row.question.id) ?? { answered: 0, correct: 0 } }
        return questionColumns.map(({ cell }) => cell(details))
      })
    }
  },
}

/** The list for each value of `what`. The audit log has its own export endpoint. */
export const exportLists: Partial<Record<string, ExportList>> = {
  students: studentList,
  payments: paymentList,
  questions: questionList,
}
