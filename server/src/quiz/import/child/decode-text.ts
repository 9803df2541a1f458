// Decodes the bytes of a text file: UTF-8 or UTF-16, with or without a byte order mark, otherwise Windows-1252.
import { isUtf8 } from 'node:buffer'
import { refuse } from './grid.ts'

/** The number of first bytes that reveal UTF-16 without a byte order mark. */
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

function detectEncoding(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return detectUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
}

/** Decodes a file. Refuses one with zero characters, which is not text. */
export function decodeText(bytes: Buffer): string {
  const text = new TextDecoder(detectEncoding(bytes)).decode(bytes)
  return text.includes('\0') ? refuse('notASpreadsheet') : text
}
