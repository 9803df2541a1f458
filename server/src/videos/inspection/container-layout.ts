// What kind of file this is, by its first bytes, and whether all of it arrived. Reads a few bytes here and there, so it
// may look at anything. A container that promises more bytes than the file has was cut short.

export type Layout = {
  /** The index stands before the pictures, so that a browser can begin at once. */
  startsFast: boolean
}

/** Reads up to `length` bytes from a position; fewer at the end of the file. */
export type ReadBytes = (position: number, length: number) => Promise<DataView>

/** Top-level boxes that are looked at; real files have a handful, fragmented ones two for every few seconds. */
const MAX_BOXES = 100_000
/** Bytes of an index that is still believed: 500 MB of film need about 5. */
const MAX_INDEX = 32 * 1_048_576
const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067

const nameAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))

/** The layout of a whole mp4, mov, webm or mkv; undefined for anything else and for what was cut short. */
export async function readLayout(read: ReadBytes, size: number): Promise<Layout | undefined> {
  const head = await read(0, 16)
  if (head.byteLength < 16) return undefined
  if (head.getUint32(0) === EBML) return readMatroska(read, size)
  return nameAt(head, 4) === 'ftyp' ? readBoxes(read, size) : undefined
}

/** Walks the boxes of ISO/IEC 14496-12, 4.2: size, name, and a longer size where the short one is 1. */
async function readBoxes(read: ReadBytes, size: number): Promise<Layout | undefined> {
  const names: string[] = []
  let position = 0
  while (position < size) {
    const head = await read(position, 16)
    if (head.byteLength < 8 || names.length >= MAX_BOXES) return undefined
    const name = nameAt(head, 4)
    const length = boxLength(head, size - position)
    if (length === undefined || position + length > size || (name === 'moov' && length > MAX_INDEX)) return undefined
    names.push(name)
    position += length
  }
  const [index, pictures] = [names.indexOf('moov'), names.indexOf('mdat')]
  if (index < 0 || pictures < 0) return undefined
  return { startsFast: index < pictures && !names.includes('moof') }
}

function boxLength(head: DataView, left: number): number | undefined {
  const short = head.getUint32(0)
  if (short === 0) return left
  if (short !== 1) return short >= 8 ? short : undefined
  const long = head.byteLength >= 16 ? Number(head.getBigUint64(8)) : 0
  return long >= 16 ? long : undefined
}

/** Checks that the one segment of a Matroska file ends within it; one of unknown length may end anywhere. */
async function readMatroska(read: ReadBytes, size: number): Promise<Layout | undefined> {
  const header = await elementAt(read, 0)
  if (!header || header.length === undefined) return undefined
  const segment = await elementAt(read, header.start + header.length)
  if (!segment || segment.id !== SEGMENT) return undefined
  if (segment.length !== undefined && segment.start + segment.length > size) return undefined
  return { startsFast: false }
}

/** One element of RFC 8794: an id of four bytes (the two we look for have that) and a length of one to eight. */
async function elementAt(read: ReadBytes, position: number) {
  const head = await read(position, 12)
  if (head.byteLength < 5) return undefined
  const first = head.getUint8(4)
  const width = Math.clz32(first) - 23
  if (width > 8 || head.byteLength < 4 + width) return undefined
  let length = first & (0xff >> width)
  let isUnknown = length === 0xff >> width
  for (let i = 1; i < width; i += 1) {
    const byte = head.getUint8(4 + i)
    length = length * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { id: head.getUint32(0), start: position + 4 + width, length: isUnknown ? undefined : length }
}
