import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, utils, write, type WorkBook } from '@e965/xlsx'
import { allImportColumns } from '@baobab/contract/quiz/import-columns.ts'
import {
  importQuestions,
  listImports,
  previewImport,
  importTemplate,
  undoImport,
} from '@baobab/contract/quiz/question-import.ts'
import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makeQuiz, makeStudent, makeVideo, unique } from '../../../test/factories.ts'
import { csvOf, fixture, formWith, sheetNames } from '../../../test/spreadsheets.ts'
import { snapshotDatabase } from '../../../test/snapshot-database.ts'
import { expectRefusalWithoutWrites, quizCalls, quizRows } from '../../../test/take-quiz.ts'
import { auditLines } from '../../platform/audit/tables.ts'
import type { Tx } from '../../platform/database/database.ts'
import { formerTitles } from '../../videos/tables.ts'
import { addQuestion } from '../admin/add-question.ts'
import { lockVideoForQuestions } from '../admin/lock-question.ts'
import { questions, questionImports } from '../tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

type Cells = Record<string, string>
const row = (title: string, n: number | string, changes: Cells = {}) => {
  const cells: Cells = {
    videoTitle: title,
    question: `Who was there in part ${n}?`,
    option1: 'Amina',
    option2: 'Bola',
    option3: 'Chidi',
    option4: 'Danladi',
    correctAnswer: 'Bola',
    ageCategory: '11-20',
    ...changes,
  }
  return sheetNames.map((name) => cells[name] ?? '')
}
const csv = (...rows: string[][]) => formWith({ name: 'Term 1.csv', bytes: csvOf(rows) })
const send = (...rows: string[][]) => t.as(admin.token)(importQuestions, { body: csv(...rows) })
const preview = (...rows: string[][]) => t.as(admin.token)(previewImport, { body: csv(...rows) })
/** Returns a row with an explanation and a moment. */
const taught = (cells: string[], explanation = '', moment = '') => [...cells, explanation, moment]
const taughtCsv = (rows: string[][]) =>
  formWith({ name: 'Term 2.csv', bytes: csvOf(rows, ',', [...sheetNames, 'Explanation', 'moment']) })
const sendTaught = (...rows: string[][]) => t.as(admin.token)(importQuestions, { body: taughtCsv(rows) })
const previewTaught = (...rows: string[][]) => t.as(admin.token)(previewImport, { body: taughtCsv(rows) })
const questionsOf = (videoId: string) => t.app.db.select().from(questions).where(eq(questions.videoId, videoId))
/** Returns the questions in quiz order. */
const inOrder = async (videoId: string) => (await questionsOf(videoId)).toSorted((a, b) => a.position - b.position)
const lastLine = async () => (await t.app.db.select().from(auditLines).orderBy(desc(auditLines.seq)).limit(1))[0]

/** Returns the reply of an endpoint that sends a file. */
async function download(path: string, form?: FormData) {
  const request = new Request(`http://localhost${path}`, form ? { method: 'POST', body: form } : {})
  const reply = await t.http.inject({
    method: form ? 'POST' : 'GET',
    url: path,
    headers: { ...Object.fromEntries(request.headers), authorization: `Bearer ${admin.token}` },
    ...(form ? { payload: Buffer.from(await request.arrayBuffer()) } : {}),
  })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}
const rowsOf = (book: WorkBook, name: string) =>
  utils.sheet_to_json<string[]>(book.Sheets[name] ?? {}, { header: 1, defval: '', blankrows: true })

