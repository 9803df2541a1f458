import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildEncodeArguments } from './encode-arguments.ts'
import { parseProgressSeconds } from './run-ffmpeg.ts'
import { planRungs, limitFrameRate, rungSize } from './rungs.ts'
import { toLevelFilter, chooseLevel, parseLoudness } from './loudness.ts'
import { readAvcCodec, computeBandwidth, writeMasterPlaylist, parseSegments } from './playlists.ts'
import { parseRatio, displaySize } from './probe-video.ts'

describe('the size of a rung', () => {
  it('is even, never above the video, and at most the height of the rung', () => {
    const side = fc.integer({ min: 2, max: 8_000 })
    fc.assert(
      fc.property(side, side, fc.constantFrom(240, 360, 480, 720), (width, height, rung) => {
        const size = rungSize({ width, height }, rung)
        expect([size.width % 2, size.lines % 2]).toEqual([0, 0])
        expect(size.width).toBeLessThanOrEqual(width + 1)
        expect(size.lines).toBeLessThanOrEqual(height + 1)
        expect(Math.min(size.width, size.lines)).toBeLessThanOrEqual(rung)
      }),
    )
  })

  it('follows the orientation of the video: the shorter side counts', () => {
    expect(rungSize({ width: 1080, height: 1920 }, 240)).toEqual({ width: 240, lines: 426 })
    expect(rungSize({ width: 1920, height: 1080 }, 720)).toEqual({ width: 1280, lines: 720 })
    expect(rungSize({ width: 161, height: 91 }, 240)).toEqual({ width: 162, lines: 92 })
  })

  it('leaves out rungs above the video, but never the lowest', () => {
    const heights = (height: number) => planRungs({ width: height * 2, height }).map((rung) => rung.height)
    expect(heights(90)).toEqual([240])
    expect(heights(479)).toEqual([240, 360])
    expect(heights(2_160)).toEqual([240, 360, 480, 720])
  })
})

it('the frame rate of the video is halved until it is low enough', () => {
  expect([24, 25, 30, 29.97, 50, 60, 120, 240, 1, 0.2].map(limitFrameRate)).toEqual([
    24, 25, 30, 29.97, 25, 30, 30, 30, 8, 8,
  ])
})

