import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeXlsx, type Cell, type Sheet } from './xlsx.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'baobab-xlsx-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const columns = [
  { name: 'Name', width: 12 },
  { name: 'Points', width: 8 },
]

async function writeBook(rows: AsyncIterable<Cell[][]>, sheetRows?: number) {
  const path = join(folder, 'book.xlsx')
  await writeXlsx(path, [{ name: 'Students', columns, rows }], sheetRows)
  return read(readFileSync(path), { cellStyles: true, cellNF: true })
}
async function* batches(...all: Cell[][][]) {
  yield* all
}

it('reads back any rows, with characters that are special in XML and spreadsheets', async () => {
  const rows: Cell[][] = [
    ['<a & "b">', 1],
    ['=1+1', -2.5],
    ['  spaces\nand lines ', 0],
    ['Ọjọ́ 🌳', 3],
    ['', 4],
  ]
  const book = await writeBook(batches(rows.slice(0, 2), [], rows.slice(2)))
  const sheet = book.Sheets['Students'] ?? {}
  expect(utils.sheet_to_json(sheet, { header: 1, defval: '' })).toEqual([['Name', 'Points'], ...rows])
})

it('leaves out characters that XML does not allow', async () => {
  const book = await writeBook(batches([['a\u0000b\u0007\uFFFEc', 1]]))
  expect(utils.sheet_to_json(book.Sheets['Students'] ?? {})).toEqual([{ Name: 'abc', Points: 1 }])
})

it('continues on another sheet, under the same header, when one is full', async () => {
  const rows = Array.from({ length: 9 }, (_, n): Cell[] => [`Row ${n}`, n])
  const book = await writeBook(batches(rows.slice(0, 5), rows.slice(5)), 4)
  expect(book.SheetNames).toEqual(['Students', 'Students 2', 'Students 3'])
  const found = book.SheetNames.flatMap((name) => utils.sheet_to_json<{ Points: number }>(book.Sheets[name] ?? {}))
  expect(found.map(({ Points }) => Points)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect((await writeBook(batches(rows.slice(0, 3)), 4)).SheetNames).toEqual(['Students'])
})

it('writes a sheet with only its header if there are no rows', async () => {
  const book = await writeBook(batches())
  expect(utils.sheet_to_json(book.Sheets['Students'] ?? {}, { header: 1 })).toEqual([['Name', 'Points']])
})

it('writes several sheets, each with its own columns', async () => {
  const path = join(folder, 'several.xlsx')
  const sheets: Sheet[] = [
    { name: 'Students', columns, rows: batches([['Amina', 1]]) },
    { name: 'Schools', columns: [{ name: 'School', width: 20 }], rows: batches() },
    { name: 'Videos', columns: [{ name: 'Title', width: 20 }], rows: batches([['A'], ['B'], ['C']]) },
  ]
  await writeXlsx(path, sheets, 3)
  const book = read(readFileSync(path))
  expect(book.SheetNames).toEqual(['Students', 'Schools', 'Videos', 'Videos 2'])
  const rows = book.SheetNames.map((name) => utils.sheet_to_json(book.Sheets[name] ?? {}, { header: 1 }))
  expect(rows).toEqual([
    [
      ['Name', 'Points'],
      ['Amina', 1],
    ],
    [['School']],
    [['Title'], ['A'], ['B']],
    [['Title'], ['C']],
  ])
})

it('texts stay texts when a person edits them or types below them', async () => {
  const path = join(folder, 'texts.xlsx')
  const textColumns = [
    { name: 'ageCategory', width: 12, isText: true },
    { name: 'Points', width: 8 },
  ]
  await writeXlsx(path, [{ name: 'Questions', columns: textColumns, rows: batches([['5-10', 7]]) }])
  const sheet = read(readFileSync(path), { cellNF: true, cellStyles: true, bookFiles: true })
  expect(sheet.Sheets['Questions']?.['A2']).toMatchObject({ t: 's', v: '5-10', z: '@' })
  expect(sheet.Sheets['Questions']?.['B2']).toMatchObject({ t: 'n', v: 7, z: 'General' })
  // The library does not read column formats.
  const { files } = sheet as unknown as { files: Record<string, { content: Uint8Array }> }
  const xml = Buffer.from(files['xl/worksheets/sheet1.xml']?.content ?? []).toString()
  expect(xml.match(/<col [^>]*>/g)).toEqual([
    '<col min="1" max="1" width="12" customWidth="1" style="2"/>',
    '<col min="2" max="2" width="8" customWidth="1"/>',
  ])
})

it('fails if the rows cannot be read', async () => {
  const broken = async function* (): AsyncGenerator<Cell[][]> {
    yield [['a', 1]]
    throw new Error('the database went away')
  }
  await expect(writeBook(broken())).rejects.toThrow('the database went away')
})
