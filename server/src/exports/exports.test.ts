import { changeRole, logOutAdmin } from '@baobab/contract/accounts/admin.ts'
import { lagosDate, REAUTHENTICATION_MS } from '@baobab/contract/accounts/rules.ts'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import * as contract from '@baobab/contract/exports/endpoints.ts'
import { StudentSelection } from '@baobab/contract/students/endpoints.ts'
import { previewImport } from '@baobab/contract/quiz/question-import.ts'
import { read, utils } from '@e965/xlsx'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { openTestApp } from '../../test/harness.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeSeries,
  makePayment,
  makeStudent,
  makeVideo,
} from '../../test/factories.ts'
import { sessions, students } from '../accounts/tables.ts'
import { parseCsv } from '../platform/files/csv.ts'
import { practiceAnswers } from '../quiz/streak-tables.ts'
import { questions } from '../quiz/tables.ts'
import { exportFiles } from './tables.ts'
import { EXPORT_MS } from './list-exports.ts'
import { failExport, writeExport } from './make-export.ts'
import { deleteExpiredExports } from './delete-expired-exports.ts'
import { formWith } from '../../test/spreadsheets.ts'
import { waitFor } from '../../test/wait-for.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
beforeAll(async () => {
  await makeStudents()
})

/** Names that a spreadsheet program would interpret as formulas. */
const schools = ['=HYPERLINK("http://evil.example";"x")', '+1', '-2+3', '@SUM(A1)', 'St. "Mary", Lagos', '<b>&École']

async function makeStudents(): Promise<void> {
  for (const [n, school] of schools.entries())
    await makeStudent(t, {
      username: `pupil${n}`,
      email: `pupil${n}@school.example`,
      gender: n % 2 ? 'male' : 'female',
    }).then(({ id }) => t.app.db.update(students).set({ school }).where(eq(students.id, id)))
  await t.app.db.update(students).set({ extraTimeFactor: 1.5 }).where(eq(students.username, 'pupil0'))
  // Registration refuses such a name, but the export must not rely on that.
  await t.app.db.update(students).set({ username: '=1+1', usernameKey: '=1+1' }).where(eq(students.username, 'pupil5'))
}

type StudentOrder = Extract<RequestOf<typeof contract.startExport>['body'], { what: 'students' }>
type Order = { format: 'csv' | 'xlsx'; filters?: Partial<StudentSelection> }
const start = ({ format, filters }: Order, token = admin.token) =>
  t.as(token)(contract.startExport, { body: { what: 'students', format, filters: { filter: 'all', ...filters } } })
const link = async (exportId: string, token = admin.token) =>
  (await t.as(token)(contract.linkToExport, { params: { exportId } })).url
const list = async (token = admin.token) => (await t.as(token)(contract.listExports, {})).exports

async function ready(id: string, token = admin.token) {
  return waitFor(async () => {
    const file = (await list(token)).find(({ _id }) => _id === id)
    expect(file?.state).toBe('ready')
    return file
  })
}

async function fileOf(order: Order) {
  const file = await ready((await start(order)).export._id)
  const url = await link(file?._id ?? '')
  return { file, url, reply: await t.http.inject(url) }
}

