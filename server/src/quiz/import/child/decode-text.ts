// Decodes the bytes of a text file: UTF-8, or UTF-16 with a byte order mark. Anything else is a guess.
import { isUtf8 } from 'node:buffer'
import type { GuessedEncoding } from '@baobab/contract/quiz/import-columns.ts'
import { refuse } from './grid.ts'

/** A byte that is not UTF-8 is written as this character plus the byte: private characters that no font uses. */
export const FOREIGN_BYTES = 0x10ff00

/** The number of leading bytes searched for UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 2_048

/** Detects UTF-16 without a byte order mark: in mostly Latin text, every other byte is zero. */
function detectUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const enough = sample.length / 5
  if (odd > enough && even < odd / 10) return 'utf-16le'
  return even > enough && odd < even / 10 ? 'utf-16be' : undefined
}

/** Returns the length of the UTF-8 sequence at an index; 0 if there is none. */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  return first >= 0xc2 && isUtf8(bytes.subarray(at, at + length)) && at + length <= bytes.length ? length : 0
}

/** Decodes UTF-8, writing each invalid byte as a private character. Counts sequences and invalid bytes. */
function decodeMixed(bytes: Buffer): { text: string; sequences: number; foreign: number } {
  const parts: string[] = []
  let [sequences, foreign, from, at] = [0, 0, 0, 0]
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at)
    if (length > 1) sequences += 1
    if (length === 0) {
      parts.push(bytes.toString('utf8', from, at), String.fromCodePoint(FOREIGN_BYTES + (bytes[at] ?? 0)))
      foreign += 1
      from = at + 1
    }
    at += length || 1
  }
  parts.push(bytes.toString('utf8', from))
  return { text: parts.join(''), sequences, foreign }
}

/** Text in another encoding may contain a valid sequence by chance, but not this many per invalid byte. */
const LEAST_SEQUENCES = 0.1

/**
 * Decodes a file, without its byte order mark. A byte that is not UTF-8 becomes a private character if the rest of the file is
 * UTF-8. Refuses a file that contains NUL characters, because it is not text.
 */
export function decodeText(bytes: Buffer): { text: string; guess?: GuessedEncoding } {
  const read = (encoding: string) => new TextDecoder(encoding).decode(bytes)
  const decoded = ((): ReturnType<typeof decodeText> => {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: read('utf-16le') }
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: read('utf-16be') }
    const utf16 = detectUtf16(bytes)
    if (utf16) return { text: read(utf16), guess: 'UTF-16' }
    if (isUtf8(bytes)) return { text: read('utf-8') }
    const { text, sequences, foreign } = decodeMixed(bytes)
    const hasMark = bytes.subarray(0, 3).equals(Buffer.from('\uFEFF'))
    if (hasMark || sequences > foreign * LEAST_SEQUENCES) return { text: hasMark ? text.slice(1) : text }
    return { text: read('windows-1252'), guess: 'Windows-1252' }
  })()
  return decoded.text.includes('\0') ? refuse('notASpreadsheet') : decoded
}
