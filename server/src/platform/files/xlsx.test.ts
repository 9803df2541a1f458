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

async function bookOf(rows: AsyncIterable<Cell[][]>, sheetRows?: number) {
  const path = join(folder, 'book.xlsx')
  await writeXlsx(path, { name: 'Students', columns, rows }, sheetRows)
  return read(readFileSync(path))
}
async function* pieces(...all: Cell[][][]) {
  yield* all
}

it('rows come back as they went in, with signs that XML and spreadsheets read otherwise', async () => {
  const rows: Cell[][] = [
    ['<a & "b">', 1],
    ['=1+1', -2.5],
    ['  spaces\nand lines ', 0],
    ['Ọjọ́ 🌳', 3],
    ['', 4],
  ]
  const book = await bookOf(pieces(rows.slice(0, 2), [], rows.slice(2)))
  const sheet = book.Sheets['Students'] ?? {}
  expect(utils.sheet_to_json(sheet, { header: 1, defval: '' })).toEqual([['Name', 'Points'], ...rows])
})

it('what no XML can hold is left out', async () => {
  const book = await bookOf(pieces([['a\u0000b\u0007\uFFFEc', 1]]))
  expect(utils.sheet_to_json(book.Sheets['Students'] ?? {})).toEqual([{ Name: 'abc', Points: 1 }])
})

it('what one sheet cannot hold goes on in the next, under the same names', async () => {
  const rows = Array.from({ length: 9 }, (_, n): Cell[] => [`Row ${n}`, n])
  const book = await bookOf(pieces(rows.slice(0, 5), rows.slice(5)), 4)
  expect(book.SheetNames).toEqual(['Students', 'Students 2', 'Students 3'])
  const found = book.SheetNames.flatMap((name) => utils.sheet_to_json<{ Points: number }>(book.Sheets[name] ?? {}))
  expect(found.map(({ Points }) => Points)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect((await bookOf(pieces(rows.slice(0, 3)), 4)).SheetNames).toEqual(['Students'])
})

it('no rows are a sheet with its names', async () => {
  const book = await bookOf(pieces())
  expect(utils.sheet_to_json(book.Sheets['Students'] ?? {}, { header: 1 })).toEqual([['Name', 'Points']])
})

it('rows that cannot be read fail the whole', async () => {
  const broken = async function* (): AsyncGenerator<Cell[][]> {
    yield [['a', 1]]
    throw new Error('the database went away')
  }
  await expect(bookOf(broken())).rejects.toThrow('the database went away')
})