describe('an explanation in a spreadsheet', () => {
  it('is stored with a new question, and updates a stored one that is otherwise equal', async () => {
    const video = await makeVideo(t)
    const explained = taught(row(video.title, 1), 'Bola stayed at home.', '0:01')
    expect(await sendTaught(explained, taught(row(video.title, 2)))).toMatchObject({ added: 2, updated: 0 })
    const [first, second] = (await questionsOf(video.id)).toSorted((a, b) => a.position - b.position)
    expect(first).toMatchObject({ explanation: 'Bola stayed at home.', momentSeconds: 1 })
    expect(second).toMatchObject({ explanation: null, momentSeconds: null })
    // An empty cell changes nothing, the same text is skipped, and a different one updates.
    const again = [taught(row(video.title, 1)), taught(row(video.title, 2), 'He was ill.')]
    expect(await previewTaught(...again)).toMatchObject({ added: 0, updated: 1, skipped: 1, bad: 0 })
    expect(await sendTaught(...again)).toMatchObject({ added: 0, updated: 1, skipped: 1 })
    expect(await sendTaught(...again)).toMatchObject({ added: 0, updated: 0, skipped: 2 })
    const after = (await questionsOf(video.id)).toSorted((a, b) => a.position - b.position)
    expect(after).toEqual([first, { ...second, explanation: 'He was ill.' }])
    const [newest] = (await t.as(admin.token)(listImports, { query: {} })).imports
    expect(newest).toMatchObject({ added: 0, updated: 0, skipped: 2 })
  })

  it('is refused if it is too long, as is an invalid moment, each in its column', async () => {
    const { title } = await makeVideo(t)
    const bad = taught(row(title, 1), 'x'.repeat(301), 'later')
    const { rows } = await previewTaught(bad)
    expect(rows[0]?.problems.map(({ column }) => column)).toEqual(['explanation', 'moment'])
    expect(rows[0]?.problems[1]?.reason).toBe('Write the moment as minutes and seconds, like 0:45.')
  })
})

describe('an import', () => {
  it('is stored with its counts, logged without names, and linked to its questions', async () => {
    const video = await makeVideo(t)
    const reply = await send(row(video.title, 1), row(video.title.toUpperCase(), 2, { correctAnswer: ' bola ' }))
    expect(reply).toEqual({
      message: 'Trivia questions uploaded successfully!',
      importId: expect.any(String),
      added: 2,
      updated: 0,
      skipped: 0,
      hiddenRows: 0,
    })
    const rows = await questionsOf(video.id)
    expect(rows).toHaveLength(2)
    expect(rows.every(({ importId, correctAnswer }) => importId === reply.importId && correctAnswer === 'Bola')).toBe(
      true,
    )
    const [stored] = await t.app.db.select().from(questionImports).where(eq(questionImports.id, reply.importId))
    expect(stored).toMatchObject({ adminId: admin.id, fileName: 'Term 1.csv', addedCount: 2, skippedCount: 0 })
    expect(await lastLine()).toMatchObject({
      adminId: admin.id,
      action: 'sheet.imported',
      subject: reply.importId,
      details: { added: 2, skipped: 0 },
    })
  })

  it('Q-22 skips questions that are already stored or repeated in the file', async () => {
    const video = await makeVideo(t)
    const form = { videoTitle: video.title, question: 'Who was there in part 1?', ageCategory: '11-20' as const }
    const options = ['Amina', 'Bola', 'Chidi', 'Danladi']
    await addQuestion(t.app, { id: admin.id }, { ...form, options, correctAnswer: 'Bola' })
    const twice = row(video.title, 2)
    const shouted = row(video.title, '1').map((cell, at) => (at === 0 ? cell : cell.toUpperCase()))
    expect(await send(row(video.title, 1), shouted, twice, twice)).toMatchObject({ added: 1, skipped: 3 })
    expect(await questionsOf(video.id)).toHaveLength(2)
  })

  it('Q-22 refuses a stored question with different options, option order or answer', async () => {
    const video = await makeVideo(t)
    await send(row(video.title, 1))
    const others = [{ option4: 'Ekene' }, { option1: 'Bola', option2: 'Amina' }, { correctAnswer: 'Amina' }]
    for (const changes of others)
      expect((await refusal(send(row(video.title, 1, changes)))).errors).toEqual([
        {
          path: 'rows.2.question',
          message: 'Row 2: This video already has this question with other options or another answer.',
        },
      ])
    // The same text in the other category is a different question.
    expect(await send(row(video.title, 1, { ageCategory: '5-10', option4: 'Ekene' }))).toMatchObject({ added: 1 })
  })

  it('refuses more than 50 questions for a video and category', async () => {
    const { video } = await makeQuiz(t, { count: 48 })
    const rows = [1, 2, 3, 4].map((n) => row(video.title, n))
    expect((await refusal(send(...rows))).errors).toEqual(
      [4, 5].map((n) => ({
        path: `rows.${n}.videoTitle`,
        message: `Row ${n}: A video can have at most 50 questions in each age category.`,
      })),
    )
    expect(await send(...rows.slice(0, 2), row(video.title, 3, { ageCategory: '5-10' }))).toMatchObject({ added: 3 })
    expect(await questionsOf(video.id)).toHaveLength(51)
  })

  it('also finds a video by a former title, but no deleted videos', async () => {
    const [video, gone] = [await makeVideo(t), await makeVideo(t, { deletedAt: new Date() })]
    const former = `Former ${unique()}`
    await t.app.db.insert(formerTitles).values({ titleKey: toStoredKey(former), videoId: video.id })
    expect(await send(row(former, 1), row(video.title, 1))).toMatchObject({ added: 1, skipped: 1 })
    expect(await refusal(send(row(gone.title, 1)))).toMatchObject({
      status: 422,
      errors: [{ path: 'rows.2.videoTitle', message: expect.stringContaining('Row 2: No video has this title.') }],
    })
  })

  it('Q-22 of one file sent many times simultaneously adds each question once', async () => {
    const videos = [await makeVideo(t), await makeVideo(t), await makeVideo(t)]
    const rows = videos.flatMap(({ title }) => [1, 2, 3, 4, 5].map((n) => row(title, n)))
    const orders = [rows, rows.toReversed(), rows, rows.toReversed()]
    const replies = await Promise.all(orders.map((order) => send(...order)))
    expect(replies.map(({ added }) => added).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 15])
    expect(replies.map(({ skipped }) => skipped).toSorted((a, b) => a - b)).toEqual([0, 15, 15, 15])
    for (const { id } of videos) expect(await questionsOf(id)).toHaveLength(5)
  })

  it('and a question added by hand at the same time stay within the limit', async () => {
    const { video } = await makeQuiz(t, { count: 49 })
    const options = ['Amina', 'Bola', 'Chidi', 'Danladi']
    const form = {
      videoTitle: video.title,
      question: 'By hand?',
      options,
      correctAnswer: 'Bola',
      ageCategory: '11-20' as const,
    }
    const outcomes = await Promise.allSettled([send(row(video.title, 1)), addQuestion(t.app, { id: admin.id }, form)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await questionsOf(video.id)).toHaveLength(50)
  })
})

