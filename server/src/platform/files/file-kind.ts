// Detects what kind of file an unusable upload seems to be, so that the refusal can say so.
import type { FileKind } from '@baobab/contract/kernel/files.ts'

/** The bytes with which files begin, in hexadecimal. */
const beginnings: readonly (readonly [RegExp, FileKind])[] = [
  [/^(?:89504e47|47494638|ffd8ff|424d.{8}00000000|49492a00|4d4d002a|52494646.{8}57454250)/, 'picture'],
  // Phone picture formats (HEIC, AVIF), before the videos of the same family.
  [/^.{8}66747970(?:61766966|68656963|68656978|6d696631|6d736631)/, 'picture'],
  [/^(?:.{8}66747970|1a45dfa3|52494646.{8}(?:41564920|57415645)|494433|4f676753|664c6143|fff[23ab])/, 'media'],
  [/^(?:52617221|377abcaf|1f8b|425a68|fd377a58)/, 'archive'],
  [/^7b5c727466/, 'rtf'],
]

/** Returns the kind of a file by its first bytes. Other bytes may precede the mark of a PDF. */
export function findKindOfBytes(file: Buffer): FileKind | undefined {
  if (file.subarray(0, 1_024).includes('%PDF-')) return 'pdf'
  const head = file.toString('hex', 0, 16)
  return beginnings.find(([beginning]) => beginning.test(head))?.[1]
}

/** Returns the kind of a zip file that is no workbook, by the names of its entries and its declared type. */
export function findKindOfZip(names: ReadonlySet<string>, mimetype: string): FileKind {
  if (names.has('word/document.xml') || mimetype.includes('opendocument.text')) return 'word'
  if (names.has('ppt/presentation.xml') || mimetype.includes('opendocument.presentation')) return 'slides'
  return mimetype.includes('epub') ? 'book' : 'archive'
}

/** Returns the kind of a small zip file; undefined for other files. The names of its entries are plain text. */
export function findKindOfSmallZip(file: Buffer): FileKind | undefined {
  if (!file.toString('latin1', 0, 4).startsWith('PK\u0003\u0004')) return undefined
  if (file.includes('xl/workbook.xml') || file.includes('opendocument.spreadsheet')) return 'spreadsheet'
  const names = ['word/document.xml', 'ppt/presentation.xml'].filter((name) => file.includes(name))
  return findKindOfZip(new Set(names), file.toString('latin1', 0, 200))
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** Returns the kind of a text that is markup or data; undefined for plain text. */
export function findKindOfText(text: string): FileKind | undefined {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  if (start === '') return 'empty'
  if (
    /^(?:<!doctype html|<html|<head|<body|<table|<div|<meta)\b/i.test(start) ||
    /^<\?xml[^>]*>\s*<!doctype html/i.test(start)
  )
    return 'html'
  if (start.startsWith('<?xml') || /^<[a-z][\w:-]*[\s>]/i.test(start)) return 'xml'
  return /^[[{]/.test(start) && isJson(start) ? 'json' : undefined
}
