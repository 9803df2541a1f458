// Detects the container of a video by its first bytes, and whether the file is complete: in a truncated file, the
// container declares more bytes than there are. Reads only headers, so it is safe with any file.

export type Container = 'mp4' | 'mov' | 'webm' | 'mkv'

export type ContainerLayout = {
  /** Whether the index precedes the pictures, so that playback can start before the whole file is downloaded. */
  isFastStart: boolean
}

/** Reads up to `length` bytes from a position; fewer at the end of the file. */
type ReadBytes = (position: number, length: number) => Promise<DataView>

/**
 * The maximum number of top-level boxes to read. Most files have a handful; fragmented files have two for every few
 * seconds.
 */
const MAX_BOXES = 100_000
/** The maximum size of an index in bytes. A 500 MB video needs about 5 MB. */
const MAX_INDEX = 32 * 1_048_576
const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067

const readBoxName = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))

/** Returns the layout of a complete mp4, mov, webm or mkv; undefined for other and for truncated files. */
export async function readContainerLayout(read: ReadBytes, size: number): Promise<ContainerLayout | undefined> {
  const head = await read(0, 16)
  if (head.byteLength < 16) return undefined
  if (head.getUint32(0) === EBML) return readMatroska(read, size)
  return readBoxName(head, 4) === 'ftyp' ? readMp4(read, size) : undefined
}

/** Walks the top-level boxes (ISO/IEC 14496-12, section 4.2): size, name, and a 64-bit size if the short one is 1. */
async function readMp4(read: ReadBytes, size: number): Promise<ContainerLayout | undefined> {
  const names: string[] = []
  let position = 0
  while (position < size) {
    const head = await read(position, 16)
    if (head.byteLength < 8 || names.length >= MAX_BOXES) return undefined
    const name = readBoxName(head, 4)
    const length = readBoxLength(head, size - position)
    if (length === undefined || position + length > size || (name === 'moov' && length > MAX_INDEX)) return undefined
    names.push(name)
    position += length
  }
  const [index, media] = [names.indexOf('moov'), names.indexOf('mdat')]
  if (index < 0 || media < 0) return undefined
  return { isFastStart: index < media && !names.includes('moof') }
}

function readBoxLength(head: DataView, bytesLeft: number): number | undefined {
  const short = head.getUint32(0)
  if (short === 0) return bytesLeft
  if (short !== 1) return short >= 8 ? short : undefined
  const long = head.byteLength >= 16 ? Number(head.getBigUint64(8)) : 0
  return long >= 16 ? long : undefined
}

/** Checks that the segment of a Matroska file ends within the file; a segment of unknown length may end anywhere. */
async function readMatroska(read: ReadBytes, size: number): Promise<ContainerLayout | undefined> {
  const header = await readElement(read, 0)
  if (!header || header.length === undefined) return undefined
  const segment = await readElement(read, header.start + header.length)
  if (!segment || segment.id !== SEGMENT) return undefined
  if (segment.length !== undefined && segment.start + segment.length > size) return undefined
  return { isFastStart: false }
}

/**
 * Reads an EBML element (RFC 8794) with a four-byte id, like the two ids used here, and a length field of 1 to 8 bytes.
 */
async function readElement(read: ReadBytes, position: number) {
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