describe('a preview', () => {
  it('shows each row’s outcome and each quiz’s new size, and writes nothing', async () => {
    const { video } = await makeQuiz(t, { count: 2 })
    await send(row(video.title, 1))
    const before = await snapshotDatabase(t)
    const shown = await preview(row(video.title, 1), row(video.title, 2), row('No such video', 3))
    expect(await snapshotDatabase(t)).toEqual(before)
    expect(shown).toMatchObject({
      fileName: 'Term 1.csv',
      sheets: [{ name: null, rows: 3, ignoredColumns: [] }],
      sheetsLeftOut: [],
      added: 1,
      skipped: 1,
      bad: 1,
    })
    expect(shown.quizzes).toEqual([{ videoTitle: video.title, ageCategory: '11-20', before: 3, added: 1, asked: 4 }])
    expect(shown.rows.map((one) => [one.row, one.outcome, one.problems])).toEqual([
      [2, 'skipped', []],
      [3, 'added', []],
      [4, 'bad', [{ column: 'videoTitle', reason: 'No video has this title.', suggestions: [] }]],
    ])
  })
})

describe('the annotated spreadsheet', () => {
  it('is the uploaded one with a reason beside each bad row, without formulas', async () => {
    await makeVideo(t, { title: 'Two Buckets, One Well' })
    const { status, headers, bytes } = await download(
      '/admin/sheets/marked',
      formWith({ name: 'Má sheet.xlsx', bytes: fixture('bad-rows.xlsx') }),
    )
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': `attachment; filename="questions.xlsx"; filename*=UTF-8''M%C3%A1%20sheet%20with%20reasons.xlsx`,
      'x-content-type-options': 'nosniff',
    })
    const marked = rowsOf(read(bytes), 'Sheet1')
    expect(marked.map((cells) => cells.at(-1))).toEqual([
      'reason',
      '',
      'Video title: No video has this title.',
      'Correct answer: The correct answer must be one of the four options.',
      'Option B: The four options must be different. Correct answer: The correct answer must be one of the four options.',
      '',
      'Question: Enter the question. Age category: The age category must be 5-10 or 11-20.',
      'Question: Row 2 already has this question with other options or another answer.',
      'Option D: This cell shows a spreadsheet error.',
    ])
    expect(marked[2]?.slice(0, 3)).toEqual(['A film that nobody made', 'Who told the truth in part 2?', 'Amina'])
  })

  it('can be corrected and uploaded again, and formula-like text stays text', async () => {
    const video = await makeVideo(t)
    const hostile = `=cmd|' /C calc'!A0`
    const first = csv(row(video.title, hostile, { question: hostile }), row(video.title, 1, { correctAnswer: 'x' }))
    const { bytes } = await download('/admin/sheets/marked', first)
    const cells = Object.entries(read(bytes, { cellFormula: true }).Sheets['Questions'] ?? {})
    const typed = cells.filter(([name]) => !name.startsWith('!')).map(([, cell]) => cell as { t: string; f?: string })
    expect(typed.every(({ t: type, f }) => type === 's' && f === undefined)).toBe(true)
    const again = await t.as(admin.token)(previewImport, { body: formWith({ name: 'again.xlsx', bytes }) })
    expect(again).toMatchObject({ added: 1, bad: 1, sheets: [{ ignoredColumns: ['reason'] }] })
    const twice = await download('/admin/sheets/marked', formWith({ name: 'again.xlsx', bytes }))
    expect(rowsOf(read(twice.bytes), 'Questions')[0]).toEqual([...sheetNames, 'reason'])
  })
})