describe('an export as CSV', () => {
  it('U-15 contains every student in list order, and no formulas', async () => {
    const { file, reply } = await fileOf({ format: 'csv', filters: { sort: 'username', direction: 'asc' } })
    expect(file).toMatchObject({ rowCount: 6, filters: { filter: 'all', sort: 'username', direction: 'asc' } })
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="students.csv"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    const rows = parseCsv(reply.body)
    expect(rows.map(({ Username }) => Username)).toEqual(["'=1+1", 'pupil0', 'pupil1', 'pupil2', 'pupil3', 'pupil4'])
    expect(rows.slice(1).map(({ School }) => School)).toEqual([
      ...schools.slice(0, 4).map((school) => `'${school}`),
      schools[4],
    ])
    for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    expect(rows.map((row) => row['Extra time'])).toEqual(['', '1.5', '', '', '', ''])
    expect(rows[1]).toMatchObject({ Email: 'pupil0@school.example', Gender: 'female', Score: '0', Paid: 'no' })
  })

  it('contains the selected students, but the audit log does not contain the search', async () => {
    const { reply } = await fileOf({ format: 'csv', filters: { filter: 'males', search: 'pupil' } })
    // One of them has a different name but a matching email.
    expect(parseCsv(reply.body).map(({ Username }) => Username)).toHaveLength(3)
    const { lines } = await t.as(admin.token)(auditLog, { query: { action: 'export.started', limit: 1 } })
    expect(lines[0]).toMatchObject({
      details: { what: 'students', format: 'csv', filter: 'males', searched: true },
    })
    expect(JSON.stringify(lines[0]?.details)).not.toContain('pupil')
  })
})

describe('an export with chosen columns or rows', () => {
  const idOf = async (username: string) => {
    const [row] = await t.app.db.select({ id: students.id }).from(students).where(eq(students.username, username))
    return row?.id ?? ''
  }
  const startChosen = (choice: Pick<StudentOrder, 'columns' | 'ids'>) =>
    t.as(admin.token)(contract.startExport, {
      body: { what: 'students', format: 'csv', filters: { filter: 'all' }, ...choice },
    })
  const readChosen = async (choice: Pick<StudentOrder, 'columns' | 'ids'>) => {
    const file = await ready((await startChosen(choice)).export._id)
    return { file, csv: (await t.http.inject(await link(file?._id ?? ''))).body }
  }

  it('has no personal columns unless they are chosen', async () => {
    const [header = ''] = (await readChosen({})).csv.split('\r\n')
    expect(header).toContain('Email')
    for (const name of ['Phone', 'Date of birth', 'Paid on']) expect(header).not.toContain(name)
  })

  it('has the chosen columns in list order, and only the selected rows', async () => {
    const [one, two, gone] = [await idOf('pupil1'), await idOf('pupil2'), await makeStudent(t)]
    await t.app.db.update(students).set({ number: '+2348035550100', birth: '2012-05-01' }).where(eq(students.id, one))
    await makePayment(t, { studentId: one, kinds: ['succeeded'] })
    await t.app.db.update(students).set({ erasedAt: new Date() }).where(eq(students.id, gone.id))
    const columns: StudentOrder['columns'] = ['paidOn', 'birth', 'username', 'phone']
    const { file, csv } = await readChosen({ columns, ids: [two, one, gone.id] })
    await t.app.db.delete(students).where(eq(students.id, gone.id))
    expect(file).toMatchObject({ columns, selected: 3, rowCount: 2 })
    const rows = parseCsv(csv)
    expect(Object.keys(rows[0] ?? {})).toEqual(['Username', 'Phone', 'Date of birth', 'Paid on'])
    expect(rows[0]).toMatchObject({ Username: 'pupil1', Phone: "'+2348035550100", 'Date of birth': '2012-05-01' })
    expect(rows[0]?.['Paid on']).toBe(lagosDate(t.app.clock.now()))
    expect(rows[1]).toMatchObject({ Username: 'pupil2', 'Paid on': '' })
    const { lines } = await t.as(admin.token)(auditLog, { query: { action: 'export.started', limit: 1 } })
    expect(lines[0]?.details).toMatchObject({ columns: 'paidOn, birth, username, phone', rows: 3 })
    const [stored] = await t.app.db
      .select()
      .from(exportFiles)
      .where(eq(exportFiles.id, file?._id ?? ''))
    expect(stored?.ids).toBeNull()
  })

  it('of payments contains the selected ones', async () => {
    const { id } = await makePayment(t, { studentId: await idOf('pupil3'), kinds: ['succeeded'] })
    await makePayment(t, { studentId: await idOf('pupil4'), kinds: ['succeeded'] })
    const { export: started } = await t.as(admin.token)(contract.startExport, {
      body: { what: 'payments', format: 'csv', filters: {}, columns: ['username', 'amount'], ids: [id] },
    })
    const file = await ready(started._id)
    const { body } = await t.http.inject(await link(file?._id ?? ''))
    expect(parseCsv(body)).toEqual([{ Username: 'pupil3', Naira: '1000' }])
  })

  it('is separate from an export of other rows while both are being written', async () => {
    const [one, two] = [await idOf('pupil1'), await idOf('pupil2')]
    const started = await Promise.all([startChosen({ ids: [one] }), startChosen({ ids: [two] })])
    expect(new Set(started.map((reply) => reply.export._id)).size).toBe(2)
    for (const reply of started) expect(await ready(reply.export._id)).toMatchObject({ rowCount: 1 })
  })

  it('is refused without a column, and with an unknown one or a malformed id', async () => {
    expect(await refusal(startChosen({ columns: [] }))).toMatchObject({ status: 400 })
    expect(await refusal(startChosen({ columns: ['passwordHash'] as never }))).toMatchObject({ status: 400 })
    expect(await refusal(startChosen({ ids: ['x'] }))).toMatchObject({ status: 404 })
  })
})

