import { describe, expect, it } from 'vitest'
import { videoBytes } from '../../../test/videos.ts'
import { findUnsupportedKind } from './unsupported-kind.ts'

const bytes = (hex: string, length = 200) => {
  const head = new Uint8Array(length)
  head.set(Buffer.from(hex, 'hex'))
  return head
}

/** A transport stream, whose packets have `length` bytes and their sync byte at `at`. */
const transportStream = (length: number, at: number) => {
  const head = bytes('')
  head[at] = 0x47
  head[at + length] = 0x47
  return head
}

describe('the kind of a file that is not accepted', () => {
  it.each([
    ['avi', videoBytes('video.avi')],
    ['wmv', bytes('3026b2758e66cf11a6d900aa0062ce6c')],
    ['flv', bytes('464c560101000000')],
    ['mpeg', bytes('000001ba44')],
    ['mpeg', bytes('000001b3')],
    ['mpeg', transportStream(188, 0)],
    ['mpeg', transportStream(192, 4)],
    ['ogg', bytes('4f67675300')],
    ['real', bytes('2e524d46')],
  ])('%s is known by its first bytes', (kind, head) => {
    expect(findUnsupportedKind(head)).toBe(kind)
  })

  it.each(['video.mp4', 'video.mov', 'video.webm', 'video.mkv'])('%s has none', (name) => {
    expect(findUnsupportedKind(videoBytes(name))).toBeUndefined()
  })

  it('is unknown for a sound file of the same family, a text and nothing at all', () => {
    expect(findUnsupportedKind(bytes(Buffer.from('RIFF....WAVE').toString('hex')))).toBeUndefined()
    expect(findUnsupportedKind(new TextEncoder().encode('Good day'))).toBeUndefined()
    expect(findUnsupportedKind(new Uint8Array(0))).toBeUndefined()
  })
})
