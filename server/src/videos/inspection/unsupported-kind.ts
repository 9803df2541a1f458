// Detects the kind of an unsupported file by its first bytes, so that the refusal can say what to do. The file's name
// is ignored.
import { open } from 'node:fs/promises'
import type { UnsupportedKind } from '@baobab/contract/videos/rules.ts'

const TS_SYNC = 0x47
/** The length of a packet of a transport stream, by the position of its sync byte: cameras put four bytes before it. */
const tsPackets = [
  [0, 188],
  [4, 192],
] as const
const HEAD_BYTES = 200

/** The bytes with which files begin, in hexadecimal. */
const beginnings: readonly (readonly [RegExp, UnsupportedKind])[] = [
  [/^52494646.{8}41564920/, 'avi'],
  [/^3026b2758e66cf11/, 'wmv'],
  [/^464c56/, 'flv'],
  [/^000001(ba|b3)/, 'mpeg'],
  [/^4f676753/, 'ogg'],
  [/^2e524d46/, 'real'],
]

/** Returns the unsupported kind of a file that begins with these bytes; undefined if it is none of the known ones. */
export function findUnsupportedKind(head: Uint8Array): UnsupportedKind | undefined {
  const hex = Buffer.from(head.subarray(0, 16)).toString('hex')
  const found = beginnings.find(([beginning]) => beginning.test(hex))
  if (found) return found[1]
  const isTransportStream = tsPackets.some(([at, length]) => head[at] === TS_SYNC && head[at + length] === TS_SYNC)
  return isTransportStream ? 'mpeg' : undefined
}

/** Reads the beginning of a file, and returns its kind as `findUnsupportedKind` does. */
export async function readUnsupportedKind(path: string): Promise<UnsupportedKind | undefined> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return findUnsupportedKind(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
