// Reads OpenDocument spreadsheets (.ods), as LibreOffice and Google Sheets write them (OASIS OpenDocument 1.3).
import { refuse, type Grid } from './grid.ts'
import { readWorkbook } from './read-workbook.ts'
import type { ZipContent } from './zip-guard.ts'

const SPREADSHEET = 'application/vnd.oasis.opendocument.spreadsheet'

/** Whether a zip file is an OpenDocument spreadsheet, and not a text or a presentation. */
export function isOpenDocument({ names, readText }: ZipContent): boolean {
  return names.has('mimetype') && readText('mimetype').startsWith(SPREADSHEET)
}

/** Reads every sheet. */
export async function readOpenDocument(file: Buffer, { names, readText }: ZipContent): Promise<Grid[]> {
  // The library knows the kind of the file by its manifest.
  if (!names.has('META-INF/manifest.xml') || !names.has('content.xml')) refuse('damaged')
  const hidden = findHiddenSheets(readText('content.xml'))
  const grids = await readWorkbook(file, 'ods')
  return grids.map((grid, index) => ({ ...grid, isHidden: hidden[index] ?? false }))
}

/** Says of each sheet, in order, whether it is hidden, which is a property of its style. The library does not read it. */
function findHiddenSheets(content: string): boolean[] {
  const styles = [...content.matchAll(/<style:style\s([^>]*)>\s*<style:table-properties\s([^>]*)>/g)]
  const isHiding = ([, , properties = '']: string[]) => readAttribute(properties, 'table:display') === 'false'
  const hiding = new Set(styles.filter(isHiding).map(([, style = '']) => readAttribute(style, 'style:name')))
  const tables = [...content.matchAll(/<table:table\s([^>]*[^/])>/g)]
  return tables.map(([, table = '']) => hiding.has(readAttribute(table, 'table:style-name')))
}

const readAttribute = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