describe('the annotated spreadsheet with several sheets', () => {
  it('has all of them, with the reasons on the sheets of questions', async () => {
    await makeVideo(t, { title: 'Two Buckets, One Well' }).catch(() => undefined)
    const form = formWith({ name: 'a.ods', bytes: fixture('two-sheets-bad-row.ods') })
    const book = read((await download('/admin/sheets/marked', form)).bytes)
    expect(book.SheetNames).toEqual(['Term 1', 'Term 2', 'Term 3', 'Notes', 'Old term', 'Empty'])
    expect(rowsOf(book, 'Term 1').map((cells) => cells.at(-1))).toEqual(['reason', '', ''])
    expect(rowsOf(book, 'Term 2').map((cells) => cells.at(-1))).toEqual([
      '',
      'reason',
      '',
      'Question: Row 2 of “Term 1” already has this question with other options or another answer.',
    ])
    expect(rowsOf(book, 'Notes')).toEqual([['Ngozi checks these on Friday.']])
  })
})

describe('a file’s name', () => {
  const sheet = (name: string) => formWith({ name, bytes: csvOf([row('No such video', 1)]) })
  const dispositionOf = async (name: string) => {
    const { status, headers } = await download('/admin/sheets/marked', sheet(name))
    return { status, name: decodeURIComponent(String(headers['content-disposition']).split("UTF-8''")[1] ?? '') }
  }

  it('contains no characters that cannot be passed to a program', async () => {
    const body = [
      '--x',
      `content-disposition: form-data; name="file"; filename*=utf-8''a%00b.csv`,
      'content-type: text/csv',
      '',
      csvOf([row('No such video', 1)]),
      '--x--',
      '',
    ].join('\r\n')
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const inject = (url: string) => t.http.inject({ method: 'POST', url, headers, payload: body })
    const shown = await inject('/admin/sheets/preview')
    expect(shown.statusCode).toBe(200)
    expect(shown.json()).toMatchObject({ fileName: 'ab.csv', bad: 1 })
    expect((await inject('/admin/sheets/marked')).statusCode).toBe(200)
  })

  it('is cut off between characters, never within one', async () => {
    const long = await dispositionOf(`a${'😀'.repeat(250)}.csv`)
    expect(long).toEqual({ status: 200, name: `a${'😀'.repeat(195)} with reasons.xlsx` })
    const ending = await dispositionOf(`${'a'.repeat(250)}.${'😀'.repeat(20)}`)
    expect(ending).toEqual({ status: 200, name: `${'a'.repeat(190)}.${'😀'.repeat(9)} with reasons.xlsx` })
  })
})

