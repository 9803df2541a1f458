import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readContainerLayout } from './container-layout.ts'

describe('the layout of a container', () => {
  const readLayout = (bytes: Uint8Array, size = bytes.length) =>
    readContainerLayout(async (position, length) => {
      const part = bytes.slice(position, position + length)
      return new DataView(part.buffer)
    }, size)
  const box = (name: string, length: number, declared = length) => {
    const bytes = Buffer.alloc(length)
    bytes.writeUInt32BE(declared)
    bytes.write(name, 4, 'latin1')
    return bytes
  }
  const boxes = (...parts: Buffer[]) => new Uint8Array(Buffer.concat(parts))

  it('distinguishes an index in front from one behind and from fragments', async () => {
    const [head, index, pictures, fragment] = [box('ftyp', 16), box('moov', 24), box('mdat', 64), box('moof', 16)]
    expect(await readLayout(boxes(head, index, pictures))).toEqual({ isFastStart: true })
    expect(await readLayout(boxes(head, pictures, index))).toEqual({ isFastStart: false })
    expect(await readLayout(boxes(head, index, fragment, pictures))).toEqual({ isFastStart: false })
    expect(await readLayout(boxes(head, index, box('mdat', 64, 0)))).toEqual({ isFastStart: true })
  })

  it('is undefined if a part is missing, cut short or has an impossible length', async () => {
    const [head, index, pictures] = [box('ftyp', 16), box('moov', 24), box('mdat', 64)]
    for (const bytes of [
      boxes(head, pictures),
      boxes(head, index),
      boxes(index, pictures),
      boxes(head, index, pictures).slice(0, -1),
      boxes(head, box('free', 16, 4), index, pictures),
      boxes(head, box('moov', 24, 0xffff_ffff), pictures),
    ])
      expect(await readLayout(bytes)).toBeUndefined()
  })

  it('refuses an index of 100 MB', async () => {
    const declared = 100 * 1_048_576
    const bytes = boxes(box('ftyp', 16), box('moov', 16, declared))
    expect(await readLayout(bytes, declared + 16)).toBeUndefined()
  })

  it('accepts a Matroska segment of known or unknown length, but not one that is cut short', async () => {
    const header = [0x1a, 0x45, 0xdf, 0xa3, 0x84, 0, 0, 0, 0]
    const segment = (...rest: number[]) => new Uint8Array([...header, 0x18, 0x53, 0x80, 0x67, ...rest])
    expect(await readLayout(segment(0x83, 1, 2, 3))).toEqual({ isFastStart: false })
    expect(await readLayout(segment(0x40, 0x03, 1, 2, 3))).toEqual({ isFastStart: false })
    expect(await readLayout(segment(0xff, 1, 2, 3))).toEqual({ isFastStart: false })
    expect(await readLayout(segment(0x01, 255, 255, 255, 255, 255, 255, 255, 1))).toEqual({ isFastStart: false })
    expect(await readLayout(segment(0x84, 1, 2, 3))).toBeUndefined()
    expect(await readLayout(segment(0x00, 1, 2, 3))).toBeUndefined()
  })

  it('never throws and always ends, whatever the bytes', async () => {
    const starts = fc.constantFrom([0, 0, 0, 16, 0x66, 0x74, 0x79, 0x70], [0x1a, 0x45, 0xdf, 0xa3], [])
    await fc.assert(
      fc.asyncProperty(starts, fc.uint8Array({ maxLength: 200 }), async (start, rest) => {
        await readLayout(new Uint8Array([...start, ...rest]))
      }),
    )
  })
})