describe('the output of ffprobe', () => {
  it('contains the displayed size', () => {
    expect(displaySize({ width: 1920, height: 1080 })).toEqual({ width: 1920, height: 1080 })
    expect(displaySize({ width: 1920, height: 1080, side_data_list: [{}, { rotation: -90 }] })).toEqual({
      width: 1080,
      height: 1920,
    })
    expect(displaySize({ width: 640, height: 360, tags: { rotate: '180' } })).toEqual({ width: 640, height: 360 })
    expect(displaySize({ width: 720, height: 576, sample_aspect_ratio: '64:45' })).toEqual({ width: 1024, height: 576 })
    expect(displaySize({ width: 720, height: 576, sample_aspect_ratio: '0:1' })).toEqual({ width: 720, height: 576 })
  })

  it('contains ratios, and 0/0 is undefined', () => {
    expect([parseRatio('30000/1001'), parseRatio('0/0'), parseRatio('N/A'), parseRatio(undefined)]).toEqual([
      30_000 / 1_001,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('the loudness', () => {
  const said = (i: string, peak: string) =>
    `t: 1 M: -70\nSummary:\n\n  Integrated loudness:\n    I: ${i} LUFS\n    Threshold: -38.1 LUFS\n\n  Loudness range:\n    LRA: 3.2 LU\n    Threshold: -48.0 LUFS\n\n  True peak:\n    Peak: ${peak} dBFS\n`

  it('is parsed from the summary, and is undefined for silence', () => {
    expect(parseLoudness(said('-27.5', '-9.1'))).toEqual({
      integrated: -27.5,
      range: 3.2,
      peak: -9.1,
      threshold: -38.1,
    })
    expect(parseLoudness(said('-70.0', '-inf'))).toBeUndefined()
    expect(parseLoudness('')).toBeUndefined()
  })

  it('is corrected by one gain, with a limiter if peaks would clip', () => {
    const measured = { integrated: -20, range: 3, peak: -8, threshold: -30 }
    expect(chooseLevel(measured)).toEqual({ gain: 4, isLimited: false })
    expect(chooseLevel({ ...measured, peak: -2 })).toEqual({ gain: 4, isLimited: true })
    expect(chooseLevel({ ...measured, integrated: -10, peak: 0 })).toEqual({ gain: -6, isLimited: false })
    expect(chooseLevel({ ...measured, integrated: -60, peak: -50 })).toEqual({ gain: 30, isLimited: false })
    expect([chooseLevel({ ...measured, integrated: -69 }), chooseLevel(undefined)]).toEqual([undefined, undefined])
    expect(toLevelFilter({ gain: 4, isLimited: false })).toBe('volume=4.00dB')
    expect(toLevelFilter({ gain: 4, isLimited: true })).toMatch(/^volume=4.00dB,alimiter=/)
  })
})

describe('the arguments of an encoding', () => {
  const plan = planRungs({ width: 640, height: 360 })
  const encoding = {
    input: ['-f', 'mov', '-i', 'x'],
    plan,
    frameRate: 25,
    scaleAndConvert: 'scale=640:360',
    tracks: { picture: 0, sound: 1 },
    levelFilter: undefined,
    threads: 1,
  }

  it('decode once and write each rung and the audio-only file', () => {
    const args = buildEncodeArguments(encoding)
    expect(args.filter((arg) => arg === '-i')).toHaveLength(1)
    expect(args.filter((arg) => arg.endsWith('.m3u8'))).toEqual(['240p.m3u8', '360p.m3u8', 'sound.m3u8'])
  })

  it('contain no sound if the video has none', () => {
    expect(buildEncodeArguments({ ...encoding, tracks: { picture: 0, sound: undefined } }).join(' ')).not.toMatch(
      /aac|0:1|sound/,
    )
  })

  it('keep the picture of the lowest rung under 100 kbit/s, including the buffer, in a video of 4 seconds', () => {
    const [lowest] = plan
    expect((lowest?.maxKbits ?? 0) * (1 + 1 / 4)).toBeLessThan(100)
  })
})

it('the position of ffmpeg is the last one that its progress reports', () => {
  expect(parseProgressSeconds('frame=1\nout_time_us=1500000\nprogress=continue\nout_time_us=2500000\n')).toBe(2.5)
  expect(parseProgressSeconds('out_time_us=N/A\n')).toBeUndefined()
})

describe('playlists', () => {
  const playlist =
    '#EXTM3U\n#EXTINF:2.000000,\n#EXT-X-BYTERANGE:1000@100\nx.mp4\n#EXTINF:4.000000,\n#EXT-X-BYTERANGE:3000@1100\nx.mp4\n'

  it('list their segments as byte ranges', () => {
    expect(parseSegments(playlist)).toEqual([
      { seconds: 2, bytes: 1_000, start: 100 },
      { seconds: 4, bytes: 3_000, start: 1_100 },
    ])
    expect(computeBandwidth(parseSegments(playlist))).toEqual({ peak: 6_000, average: 5_334 })
  })

  it('are listed in the master playlist, with the properties by which a player chooses', () => {
    const variant = {
      height: 240,
      width: 426,
      lines: 240,
      codecs: 'avc1.4d4015,mp4a.40.2',
      segments: parseSegments(playlist),
      frameRate: 25,
    }
    expect(writeMasterPlaylist([variant])).toBe(
      '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-STREAM-INF:BANDWIDTH=6000,AVERAGE-BANDWIDTH=5334,' +
        'RESOLUTION=426x240,FRAME-RATE=25.000,CODECS="avc1.4d4015,mp4a.40.2"\n240p.m3u8\n',
    )
  })

  it('name the codec that the file contains', () => {
    const head = Buffer.concat([Buffer.from('....avcC'), Buffer.from([1, 0x4d, 0x40, 0x15, 0xff])])
    expect(readAvcCodec(head)).toBe('avc1.4d4015')
    expect(() => readAvcCodec(Buffer.from('nothing'))).toThrow('no H.264')
  })
})
