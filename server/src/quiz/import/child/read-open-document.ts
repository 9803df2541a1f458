// Reads OpenDocument spreadsheets (.ods), as written by LibreOffice and Google Sheets (OASIS OpenDocument 1.3). The spreadsheet
// library does not read what is hidden, and drops the position of superscript digits.
import { CFB } from '@e965/xlsx'
import { refuse, type Grid } from './grid.ts'
import { readWorkbook, type Hidden } from './read-workbook.ts'
import { LOST_POSITION, writeSmall, type SmallText } from './small-digits.ts'
import type { ZipContent } from './zip-guard.ts'

const SPREADSHEET = 'application/vnd.oasis.opendocument.spreadsheet'

/** Returns whether a zip file is an OpenDocument spreadsheet rather than a text or a presentation. */
export function isOpenDocument({ names, readText }: ZipContent): boolean {
  return names.has('mimetype') && readText('mimetype').startsWith(SPREADSHEET)
}

/** Reads every sheet. */
export async function readOpenDocument(file: Buffer, { names, readText }: ZipContent): Promise<Grid[]> {
  // The library identifies the kind of file by its manifest.
  if (!names.has('META-INF/manifest.xml') || !names.has('content.xml')) refuse('damaged')
  const content = readText('content.xml')
  const written = writeSmallSpans(content)
  return readWorkbook(written === content ? file : replaceContent(file, written), 'ods', findHidden(content))
}

const readAttribute = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]

/** Returns the attributes of each style's properties, by style name. */
function readStyles(content: string, properties: 'table' | 'text'): Map<string, string> {
  const pattern = new RegExp(
    `<style:style\\s([^>]*)>(?:(?!</style:style>).)*?<style:${properties}-properties\\s([^>]*)>`,
    'gs',
  )
  return new Map(
    [...content.matchAll(pattern)].map(([, style = '', attributes = '']) => [
      readAttribute(style, 'style:name') ?? '',
      attributes,
    ]),
  )
}

/** Higher repeat counts mean empty rows up to the end of the sheet. */
const MAX_REPEATED = 10_000

/** Returns the indexes of hidden or filtered rows or columns. */
function findHiddenOf(table: string, element: 'table-row' | 'table-column'): Set<number> {
  const hidden = new Set<number>()
  let at = 0
  for (const [, attributes = ''] of table.matchAll(new RegExp(`<table:${element}(\\s[^>]*)?>`, 'g'))) {
    const name = element === 'table-row' ? 'table:number-rows-repeated' : 'table:number-columns-repeated'
    const repeated = Number(readAttribute(attributes, name) ?? 1)
    const isHidden = /^(collapse|filter)$/.test(readAttribute(attributes, 'table:visibility') ?? '')
    if (isHidden) for (let n = 0; n < Math.min(repeated, MAX_REPEATED); n += 1) hidden.add(at + n)
    at += repeated
  }
  return hidden
}

/** Returns for each sheet, in order, what is hidden. Whether a sheet is hidden depends on its style. */
function findHidden(content: string): Hidden[] {
  const styles = readStyles(content, 'table')
  return [...content.matchAll(/<table:table\s([^>]*[^/])>(.*?)(?=<table:table\s|$)/gs)].map(
    ([, own = '', table = '']) => ({
      isHidden:
        readAttribute(styles.get(readAttribute(own, 'table:style-name') ?? '') ?? '', 'table:display') === 'false',
      rows: findHiddenOf(table, 'table-row'),
      columns: findHiddenOf(table, 'table-column'),
    }),
  )
}

/** Returns the content with superscript and subscript digits as separate characters. */
function writeSmallSpans(content: string): string {
  const styles = readStyles(content, 'text')
  return content.replace(
    /<text:span\s([^>]*)>([^<]*)<\/text:span>/g,
    (span: string, attributes: string, text: string) => {
      const style = styles.get(readAttribute(attributes, 'text:style-name') ?? '') ?? ''
      const kind = readPosition(readAttribute(style, 'style:text-position') ?? '')
      return kind ? (writeSmall(text, kind) ?? `${LOST_POSITION}${text}`) : span
    },
  )
}

/** Returns whether a position, such as "super 58%" or "-33% 58%", is superscript or subscript. */
function readPosition(position: string): SmallText | undefined {
  if (/^(sub|-)/.test(position)) return 'sub'
  return /^(super|[1-9])/.test(position) ? 'sup' : undefined
}

/** Returns the file with different content. */
function replaceContent(file: Buffer, content: string): Buffer {
  const container: unknown = CFB.read(file, { type: 'buffer' })
  CFB.utils.cfb_add(container, '/content.xml', Buffer.from(content))
  const written: unknown = CFB.write(container, { fileType: 'zip', type: 'buffer' })
  return Buffer.isBuffer(written) ? written : refuse('damaged')
}