it('U-15 an export as XLSX contains text and numbers, but no formulas', async () => {
  const { reply } = await fileOf({ format: 'xlsx', filters: { sort: 'username', direction: 'asc' } })
  expect(reply.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const book = read(reply.rawPayload)
  expect(book.SheetNames).toEqual(['Students'])
  const sheet = book.Sheets['Students'] ?? {}
  const rows = utils.sheet_to_json<Record<string, unknown>>(sheet)
  expect(rows.map(({ School }) => School)).toEqual([schools[5], ...schools.slice(0, 5)])
  expect(rows[0]).toMatchObject({ Username: '=1+1', Score: 0 })
  const cells = Object.entries(sheet).filter(([name]) => !name.startsWith('!'))
  for (const [, cell] of cells) expect(cell).not.toHaveProperty('f')
})

describe('an export of all questions', () => {
  const startQuestions = (format: 'csv' | 'xlsx', token: string) =>
    t.as(token)(contract.startExport, { body: { what: 'questions', format, filters: {} } })

  it('contains what is known about each, and can be imported again', async () => {
    const editor = await makeAnotherAdmin(t, admin, 'content')
    const [first, second] = [
      await makeVideo(t, { title: 'The Drum', values: ['honesty', 'hard-work'], position: 1 }),
      await makeVideo(t, { title: 'The Well', position: 2 }),
    ]
    await makeSeries(t, { title: 'Small Things', members: [first] })
    const quiz = await makeQuiz(t, { video: first, count: 2 })
    await makeQuiz(t, { video: second, ageCategory: '5-10', count: 1 })
    const [question] = quiz.questions
    await t.app.db
      .update(questions)
      .set({ explanation: 'He said so.', momentSeconds: 65, pictures: ['a', 'b', 'c', 'd'] })
      .where(eq(questions.id, question?.id ?? ''))
    const practised = { questionId: question?.id ?? '', videoId: first.id, ageCategory: '11-20' as const }
    const pupils = await t.app.db.select({ studentId: students.id }).from(students).limit(3)
    for (const [n, { studentId }] of pupils.entries())
      await t.app.db
        .insert(practiceAnswers)
        .values({ ...practised, studentId, day: '2026-11-02', isCorrect: n > 0, answeredAt: t.app.clock.now() })

    const file = await ready((await startQuestions('csv', editor.token)).export._id, editor.token)
    const { body } = await t.http.inject(await link(file?._id ?? '', editor.token))
    const rows = parseCsv(body)
    expect(rows.map((row) => [row['videoTitle'], row['question'], row['ageCategory']])).toEqual([
      ['The Drum', 'Question 1?', '11-20'],
      ['The Drum', 'Question 2?', '11-20'],
      ['The Well', 'Question 1?', '5-10'],
    ])
    expect(rows[0]).toMatchObject({
      correctAnswer: 'right',
      explanation: 'He said so.',
      moment: '1:05',
      pictures: 'yes',
      values: 'Honesty, Hard work',
      series: 'Small Things',
      practiceAnswers: '3',
      practiceCorrect: '2',
    })
    expect(rows[2]).toMatchObject({ explanation: '', moment: '', pictures: 'no', series: '', practiceAnswers: '0' })

    const changed = body.replace('He said so.', 'He told the whole village.')
    const preview = await t.as(editor.token)(previewImport, {
      body: formWith({ name: 'questions.csv', bytes: Buffer.from(changed) }),
    })
    expect(preview).toMatchObject({ updated: 1, skipped: 2, bad: 0, added: 0 })
  })

  it('is only for admins who manage questions', async () => {
    const support = await makeAnotherAdmin(t, admin, 'support')
    const editor = await makeAnotherAdmin(t, admin, 'content')
    const forbidden = { status: 403, code: 'forbidden' }
    expect(await refusal(startQuestions('csv', support.token))).toMatchObject(forbidden)
    expect(await refusal(start({ format: 'csv' }, editor.token))).toMatchObject(forbidden)
  })
})

describe('a role', () => {
  const startPayments = (token: string) =>
    t.as(token)(contract.startExport, { body: { what: 'payments', format: 'csv', filters: {} } })
  const forbidden = { status: 403, code: 'forbidden' }

  it('can export only the lists it works with', async () => {
    const support = await makeAnotherAdmin(t, admin, 'support')
    const finance = await makeAnotherAdmin(t, admin, 'finance')
    expect(await refusal(start({ format: 'csv' }, finance.token))).toMatchObject(forbidden)
    expect(await refusal(startPayments(support.token))).toMatchObject(forbidden)
    await start({ format: 'csv' }, support.token)
    await startPayments(finance.token)
    expect((await list(support.token)).map(({ what }) => what)).toEqual(['students'])
    expect((await list(finance.token)).map(({ what }) => what)).toEqual(['payments'])
  })

  it('that no longer works with a list cannot open its files, even through an earlier link', async () => {
    const moved = await makeAnotherAdmin(t, admin, 'support')
    const { _id } = (await start({ format: 'csv' }, moved.token)).export
    await ready(_id, moved.token)
    const url = await link(_id, moved.token)
    expect((await t.http.inject(url)).statusCode).toBe(200)
    await t.as(admin.token)(changeRole, { params: { adminId: moved.id }, body: { role: 'finance' } })
    expect(await list(moved.token)).toEqual([])
    expect(await refusal(link(_id, moved.token))).toMatchObject(forbidden)
    const reply = await t.http.inject(url)
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toMatchObject({ code: 'link_invalid' })
  })
})

describe('an export', () => {
  it('R-41 requires a recent password', async () => {
    const tired = await makeAnotherAdmin(t, admin)
    const confirmedAt = new Date(t.app.clock.now().getTime() - REAUTHENTICATION_MS - 1)
    await t.app.db.update(sessions).set({ confirmedAt }).where(eq(sessions.adminId, tired.id))
    expect((await refusal(start({ format: 'csv' }, tired.token))).code).toBe('reauth_required')
    expect(await list(tired.token)).toEqual([])
  })

  it('R-41 requires a recent password for its link, which is logged', async () => {
    const { file } = await fileOf({ format: 'csv' })
    const exportId = file?._id ?? ''
    expect(file).not.toHaveProperty('url')
    const { lines } = await t.as(admin.token)(auditLog, { query: { limit: 1 } })
    expect(lines[0]).toMatchObject({ action: 'export.opened', subject: { _id: exportId }, admin: admin.username })
    const now = t.app.clock.now()
    t.app.clock.advance(REAUTHENTICATION_MS + 1)
    expect((await refusal(link(exportId))).code).toBe('reauth_required')
    expect((await list()).map(({ _id }) => _id)).toContain(exportId)
    t.app.clock.set(now)
    expect(await refusal(link('nonsense'))).toMatchObject({ status: 404 })
  })

  it('started twice at the same time creates only one file', async () => {
    const holder = await t.owner.connect()
    // The first file must not be finished before the second start.
    await holder.query('begin; lock table standings in access exclusive mode')
    const [one, two] = await Promise.all([start({ format: 'xlsx' }), start({ format: 'xlsx' })])
    expect(one.export._id).toBe(two.export._id)
    await holder.query('rollback')
    holder.release()
    await ready(one.export._id)
  })

  it('has a link that cannot be altered and stops working after logging out', async () => {
    const other = await makeAnotherAdmin(t, admin)
    const { export: made } = await start({ format: 'csv' }, other.token)
    await ready(made._id, other.token)
    expect((await list()).map(({ _id }) => _id)).not.toContain(made._id)
    expect(await refusal(link(made._id))).toMatchObject({ status: 404 })
    const url = await link(made._id, other.token)
    expect((await t.http.inject(url)).statusCode).toBe(200)
    const altered = [
      url.replace('/downloads/', '/media/'),
      url.replace('.csv', '.xlsx'),
      url.replace('exports/', 'pictures/'),
      url.replace('~', '~0'),
    ]
    for (const wrong of altered) expect((await t.http.inject(wrong)).statusCode).toBe(403)
    await t.as(other.token)(logOutAdmin, {})
    expect((await t.http.inject(url)).statusCode).toBe(403)
  })

  it('is marked as failed if it cannot be made', async () => {
    const [row] = await t.app.db
      .insert(exportFiles)
      .values({
        adminId: admin.id,
        what: 'students',
        format: 'csv',
        filters: {},
        state: 'waiting',
        createdAt: t.app.clock.now(),
      })
      .returning()
    await failExport(t.app, { exportId: row?.id ?? '' })
    expect((await list()).find(({ _id }) => _id === row?.id)).toMatchObject({ state: 'failed' })
    expect(await refusal(link(row?.id ?? ''))).toMatchObject({ status: 404 })
    // If an admin runs the job again, it says why it fails again: the selection is gone.
    const { signal } = new AbortController()
    await expect(writeExport(t.app, { exportId: row?.id ?? '' }, signal)).rejects.toThrow('Please start a new one.')
  })

  it.each(['row', 'row, and the server was killed'])(
    'leaves no file if this disappears while the file is being written: the %s',
    async (what) => {
      const [row] = await t.app.db
        .insert(exportFiles)
        .values({
          adminId: admin.id,
          what: 'students',
          format: 'csv',
          filters: { filter: 'all' },
          state: 'waiting',
          createdAt: t.app.clock.now(),
        })
        .returning()
      const exportId = row?.id ?? ''
      const key = `exports/${exportId}.csv`
      const put = async (to: string, from: string) => {
        await t.app.files.put(to, from)
        await t.app.db.delete(exportFiles).where(eq(exportFiles.id, exportId))
      }
      const remove = (file: string) =>
        what === 'row' ? t.app.files.remove(file) : Promise.reject(new Error('Killed.'))
      const signal = new AbortController().signal
      await Promise.allSettled([
        writeExport({ ...t.app, files: { ...t.app.files, put, remove } }, { exportId }, signal),
      ])
      expect((await t.app.files.size(key)) === undefined).toBe(what === 'row')
      await writeExport(t.app, { exportId }, signal)
      expect(await t.app.files.size(key)).toBeUndefined()
    },
  )

  it('is deleted after a day, with its file', async () => {
    const { url } = await fileOf({ format: 'csv' })
    const now = t.app.clock.now()
    t.app.clock.advance(EXPORT_MS + 1)
    expect(await deleteExpiredExports(t.app)).toBeGreaterThan(0)
    t.app.clock.set(now)
    expect(await t.app.files.list('exports')).toEqual([])
    expect(await list()).toEqual([])
    expect((await t.http.inject(url)).statusCode).toBe(404)
  })
})
