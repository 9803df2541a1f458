// Finds cells that may not show what their author wrote, because a program has changed them.
import { cellDoubts } from '@baobab/contract/quiz/import-text.ts'
import { isUtf8 } from 'node:buffer'
import { FOREIGN_BYTES } from './decode-text.ts'
import { toOneLine, type CellDoubt, type Grid } from './grid.ts'
import { toPlainText } from './products/plain-text.ts'
import { LOST_POSITION } from './small-digits.ts'

type Doubt = Omit<CellDoubt, 'cell'>

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A day and a month without a year, or a month and a year without a day: what programs make of 1/2, 1-2 and 1/32. */
const shortDate = /^(?:(\d{1,2})-?(\p{L}{3}|sept)|(\p{L}{3}|sept)-?(\d{1,2}))$/iu

/** Returns the doubt about a short date like 1-Feb, with the fractions that it may have been, the likeliest first. */
function doubtShortDate(shown: string): Doubt | undefined {
  const [, day, monthAfter, monthBefore, year] = shortDate.exec(shown) ?? []
  const month = months.indexOf((monthAfter ?? monthBefore ?? '').toLowerCase().slice(0, 3)) + 1
  if (month === 0) return undefined
  const other = Number(day ?? year)
  const numbers = [other, month].toSorted((a, b) => a - b)
  const fractions = other > 31 ? [`${month}/${other}`] : [numbers.join('/'), numbers.toReversed().join('/')]
  return { reason: cellDoubts.date(shown), suggestions: [...new Set([...fractions, shown])] }
}

/** A whole date in numbers, as programs show it, possibly followed by 0:00. */
const fullDate = /^(?:(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})|(\d{4})-(\d{2})-(\d{2}))(?:[ T]0?0:00(?::00)?)?$/

/** Returns the doubt about a date in this year or last year, which programs make of 1/2. Dates in other years were typed. */
function doubtFullDate(shown: string): Doubt | undefined {
  const [, first, second, year, isoYear, month, day] = fullDate.exec(shown) ?? []
  const since = new Date().getFullYear() - Number(year ?? isoYear)
  const age = year?.length === 2 ? since % 100 : since
  const [low = 0, high = 0] = [Number(first ?? month), Number(second ?? day)].toSorted((a, b) => a - b)
  if ((age !== 0 && age !== 1) || low < 1 || low > 12 || high > 31) return undefined
  return { reason: cellDoubts.date(shown), suggestions: [...new Set([`${low}/${high}`, `${high}/${low}`, shown])] }
}

/** A time with few minutes, which programs make of a ratio such as 1:2. */
const ratioTime = /^0?(\d{1,2}):0([1-9])(?::00)?$/

/** Returns the doubt about a date or a time that may have been a fraction or a ratio. */
export function doubtDate(shown: string): Doubt | undefined {
  const [, first, second] = ratioTime.exec(shown) ?? []
  if (first !== undefined) return { reason: cellDoubts.time(shown), suggestions: [`${first}:${second}`, shown] }
  return doubtShortDate(shown) ?? doubtFullDate(shown)
}

/** Nigerian phone numbers without the leading zero, which programs drop. */
const withoutZero = /^[789][01]\d{8}$/

/** Returns the doubt about a number that a program stored without a format: it may have had more digits. */
export function doubtNumber(shown: string): Doubt | undefined {
  if (withoutZero.test(shown)) return { reason: cellDoubts.zero(shown), suggestions: [`0${shown}`, shown] }
  // Programs keep only 15 digits.
  return /^\d{16,}$/.test(shown) ? { reason: cellDoubts.digits(shown), suggestions: [shown] } : undefined
}

/** Windows-1252 bytes by character. */
const bytesOf = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (char, byte) => [char, byte],
  ),
)

/** Returns the original of a UTF-8 text that was read as Windows-1252, such as ₦10 for â‚¦10; undefined if it was not. */
function undoWrongEncoding(text: string): string | undefined {
  const bytes = Array.from(text, (char) => bytesOf.get(char))
  if (!bytes.some((byte = 0) => byte > 127) || bytes.includes(undefined)) return undefined
  const buffer = Buffer.from(bytes.map(Number))
  return isUtf8(buffer) ? buffer.toString('utf8') : undefined
}

/** Whether letters of a text were lost or mixed up when a file was saved. */
export const hasLostLetters = (text: string) => text.includes('\uFFFD') || undoWrongEncoding(text) !== undefined

/** A byte that is not UTF-8, as `decodeText` writes it. */
const foreignByte = /[\u{10FF80}-\u{10FFFF}]/gu
const byteOf = (escape: string) => (escape.codePointAt(0) ?? 0) - FOREIGN_BYTES

/** Entities and formatting tags. */
const htmlCode =
  /&(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos|nbsp);|<\/?(?:p|b|i|u|br|em|strong|span|div|su[bp])(?:\s[^<>]*)?\/?>/i

/** Returns what is doubtful about a text in any kind of file. */
function doubtText(text: string): Doubt | undefined {
  const [foreign] = text.match(foreignByte) ?? []
  if (foreign !== undefined) {
    const decoder = new TextDecoder('windows-1252')
    const suggestion = text.replace(foreignByte, (escape) => decoder.decode(Uint8Array.of(byteOf(escape))))
    return { reason: cellDoubts.foreignByte(byteOf(foreign).toString(16).toUpperCase()), suggestions: [suggestion] }
  }
  if (text.includes(LOST_POSITION)) {
    const shown = text.replaceAll(LOST_POSITION, '')
    return { reason: cellDoubts.raised, suggestions: [text.replaceAll(LOST_POSITION, '^'), shown] }
  }
  if (text.includes('\uFFFD')) return { reason: cellDoubts.lostCharacter, suggestions: [] }
  if (htmlCode.test(text))
    return {
      reason: cellDoubts.webPage,
      suggestions: [toPlainText(text).replaceAll(LOST_POSITION, '^'), text].filter(Boolean),
    }
  const repaired = undoWrongEncoding(text)
  return repaired === undefined
    ? undefined
    : { reason: cellDoubts.wrongEncoding(text), suggestions: [toOneLine(repaired), text] }
}

/** Returns what is doubtful about a cell in a text file, in which programs save what they show. */
export function doubtPlainCell(text: string): Doubt | undefined {
  if (/^\d(\.\d+)?E\+\d+$/.test(text)) return { reason: cellDoubts.digits(text), suggestions: [text] }
  if (/^'(?!\d\ds\b)[=+\-@\d][^']*$/.test(text))
    return { reason: cellDoubts.apostrophe(text), suggestions: [text.slice(1), text] }
  return doubtDate(text) ?? doubtNumber(text)
}

/** Adds the doubts about texts to a grid's rows, and shows bytes that are not UTF-8 as �. */
export function addTextDoubts(grid: Grid): Grid {
  const rows = grid.rows.map((row) => {
    const found = row.cells.flatMap((text, cell) => {
      const doubt = doubtText(text)
      return doubt ? [{ cell, ...doubt }] : []
    })
    if (found.length === 0) return row
    const cells = row.cells.map((text) => text.replace(foreignByte, '\uFFFD').replaceAll(LOST_POSITION, ''))
    return { ...row, cells, doubts: [...(row.doubts ?? []), ...found] }
  })
  return { ...grid, rows }
}
