// Writes a spreadsheet as a stream, so that any number of rows needs little memory: a zip of a few XML files (ECMA-376), some of
// which contain the rows. Text cells always stay text: they are never formulas, and no program turns them into dates.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yazl from 'yazl'

export type Cell = string | number
export type Sheet = {
  name: string
  /**
   * The header of each column and its width in characters. In a text column, what a person types below the rows stays as typed;
   * otherwise Excel would turn 5-10 into a date.
   */
  columns: readonly { name: string; width: number; isText?: boolean }[]
  /** Batches of rows. */
  rows: AsyncIterable<readonly (readonly Cell[])[]>
}

/** The maximum number of rows in a sheet, including its header; further rows go to another sheet. */
const MAX_SHEET_ROWS = 1_048_576
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML 1.0 does not allow, even escaped. */
const forbidden = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const escapeXml = (text: string) =>
  text.replaceAll(forbidden, '').replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')

/** Cell formats by their index in styles.xml. A cell with the text format stays text when it is edited. */
const styles = { header: 1, text: 2 } as const

const toCellXml = (cell: Cell, style: number = styles.text) =>
  typeof cell === 'number'
    ? `<c><v>${cell}</v></c>`
    : `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
const toRowXml = (cells: readonly Cell[], style?: number) =>
  `<row>${cells.map((cell) => toCellXml(cell, style)).join('')}</row>`

/** Returns a reader that splits batches of rows into portions of any size, for one sheet after another. */
function openRows(rows: Sheet['rows']) {
  const batches = rows[Symbol.asyncIterator]()
  let buffered: readonly (readonly Cell[])[] = []
  let isExhausted = false
  const fill = async () => {
    while (buffered.length === 0 && !isExhausted) {
      const { value, done } = await batches.next()
      if (done) isExhausted = true
      else buffered = value
    }
  }
  return {
    /** Whether all rows were read. */
    async isOver(): Promise<boolean> {
      await fill()
      return buffered.length === 0
    },
    /** Returns up to `limit` further rows; an empty list at the end. */
    async next(limit: number): Promise<readonly (readonly Cell[])[]> {
      await fill()
      const taken = buffered.slice(0, limit)
      buffered = buffered.slice(limit)
      return taken
    },
  }
}

async function* sheetXml({ columns }: Sheet, rows: ReturnType<typeof openRows>, limit: number): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width, isText }, n) =>
      `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"${isText ? ` style="${styles.text}"` : ''}/>`,
  )
  const frozenHeader = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield `${XML_DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozenHeader}</sheetView></sheetViews>`
  yield `<cols>${widths.join('')}</cols><sheetData>`
  yield toRowXml(
    columns.map(({ name }) => name),
    styles.header,
  )
  for (let capacity = limit - 1; capacity > 0;) {
    const batch = await rows.next(capacity)
    if (batch.length === 0) break
    capacity -= batch.length
    yield batch.map((row) => toRowXml(row)).join('')
  }
  yield '</sheetData></worksheet>'
}

/** Returns the other files of the workbook: its structure, and the formats of headers (bold) and texts. */
function workbookFiles(names: readonly string[]): Record<string, string> {
  const numbers = names.map((_, n) => n + 1)
  const type = (kind: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml`
  const part = (path: string, kind: string) => `<Override PartName="/${path}" ContentType="${type(kind)}"/>`
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`
  const relations = (all: string[]) =>
    `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`
  const tabs = names.map((name, n) => `<sheet name="${escapeXml(name)}" sheetId="${n + 1}" r:id="sheet${n + 1}"/>`)
  const parts = [
    part('xl/workbook.xml', 'sheet.main'),
    part('xl/styles.xml', 'styles'),
    ...numbers.map((n) => part(`xl/worksheets/sheet${n}.xml`, 'worksheet')),
  ]
  const plain = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
  return {
    '[Content_Types].xml': `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types">${plain}<Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`,
    '_rels/.rels': relations([relation('workbook', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `${XML_DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${tabs.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...numbers.map((n) => relation(`sheet${n}`, 'worksheet', `worksheets/sheet${n}.xml`)),
      relation('styles', 'styles', 'styles.xml'),
    ]),
    'xl/styles.xml': `${XML_DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
}

/**
 * Writes a spreadsheet to a path.
 * @param sheetRows the maximum number of rows in one sheet
 */
export async function writeXlsx(path: string, sheets: readonly Sheet[], sheetRows = MAX_SHEET_ROWS): Promise<void> {
  const zip = new yazl.ZipFile()
  const file = createWriteStream(path)
  const written = finished(zip.outputStream.pipe(file))
  const failed = once(zip, 'error').then(([error]) => Promise.reject(error as Error))
  failed.catch(() => undefined)
  const names: string[] = []
  try {
    for (const sheet of sheets) {
      const rows = openRows(sheet.rows)
      let part = 0
      do {
        part += 1
        names.push(part === 1 ? sheet.name : `${sheet.name} ${part}`)
        const xml = Readable.from(sheetXml(sheet, rows, sheetRows))
        // Also awaited, because yazl waits forever for a stream that fails.
        const read = finished(xml, { writable: false })
        zip.addReadStream(xml, `xl/worksheets/sheet${names.length}.xml`)
        await Promise.race([read, failed, written])
      } while (!(await rows.isOver()))
    }
    for (const [name, text] of Object.entries(workbookFiles(names))) zip.addBuffer(Buffer.from(text), name)
    zip.end()
    await Promise.race([written, failed])
  } catch (error) {
    file.destroy()
    throw error
  }
}
