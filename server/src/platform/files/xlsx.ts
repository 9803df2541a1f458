// Writes a spreadsheet row by row, however many there are: a zip of a few XML files (ECMA-376), of which the rows are
// one. Texts are texts: nothing in them is ever a formula.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yazl from 'yazl'

export type Cell = string | number
export type Sheet = {
  name: string
  /** The names in the first row and how wide each column is, in characters. */
  columns: readonly { name: string; width: number }[]
  /** Rows in pieces. */
  rows: AsyncIterable<readonly (readonly Cell[])[]>
}

/** Rows of one sheet, the names included; what is more goes on in the next sheet. */
const SHEET_ROWS = 1_048_576
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What XML cannot hold at all. */
const impossible = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const escaped = (text: string) => text.replaceAll(impossible, '').replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? '')

const cellOf = (cell: Cell, style = '') =>
  typeof cell === 'number'
    ? `<c${style}><v>${cell}</v></c>`
    : `<c${style} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
const rowOf = (cells: readonly Cell[], style?: string) =>
  `<row>${cells.map((cell) => cellOf(cell, style)).join('')}</row>`

/** The rows of all sheets, one after the other: each sheet takes as many as it can hold. */
function openRows(rows: Sheet['rows']) {
  const pieces = rows[Symbol.asyncIterator]()
  let left: readonly (readonly Cell[])[] = []
  let isOver = false
  const fill = async () => {
    while (left.length === 0 && !isOver) {
      const { value, done } = await pieces.next()
      if (done) isOver = true
      else left = value
    }
  }
  return {
    /** Whether there is none left. */
    async isOver(): Promise<boolean> {
      await fill()
      return left.length === 0
    },
    /** The next rows, at most so many; none at the end. */
    async next(most: number): Promise<readonly (readonly Cell[])[]> {
      await fill()
      const taken = left.slice(0, most)
      left = left.slice(most)
      return taken
    },
  }
}

async function* sheetXml({ columns }: Sheet, rows: ReturnType<typeof openRows>, most: number): AsyncGenerator<string> {
  const widths = columns.map(({ width }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`)
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews>`
  yield `<cols>${widths.join('')}</cols><sheetData>`
  yield rowOf(
    columns.map(({ name }) => name),
    ' s="1"',
  )
  for (let room = most - 1; room > 0;) {
    const taken = await rows.next(room)
    if (taken.length === 0) break
    room -= taken.length
    yield taken.map((row) => rowOf(row)).join('')
  }
  yield '</sheetData></worksheet>'
}

/** The files round the sheets: what is in the workbook, and a bold style for the names. */
function frame(name: string, sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, n) => n + 1)
  const type = (kind: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml`
  const part = (path: string, kind: string) => `<Override PartName="/${path}" ContentType="${type(kind)}"/>`
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`
  const relations = (all: string[]) =>
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`
  const tab = (n: number) =>
    `<sheet name="${escaped(n === 1 ? name : `${name} ${n}`)}" sheetId="${n}" r:id="sheet${n}"/>`
  const parts = [
    part('xl/workbook.xml', 'sheet.main'),
    part('xl/styles.xml', 'styles'),
    ...numbers.map((n) => part(`xl/worksheets/sheet${n}.xml`, 'worksheet')),
  ]
  const plain = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types">${plain}<Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`,
    '_rels/.rels': relations([relation('workbook', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers.map(tab).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...numbers.map((n) => relation(`sheet${n}`, 'worksheet', `worksheets/sheet${n}.xml`)),
      relation('styles', 'styles', 'styles.xml'),
    ]),
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
  }
}

/**
 * Writes a spreadsheet to a path.
 * @param sheetRows rows of one sheet, as many as programs take where nothing is said
 */
export async function writeXlsx(path: string, sheet: Sheet, sheetRows = SHEET_ROWS): Promise<void> {
  const zip = new yazl.ZipFile()
  const file = createWriteStream(path)
  const written = finished(zip.outputStream.pipe(file))
  const failed = once(zip, 'error').then(([error]) => Promise.reject(error as Error))
  failed.catch(() => undefined)
  const rows = openRows(sheet.rows)
  try {
    let sheets = 0
    do {
      sheets += 1
      const xml = Readable.from(sheetXml(sheet, rows, sheetRows))
      // What stops the reading of rows must not leave the zip waiting for them.
      const read = finished(xml, { writable: false })
      zip.addReadStream(xml, `xl/worksheets/sheet${sheets}.xml`)
      await Promise.race([read, failed, written])
    } while (!(await rows.isOver()))
    for (const [name, text] of Object.entries(frame(sheet.name, sheets))) zip.addBuffer(Buffer.from(text), name)
    zip.end()
    await Promise.race([written, failed])
  } catch (error) {
    file.destroy()
    throw error
  }
}
