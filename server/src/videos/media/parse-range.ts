type RequestedRange = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'unsatisfiable' }

/**
 * Parses a Range header (RFC 9110, section 14.2) for a file of `size` bytes; `end` is inclusive. A range that begins
 * after the end of the file is unsatisfiable (416). A header that is malformed or in another unit is ignored, and so is
 * one with several ranges, which players do not need and attackers use to make small requests expensive.
 */
export function parseRange(header: string | undefined, size: number): RequestedRange {
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header?.slice(0, 100) ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return { kind: 'whole' }
  if (first === '') return parseSuffix(Number(last), size)
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  return start < size ? { kind: 'part', start, end } : { kind: 'unsatisfiable' }
}

/** The last `length` bytes of a file; all of it if it is shorter. */
function parseSuffix(length: number, size: number): RequestedRange {
  if (length === 0 || size === 0) return { kind: 'unsatisfiable' }
  return { kind: 'part', start: Math.max(0, size - length), end: size - 1 }
}
