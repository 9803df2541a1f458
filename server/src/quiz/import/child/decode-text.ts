// Bytes of a text file to text: UTF-8 with or without its mark, UTF-16 either way, else Windows-1252.
import iconv from 'iconv-lite'
import { refuse } from './grid.ts'

/** How many of the first bytes tell UTF-16 that bears no mark. */
const SAMPLE = 2_048

/** UTF-16 without a mark: of mostly Latin text every other byte is zero. */
function unmarkedUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, SAMPLE)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const enough = sample.length / 5
  if (odd > enough && even < odd / 10) return 'utf-16le'
  return even > enough && odd < even / 10 ? 'utf-16be' : undefined
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return unmarkedUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
}

/** The text of a file; what has zeros in it is no text. */
export function decodeText(bytes: Buffer): string {
  const text = iconv.decode(bytes, encodingOf(bytes))
  return text.includes('\0') ? refuse('notASpreadsheet') : text
}