describe('the template', () => {
  it('has the columns, the rules and all video titles, but no questions', async () => {
    const video = await makeVideo(t)
    const { headers, bytes } = await download('/admin/sheets/template')
    expect(headers['content-disposition']).toContain('Trivia%20questions.xlsx')
    const book = read(bytes)
    expect(book.SheetNames).toEqual(['Questions', 'How to fill it in', 'Videos'])
    expect(rowsOf(book, 'Questions')).toEqual([allImportColumns])
    expect(rowsOf(book, 'Videos').flat()).toContain(video.title)
    const refused = await refusal(t.as(admin.token)(importQuestions, { body: formWith({ name: 'a.xlsx', bytes }) }))
    expect(refused.errors[0]?.message).toBe('There are no questions below the column names.')
  })

  it('is text in every question column, and its other sheets are not questions', async () => {
    const { bytes } = await download('/admin/sheets/template')
    const { files } = read(bytes, { bookFiles: true }) as unknown as { files: Record<string, { content: Uint8Array }> }
    const xml = Buffer.from(files['xl/worksheets/sheet1.xml']?.content ?? []).toString()
    expect(xml.match(/<col [^>]*style="2"/g)).toHaveLength(allImportColumns.length)
    const video = await makeVideo(t)
    const book = read(bytes)
    utils.sheet_add_aoa(book.Sheets['Questions'] ?? {}, [row(video.title, 1)], { origin: 'A2' })
    const filled: unknown = write(book, { type: 'buffer', bookType: 'xlsx' })
    const form = formWith({ name: 'a.xlsx', bytes: Buffer.from(filled as Uint8Array) })
    const shown = await t.as(admin.token)(previewImport, { body: form })
    expect(shown).toMatchObject({ added: 1, bad: 0, sheetsLeftOut: [] })
    expect(shown.sheets.map(({ name }) => name)).toEqual(['Questions'])
  })

  it('is also available as CSV that Excel reads as UTF-8', async () => {
    const { headers, bytes } = await download(`${importTemplate.path}?format=csv`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(bytes.toString()).toBe(`\uFEFF${allImportColumns.join(',')}\r\n`)
  })
})

describe('undoing an import', () => {
  const undo = (importId: string) => t.as(admin.token)(undoImport, { params: { importId } })
  const calls = quizCalls((token) => t.as(token))
  const rows = quizRows(() => t)

  it('deletes its questions, including edited ones, and no others; repeating it changes nothing', async () => {
    const { video } = await makeQuiz(t, { count: 2 })
    const { importId } = await send(row(video.title, 1), row(video.title, 2))
    const edited = { question: 'Edited?', questionKey: toComparisonKey('Edited?') }
    await t.app.db
      .update(questions)
      .set(edited)
      .where(eq(questions.questionKey, toComparisonKey('Who was there in part 1?')))
    expect(await undo(importId)).toEqual({
      message: 'The import has been undone.',
      removed: 2,
      restored: 0,
    })
    expect((await questionsOf(video.id)).map(({ question }) => question)).toEqual(['Question 1?', 'Question 2?'])
    expect(await lastLine()).toMatchObject({
      adminId: admin.id,
      action: 'sheet.import_undone',
      subject: importId,
      details: { removed: 2, restored: 0 },
    })
    const before = await snapshotDatabase(t)
    expect(await undo(importId)).toMatchObject({ removed: 0 })
    expect(await snapshotDatabase(t)).toEqual(before)
    // The same file can be imported again.
    expect(await send(row(video.title, 1))).toMatchObject({ added: 1 })
  })

  it('restores the explanations and moments that it changed, except those edited since', async () => {
    const { video } = await makeQuiz(t, { count: 1 })
    const first = await sendTaught(
      taught(row(video.title, 1), 'First.', '0:01'),
      taught(row(video.title, 2), 'Second.', '0:02'),
    )
    const { importId } = await sendTaught(
      taught(row(video.title, 1), 'Better.', '0:02'),
      taught(row(video.title, 2), 'Other.'),
    )
    const listed = async () => (await t.as(admin.token)(listImports, { query: {} })).imports[0]
    expect(await listed()).toMatchObject({ _id: importId, left: 0, updated: 2, updatedLeft: 2 })
    const [, one, two] = await inOrder(video.id)
    await t.app.db
      .update(questions)
      .set({ explanation: 'By hand.' })
      .where(eq(questions.id, two?.id ?? ''))
    expect(await listed()).toMatchObject({ updatedLeft: 1 })
    expect(await undo(importId)).toMatchObject({ removed: 0, restored: 1 })
    const [, after, edited] = await inOrder(video.id)
    expect(after).toEqual({ ...one, explanation: 'First.', momentSeconds: 1 })
    expect(edited).toMatchObject({ explanation: 'By hand.', momentSeconds: 2 })
    expect(await listed()).toMatchObject({ updatedLeft: 0 })
    expect(await undo(importId)).toMatchObject({ removed: 0, restored: 0 })
    expect(await undo(first.importId)).toMatchObject({ removed: 2, restored: 0 })
  })

  it('does not change running and finished attempts', async () => {
    const video = await makeVideo(t)
    const { importId } = await send(row(video.title, 1), row(video.title, 2))
    const quiz = { video, ageCategory: '11-20' as const, questions: await questionsOf(video.id) }
    const [running, finished] = [await makeStudent(t), await makeStudent(t)]
    await calls.start(running, quiz)
    await calls.answer(finished, quiz, 0, 'Bola')
    await calls.finish(finished, quiz)
    await expectRefusalWithoutWrites(t, () => undo(importId), {
      status: 409,
      code: 'too_few_questions',
      message: `Students have started the “${video.title}” quiz (11-20). It asks 2 questions. Add another question before you delete one.`,
    })
    await makeQuiz(t, { video, count: 2 })
    await undo(importId)
    expect(await calls.answer(running, quiz, 1, 'Bola')).toMatchObject({ correct: true, points: 10 })
    expect(await calls.review(finished, quiz)).toMatchObject({ score: 10, maxScore: 20 })
    expect(await rows.loadEntry(finished)).toMatchObject({ score: 10 })
  })

  it('waits for a reordering of the same questions without a deadlock', async () => {
    const video = await makeVideo(t)
    const { importId } = await send(row(video.title, 1), row(video.title, 2))
    const [first, second] = await questionsOf(video.id)
    const move = (tx: Tx, id = '') => tx.update(questions).set({ position: 9 }).where(eq(questions.id, id))
    const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    let undoing: ReturnType<typeof undo> | undefined
    await t.app.db.transaction(async (tx) => {
      await lockVideoForQuestions(tx, video.id)
      await move(tx, second?.id)
      undoing = undo(importId)
      undoing.catch(() => undefined)
      await expect.poll(async () => (await t.app.db.execute(isWaiting)).rows.length).toBe(1)
      await move(tx, first?.id)
    })
    expect(await undoing).toMatchObject({ removed: 2 })
  })

  it('requested twice simultaneously deletes each question once; an unknown import gets 404', async () => {
    const video = await makeVideo(t)
    const { importId } = await send(row(video.title, 1), row(video.title, 2))
    const removed = (await Promise.all([undo(importId), undo(importId)])).map((reply) => reply.removed)
    expect(removed.toSorted((a, b) => a - b)).toEqual([0, 2])
    for (const unknown of ['x', randomUUID()]) expect(await refusal(undo(unknown))).toMatchObject({ status: 404 })
  })
})

it('U-14 the parser is the maintained fork: the abandoned package, which has known vulnerabilities, is not installed', () => {
  const lock = readFileSync(join(import.meta.dirname, '../../../../package-lock.json'), 'utf8')
  expect(lock).toContain('"node_modules/@e965/xlsx"')
  expect(lock).not.toContain('"node_modules/xlsx"')
})

it('the list of imports is paged, newest first, with the number of remaining questions', async () => {
  const video = await makeVideo(t)
  const ids: string[] = []
  for (const n of [1, 2, 3]) ids.unshift((await send(row(video.title, n))).importId)
  await t.as(admin.token)(undoImport, { params: { importId: ids[1] ?? '' } })
  const first = await t.as(admin.token)(listImports, { query: { limit: 2 } })
  expect(first.imports.map(({ _id, left, undoneAt }) => [_id, left, undoneAt !== null])).toEqual([
    [ids[0], 1, false],
    [ids[1], 0, true],
  ])
  expect(first.imports[0]).toMatchObject({
    fileName: 'Term 1.csv',
    adminUsername: admin.username,
    added: 1,
    skipped: 0,
  })
  const next = await t.as(admin.token)(listImports, { query: { limit: 2, cursor: first.nextCursor ?? '' } })
  expect(next.imports[0]?._id).toBe(ids[2])
  const { status } = await refusal(t.as(admin.token)(listImports, { query: { cursor: 'nowhere' } }))
  expect(status).toBe(400)
})
