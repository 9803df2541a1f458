import { videosText } from '@baobab/contract/videos-text.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readContainerLayout } from './inspection/container-layout.ts'
import { parseRange } from './media/parse-range.ts'
import { checkVideoAccess, initialState, isPlayableInBrowsers } from './rules.ts'

describe('who may open a video', () => {
  const student = { kind: 'student' as const }
  const admin = { kind: 'admin' as const }
  it.each([
    ['free', undefined, false, 'open'],
    ['free', student, false, 'open'],
    ['free', admin, false, 'open'],
    ['premium', undefined, false, 'log_in'],
    ['premium', student, false, 'pay'],
    ['premium', student, true, 'open'],
    ['premium', admin, false, 'open'],
  ] as const)('%s for %o, hasPaid %s: %s', (access, user, hasPaid, verdict) => {
    expect(checkVideoAccess({ access }, { user, hasPaid })).toBe(verdict)
  })
})

describe('what every browser plays', () => {
  it.each([
    ['avc1.42e01e', 'mp4a.40.2', true],
    ['avc1.4d401f', null, true],
    ['avc1.64000c', 'mp4a.40.5', true],
    ['avc3.640028', 'mp4a.40.2', true],
    ['avc1.6e0032', 'mp4a.40.2', false],
    ['avc1.f40032', null, false],
    ['hvc1.1.6.L93.B0', 'mp4a.40.2', false],
    ['vp8', 'opus', false],
    ['unknown', 'mp4a.40.2', false],
    ['avc1.64000c', 'ac-3', false],
    ['avc1.64000c', 'unknown', false],
  ])('%s with %s: %s', (videoCodec, audioCodec, plays) => {
    expect(isPlayableInBrowsers({ videoCodec, audioCodec })).toBe(plays)
  })
})

describe('the state in which a video begins', () => {
  it.each([
    [true, true, { state: 'processing', failure: null, progress: 0 }],
    [false, true, { state: 'processing', failure: null, progress: 0 }],
    [true, false, { state: 'ready', failure: null, progress: null }],
    [false, false, { state: 'failed', failure: videosText.notForBrowsers, progress: null }],
  ])('playable %s, on a server that can process %s: %o', (isPlayable, canProcess, expected) => {
    expect(initialState({ isPlayable, canProcess })).toEqual(expected)
  })
})

describe('a Range header', () => {
  it.each([
    ['bytes=0-', 0, 999],
    ['bytes=0-0', 0, 0],
    ['bytes=500-599', 500, 599],
    ['bytes=900-5000', 900, 999],
    ['bytes=999-999', 999, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-5000', 0, 999],
    ['BYTES=1-2', 1, 2],
  ])('%s asks for %i to %i of a thousand', (header, start, end) => {
    expect(parseRange(header, 1_000)).toEqual({ kind: 'part', start, end })
  })

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=999999999999-'])('%s lies outside', (header) => {
    expect(parseRange(header, 1_000)).toEqual({ kind: 'unsatisfiable' })
  })

  const many = `bytes=${Array.from({ length: 1_000 }, (_, i) => `${i}-${i}`).join(',')}`
  it.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=a-b', 'items=0-5', 'bytes=0-1,4-5', many])(
    'gets the whole file for what is malformed, foreign or manifold',
    (header) => {
      expect(parseRange(header, 1_000)).toEqual({ kind: 'whole' })
    },
  )

  it('never leads outside the file, whatever it says', () => {
    const headers = fc.oneof(
      fc.string(),
      fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `bytes=${a}-${b}`),
    )
    fc.assert(
      fc.property(headers, fc.integer({ min: 1, max: 10_000 }), (header, size) => {
        const range = parseRange(header, size)
        if (range.kind !== 'part') return
        expect(range.start).toBeGreaterThanOrEqual(0)
        expect(range.start).toBeLessThanOrEqual(range.end)
        expect(range.end).toBeLessThan(size)
      }),
    )
  })
})

describe('the layout of a file', () => {
  const layoutOf = (bytes: Uint8Array, size = bytes.length) =>
    readContainerLayout(async (position, length) => {
      const part = bytes.slice(position, position + length)
      return new DataView(part.buffer)
    }, size)
  const box = (name: string, length: number, promised = length) => {
    const bytes = Buffer.alloc(length)
    bytes.writeUInt32BE(promised)
    bytes.write(name, 4, 'latin1')
    return bytes
  }
  const boxes = (...parts: Buffer[]) => new Uint8Array(Buffer.concat(parts))

  it('tells an index in front from one behind and from fragments', async () => {
    const [head, index, pictures, fragment] = [box('ftyp', 16), box('moov', 24), box('mdat', 64), box('moof', 16)]
    expect(await layoutOf(boxes(head, index, pictures))).toEqual({ isFastStart: true })
    expect(await layoutOf(boxes(head, pictures, index))).toEqual({ isFastStart: false })
    expect(await layoutOf(boxes(head, index, fragment, pictures))).toEqual({ isFastStart: false })
    expect(await layoutOf(boxes(head, index, box('mdat', 64, 0)))).toEqual({ isFastStart: true })
  })

  it('is none where a part is missing, cut short, or promises nonsense', async () => {
    const [head, index, pictures] = [box('ftyp', 16), box('moov', 24), box('mdat', 64)]
    for (const bytes of [
      boxes(head, pictures),
      boxes(head, index),
      boxes(index, pictures),
      boxes(head, index, pictures).slice(0, -1),
      boxes(head, box('free', 16, 4), index, pictures),
      boxes(head, box('moov', 24, 0xffff_ffff), pictures),
    ])
      expect(await layoutOf(bytes)).toBeUndefined()
  })

  it('does not believe in an index of 100 MB', async () => {
    const promised = 100 * 1_048_576
    const bytes = boxes(box('ftyp', 16), box('moov', 16, promised))
    expect(await layoutOf(bytes, promised + 16)).toBeUndefined()
  })

  it('reads a Matroska segment of known and of unknown length, and none that is cut short', async () => {
    const header = [0x1a, 0x45, 0xdf, 0xa3, 0x84, 0, 0, 0, 0]
    const segment = (...rest: number[]) => new Uint8Array([...header, 0x18, 0x53, 0x80, 0x67, ...rest])
    expect(await layoutOf(segment(0x83, 1, 2, 3))).toEqual({ isFastStart: false })
    expect(await layoutOf(segment(0x40, 0x03, 1, 2, 3))).toEqual({ isFastStart: false })
    expect(await layoutOf(segment(0xff, 1, 2, 3))).toEqual({ isFastStart: false })
    expect(await layoutOf(segment(0x01, 255, 255, 255, 255, 255, 255, 255, 1))).toEqual({ isFastStart: false })
    expect(await layoutOf(segment(0x84, 1, 2, 3))).toBeUndefined()
    expect(await layoutOf(segment(0x00, 1, 2, 3))).toBeUndefined()
  })

  it('never throws and never ends up reading for ever, whatever the bytes', async () => {
    const starts = fc.constantFrom([0, 0, 0, 16, 0x66, 0x74, 0x79, 0x70], [0x1a, 0x45, 0xdf, 0xa3], [])
    await fc.assert(
      fc.asyncProperty(starts, fc.uint8Array({ maxLength: 200 }), async (start, rest) => {
        await layoutOf(new Uint8Array([...start, ...rest]))
      }),
    )
  })
})
