import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeXlsx, type Cell } from './xlsx.ts'

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
  await writeXlsx(path, { name: 'Students', columns, rows }, sheetRows)
  return read(readFileSync(path))
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

it('fails if the rows cannot be read', async () => {
  const broken = async function* (): AsyncGenerator<Cell[][]> {
    yield [['a', 1]]
    throw new Error('the database went away')
  }
  await expect(writeBook(broken())).rejects.toThrow('the database went away')
})
