// How films lie in the Cache API, for the page that keeps them and the service worker that plays them. A link's token
// changes every few hours, so a file is known by what follows it (decisions 3). Its bytes lie in parts: a broken download
// goes on after its last part, and a seek reads a part or two in place of a whole film.

export const DOWNLOADS_CACHE = 'kept-films'

export const PART_BYTES = 256 * 1024

/** Stands where a link has its token: such an address is answered on the phone alone. */
const KEPT = '/media/kept/'

/** What is known of a file that is here whole; written after its last part. */
export type FileHead = { bytes: number; type: string }

/** The name of a stored file by its link or address; undefined for what is none. */
export function storedFileName(address: string): string | undefined {
  const [path = ''] = address.replace(/^https?:\/\/[^/]+/, '').split('?')
  return /^\/media\/[^/]+\/(.+)$/.exec(path)?.[1]
}

/** The address under which a kept file plays, and its head lies in the cache. */
export const downloadedFileUrl = (name: string) => `${KEPT}${name}`

export const partUrl = (name: string, part: number) => `${KEPT}${name}?part=${part}`

export type ByteRange = { start: number; end: number }

/**
 * The part of a file that a Range header asks for; both ends are counted in. Undefined for the whole of it, which is also
 * the answer to headers that make no sense (RFC 9110, 14.2).
 */
export function parseByteRange(header: string | null, bytes: number): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') return to === '0' ? 'outside' : { start: Math.max(0, bytes - Number(to)), end: bytes - 1 }
  if (Number(from) >= bytes) return 'outside'
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  return end < Number(from) ? undefined : { start: Number(from), end }
}

/** Which bytes of which part make up a range, in order. */
export function toPartSlices({ start, end }: ByteRange): { part: number; from: number; to: number }[] {
  const first = Math.floor(start / PART_BYTES)
  const count = Math.floor(end / PART_BYTES) - first + 1
  return Array.from({ length: count }, (_, at) => {
    const offset = (first + at) * PART_BYTES
    return {
      part: first + at,
      from: Math.max(0, start - offset),
      to: Math.min(PART_BYTES, end - offset + 1),
    }
  })
}

/** Asks the service worker to keep what plays a film. */
export const CACHE_PLAYER_MESSAGE = 'keep-player'
