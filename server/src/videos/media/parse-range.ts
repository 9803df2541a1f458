// Which bytes of a file a request asks for (RFC 9110, 14.2). One range is served; several at once are an abuse more
// often than a need, so they get the whole file, as the RFC allows.

export type RequestedRange = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'outside' }

/**
 * Reads a Range header for a file of `size` bytes. What is malformed, in another unit or about several ranges counts
 * as not there; a range that begins behind the end is `outside` (416). `end` is inclusive.
 */
export function parseRange(header: string | undefined, size: number): RequestedRange {
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header?.slice(0, 100) ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return { kind: 'whole' }
  if (first === '') return fromEnd(Number(last), size)
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  return start < size ? { kind: 'part', start, end } : { kind: 'outside' }
}

/** The last bytes of a file; more than there are means all of them. */
function fromEnd(length: number, size: number): RequestedRange {
  if (length === 0 || size === 0) return { kind: 'outside' }
  return { kind: 'part', start: Math.max(0, size - length), end: size - 1 }
}
