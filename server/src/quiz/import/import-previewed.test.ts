// Tests importing a preview: exactly what an admin has seen is stored.
import {
  importPreviewed,
  importQuestions,
  previewImport,
  type ImportSettings,
} from '@baobab/contract/quiz/question-import.ts'
import { cellDoubts, importRefusals, rowProblems } from '@baobab/contract/quiz/import-text.ts'
import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makeVideo } from '../../../test/factories.ts'
import { csvOf, fixture, formWith } from '../../../test/spreadsheets.ts'
import { snapshotDatabase } from '../../../test/snapshot-database.ts'
import { videos } from '../../videos/tables.ts'
import { questions } from '../tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const video = await makeVideo(t, { title: 'The Last Seat on the Danfo' })

const row = (n: number, changes: Record<number, string> = {}) =>
  [video.title, `Who was there in part ${n}?`, 'Amina', 'Bola', 'Chidi', 'Dele', 'Bola', '11-20'].map(
    (cell, at) => changes[at] ?? cell,
  )

type Sent = { bytes: string | Buffer; settings?: ImportSettings; digest?: string }
function bodyOf({ bytes, settings, digest }: Sent): FormData {
  const form = formWith({ name: 'a.csv', bytes })
  if (settings) form.set('settings', JSON.stringify(settings))
  if (digest !== undefined) form.set('digest', digest)
  return form
}
const preview = (sent: Sent) => t.as(admin.token)(previewImport, { body: bodyOf(sent) })
const send = (sent: Sent) => t.as(admin.token)(importPreviewed, { body: bodyOf(sent) })
/** Imports a file as shown in its preview. */
const sendSeen = async (sent: Sent) => send({ ...sent, digest: (await preview(sent)).digest })
const stored = () =>
  t.app.db.select().from(questions).where(eq(questions.videoId, video.id)).orderBy(asc(questions.position))

/** Expects a refusal that stores nothing. */
async function expectRefused(sent: Sent, wanted: object): Promise<void> {
  const before = await snapshotDatabase(t)
  expect(await refusal(send(sent))).toMatchObject(wanted)
  expect(await snapshotDatabase(t)).toEqual(before)
}

it('stores the good rows and leaves the bad ones out, if the admin says so', async () => {
  const bytes = csvOf([row(1), row(2, { 5: '' }), row(3)])
  const { digest } = await preview({ bytes })
  await expectRefused({ bytes, digest }, { status: 422, errors: [{ path: 'rows.3.option4' }] })
  const reply = await send({ bytes, settings: { leavesOutBadRows: true }, digest })
  expect(reply).toMatchObject({ added: 2, skipped: 0, leftOut: 1 })
  expect((await stored()).map(({ question }) => question.at(-2))).toEqual(['1', '3'])
})

it('refuses a file without good rows, even if the bad ones may be left out', async () => {
  const bytes = csvOf([row(1, { 5: '' })])
  const { digest } = await preview({ bytes })
  const refused = { status: 422, errors: [{ path: 'rows.2.option4' }] }
  await expectRefused({ bytes, settings: { leavesOutBadRows: true }, digest }, refused)
})

it('stores a row with the cells corrected by the admin', async () => {
  const bytes = csvOf([row(4, { 2: '1-Feb', 5: '' })])
  const corrections = [
    { sheet: null, row: 2, column: 'option1', text: '1/2' },
    { sheet: null, row: 2, column: 'option4', text: ' Dele  A. ' },
  ] as const
  expect((await preview({ bytes })).rows[0]?.problems).toMatchObject([
    { column: 'option1', reason: cellDoubts.date('1-Feb'), suggestions: ['1/2', '2/1', '1-Feb'] },
    { column: 'option4', reason: rowProblems.threeOptions },
  ])
  expect(await sendSeen({ bytes, settings: { corrections: [...corrections] } })).toMatchObject({ added: 1, leftOut: 0 })
  expect((await stored()).at(-1)).toMatchObject({ options: ['1/2', 'Bola', 'Chidi', 'Dele A.'] })
})

it('asks which option an unclear answer means, while a direct import refuses it', async () => {
  const bytes = csvOf([row(5, { 2: '1 kg', 3: '3 kg', 4: '2 kg', 5: '4 kg', 6: '2' })])
  const reason = rowProblems.ambiguousAnswer('2')
  expect((await preview({ bytes })).rows[0]?.problems).toEqual([
    { column: 'correctAnswer', reason, suggestions: ['2 kg', '3 kg'] },
  ])
  const refused = await refusal(t.as(admin.token)(importQuestions, { body: bodyOf({ bytes }) }))
  expect(refused.errors).toEqual([
    { path: 'rows.2.correctAnswer', message: `Row 2: ${reason} Did you mean “2 kg” or “3 kg”?` },
  ])
})

it('refuses a file that has changed since its preview, and a video that no longer exists', async () => {
  const gone = await makeVideo(t)
  const bytes = csvOf([row(6, { 0: gone.title })])
  const { digest } = await preview({ bytes })
  const outdated = { status: 409, code: 'preview_outdated' }
  await expectRefused({ bytes: csvOf([row(6, { 0: gone.title, 6: 'Amina' })]), digest }, outdated)
  await t.app.db.update(videos).set({ deletedAt: new Date() }).where(eq(videos.id, gone.id))
  await expectRefused({ bytes, settings: { leavesOutBadRows: true }, digest }, outdated)
})

it('refuses a guess of the encoding until it is confirmed', async () => {
  const bytes = Buffer.from(csvOf([row(7, { 2: 'né' })]), 'latin1')
  const { guess, digest } = await preview({ bytes })
  expect(guess).toEqual({ encoding: 'Windows-1252', samples: ['né'] })
  const message = importRefusals.unknownEncoding
  await expectRefused({ bytes, digest }, { status: 422, errors: [{ path: 'file', message }] })
  expect(await sendSeen({ bytes, settings: { encoding: 'Windows-1252' } })).toMatchObject({ added: 1 })
})

it('stores a file without titles and ages for the video and age category chosen by the admin', async () => {
  const bytes = csvOf([row(8).slice(1, 7)], ',', ['Question', 'A', 'B', 'C', 'D', 'Answer'])
  expect(await preview({ bytes })).toMatchObject({ rows: [], missing: ['videoTitle', 'ageCategory'] })
  await expectRefused({ bytes, digest: '' }, { status: 422, errors: [{ path: 'file' }] })
  await sendSeen({ bytes, settings: { videoTitle: video.title, ageCategory: '5-10' } })
  expect((await stored()).find(({ ageCategory }) => ageCategory === '5-10')).toMatchObject({ correctAnswer: 'Bola' })
})

it('stores ₦10 as ₦10 next to a row with a byte that is not UTF-8', async () => {
  const bytes = fixture('one-foreign-byte.csv')
  await sendSeen({ bytes, settings: { leavesOutBadRows: true } })
  expect((await stored()).at(-1)).toMatchObject({ options: ['₦10', '₦20', '₦30', '₦40'] })
})

it.each(['{', '[]', '{"rows":1}'])('refuses settings like %s', async (settings) => {
  const body = formWith({ name: 'a.csv', bytes: csvOf([row(1)]) })
  body.set('settings', settings)
  expect(await refusal(t.as(admin.token)(previewImport, { body }))).toMatchObject({ status: 400 })
})
