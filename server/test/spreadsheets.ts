// Builds spreadsheets for tests, including broken ones, and the forms that upload them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

const folder = join(import.meta.dirname, 'fixtures/sheets')

export const sheetNames = [
  'videoTitle',
  'question',
  'option1',
  'option2',
  'option3',
  'option4',
  'correctAnswer',
  'ageCategory',
]

export const fixture = (name: string) => readFileSync(join(folder, name))

/** Builds a form with one file, or without any. */
export function formWith(file?: { name: string; bytes: string | Uint8Array<ArrayBuffer> | Buffer }): FormData {
  const form = new FormData()
  if (file)
    form.set('file', new Blob([typeof file.bytes === 'string' ? file.bytes : new Uint8Array(file.bytes)]), file.name)
  return form
}

/** Builds a CSV text with a header. */
export function csvOf(rows: readonly (readonly string[])[], delimiter = ',', names = sheetNames): string {
  const quoted = (cell: string) => (/["\n\r,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return [names, ...rows].map((row) => row.map(quoted).join(delimiter)).join('\r\n')
}

/** Fields of an entry's local header that differ from the directory. */
type Local = { name?: string; method?: number; packed?: number; unpacked?: number; extra?: Buffer }
type Entry = { name: string; bytes: Buffer; unpacked?: number; flags?: number; isStored?: boolean; local?: Local }

/** Builds a zip64 extra field. */
export function zip64(unpacked: number, packed: number): Buffer {
  const extra = Buffer.alloc(20)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(16, 2)
  extra.writeBigUInt64LE(BigInt(unpacked), 4)
  extra.writeBigUInt64LE(BigInt(packed), 12)
  return extra
}

/** Builds an entry's local header, with the fields in which it differs from the directory. */
function localOf(common: Buffer, name: string, local: Local): Buffer {
  const { method, packed, unpacked, extra = Buffer.alloc(0) } = local
  const own = Buffer.from(common)
  const ownName = Buffer.from(local.name ?? name)
  own.writeUInt16LE(method ?? own.readUInt16LE(4), 4)
  own.writeUInt32LE(packed ?? own.readUInt32LE(14), 14)
  own.writeUInt32LE(unpacked ?? own.readUInt32LE(18), 18)
  own.writeUInt16LE(ownName.length, 22)
  own.writeUInt16LE(extra.length, 24)
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), own, ownName, extra])
}

/** Builds a zip file. `unpacked` is a false size for the directory. */
export function zipOf(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, unpacked = bytes.length, flags = 0, isStored = false, local = {} } of entries) {
    const packed = isStored ? bytes : deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(isStored ? 0 : 8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(unpacked, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const head = localOf(common, name, local)
    // Writers that do not know the sizes in advance put them after the entry.
    const behind =
      flags & 8 ? Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), common.subarray(10, 22)]) : Buffer.alloc(0)
    parts.push(head, packed, behind)
    // The directory record: the same fields, without extra fields, plus the entry's offset.
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name))
    offset += head.length + packed.length + behind.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, list, end])
}

/** Replaces a zip file's end record. The one that `zipOf` writes has no comment, so it is the last 22 bytes. */
export function withEnd(zip: Buffer, change: (end: Buffer) => Buffer): Buffer {
  return Buffer.concat([zip.subarray(0, -22), change(Buffer.from(zip.subarray(-22)))])
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Builds the smallest workbook that Excel opens, with one sheet with the given XML. */
export function workbookOf(sheetXml: string, more: readonly Entry[] = []): Buffer {
  const text = (name: string, content: string): Entry => ({ name, bytes: Buffer.from(content) })
  const types = [
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>',
    '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>',
  ]
  const relation = (id: string, type: string, target: string) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="${id}" Type="${DOCUMENT}/${type}" Target="${target}"/></Relationships>`
  return zipOf([
    text('[Content_Types].xml', `${XML}<Types xmlns="${PACKAGE}/content-types">${types.join('')}</Types>`),
    text('_rels/.rels', relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    text(
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    text('xl/_rels/workbook.xml.rels', relation('rId1', 'worksheet', 'worksheets/sheet1.xml')),
    text('xl/worksheets/sheet1.xml', sheetXml),
    ...more,
  ])
}

/** Builds an OpenDocument file, by default a spreadsheet, whose body has this content. */
export function odsOf(content: string, kind = 'application/vnd.oasis.opendocument.spreadsheet'): Buffer {
  const names = ['office', 'table', 'text'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  )
  const body = `<office:body><office:spreadsheet>${content}</office:spreadsheet></office:body>`
  return zipOf([
    { name: 'mimetype', bytes: Buffer.from(kind), isStored: true },
    { name: 'META-INF/manifest.xml', bytes: Buffer.from(`${XML}<manifest:manifest/>`) },
    { name: 'styles.xml', bytes: Buffer.from(`${XML}<office:document-styles/>`) },
    {
      name: 'content.xml',
      bytes: Buffer.from(`${XML}<office:document-content ${names.join(' ')}>${body}</office:document-content>`),
    },
  ])
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const column = (at: number) => String.fromCharCode(65 + at)

/** Builds a sheet's XML from texts. Cells that start with '=' are formulas without a saved value. */
export function sheetXml(rows: readonly (readonly string[])[], before = ''): string {
  const cell = (value: string, at: number, row: number) =>
    value.startsWith('=')
      ? `<c r="${column(at)}${row}"><f>${escaped(value.slice(1))}</f></c>`
      : `<c r="${column(at)}${row}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
  const lines = rows.map(
    (cells, at) => `<row r="${at + 1}">${cells.map((value, n) => cell(value, n, at + 1)).join('')}</row>`,
  )
  return `${XML}${before}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`
}
