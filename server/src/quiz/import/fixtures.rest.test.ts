// Uploads spreadsheets of the maximum size, and some that are stopped only by the limits of the process that reads them.
import { setTimeout } from 'node:timers/promises'
import { importRefusals } from '@baobab/contract/quiz/import-text.ts'
import { importQuestions, listImports } from '@baobab/contract/quiz/question-import.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makeVideo } from '../../../test/factories.ts'
import { fixture, formWith, odsOf, sheetNames, sheetXml, workbookOf } from '../../../test/spreadsheets.ts'
import { snapshotDatabase } from '../../../test/snapshot-database.ts'
import { questions, questionImports } from '../tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
beforeAll(async () => {
  await makeVideo(t, { title: 'Two Buckets, One Well' })
  for (let n = 1; n <= 50; n += 1) await makeVideo(t, { title: `Film ${n}` })
})
beforeEach(async () => {
  await t.app.db.delete(questions)
  await t.app.db.delete(questionImports)
})

const send = (name: string, bytes: string | Buffer) =>
  t.as(admin.token)(importQuestions, { body: formWith({ name, bytes }) })

const bad = (reason: string) => ({
  status: 422,
  code: 'not_a_sheet',
  message: 'Error uploading file',
  errors: [{ path: 'file', message: reason }],
})
/** A row of column names, and rows that LibreOffice would write once with a repeat count. */
const REPEATED_ROWS = `<table:table table:name="a"><table:table-row>${'<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'.repeat(50)}</table:table-row><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="1000" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`

it('imports 5,000 rows, and nothing the second time', async () => {
  const bytes = fixture('rows-5000.xlsx')
  expect(await send('rows.xlsx', bytes)).toMatchObject({
    added: 5_000,
    skipped: 0,
  })
  expect(await t.app.db.$count(questions)).toBe(5_000)
  expect(await send('rows.xlsx', bytes)).toMatchObject({
    added: 0,
    skipped: 5_000,
  })
  expect(await send('rows.xls', fixture('rows-600.xls'))).toMatchObject({
    added: 0,
    skipped: 600,
  })
  expect(await t.app.db.$count(questions)).toBe(5_000)
  const { imports } = await t.as(admin.token)(listImports, { query: {} })
  expect(imports.map(({ added, skipped, left }) => [added, skipped, left])).toEqual([
    [0, 600, 0],
    [0, 5_000, 0],
    [5_000, 0, 5_000],
  ])
  const [found] = await t.app.db
    .select()
    .from(questions)
    .where(eq(questions.question, 'Who told the truth in part 50?'))
  expect(found?.position).toBe(50)
})

it('U-12 W-20 a file that needs too much memory ends only the process that reads it, and the server keeps replying', async () => {
  // 91 MiB of cells, compressed to half a megabyte.
  const cells = '<c><v>1</v></c>'.repeat(16_000)
  const endless = sheetXml([sheetNames]).replace('</sheetData>', `${`<row>${cells}</row>`.repeat(400)}</sheetData>`)
  const refusing = refusal(send('a.xlsx', workbookOf(endless)))
  let answered = 0
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      expect((await t.http.inject('/readyz')).statusCode).toBe(200)
      answered += 1
      await setTimeout(100)
    }
  })()
  expect(await refusing).toMatchObject(bad(importRefusals.tooExpensive))
  isOver = true
  await asking
  expect(answered).toBeGreaterThan(5)
})

it('U-12 an .ods that repeats a row a million times is refused, and nothing is added', async () => {
  const before = await snapshotDatabase(t)
  expect(await refusal(send('a.ods', odsOf(REPEATED_ROWS)))).toMatchObject(bad(importRefusals.tooExpensive))
  expect(await snapshotDatabase(t)).toEqual(before)
})
