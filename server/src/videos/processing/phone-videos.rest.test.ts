// Videos as phones and recorders make them: HDR, other colours, turned, odd sizes, uneven frames, unusual sound, very short.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  h264,
  hasNoFfmpeg,
  makeVideoFile,
  makeVideoFolder,
  picture,
  programs,
  tone,
} from '../../../test/ffmpeg-videos.ts'
import type { Container } from '../inspection/container-layout.ts'
import { encodeStream } from './encode-stream.ts'
import { measureLoudness } from './loudness.ts'
import { writePoster } from './poster.ts'
import { probeVideo } from './probe-video.ts'

let workFolder: ReturnType<typeof makeVideoFolder>
beforeAll(() => {
  workFolder = makeVideoFolder()
})
afterAll(() => workFolder.remove())

const at = (name: string) => join(workFolder.folder, name)
const containerOf = (path: string) => path.slice(path.lastIndexOf('.') + 1) as Container

/** Encodes the lowest rung of a video, and returns it with its path. */
async function encode(path: string, { canToneMap = programs.canToneMap } = {}) {
  const folder = at(`out-${crypto.randomUUID()}`)
  mkdirSync(folder)
  const source = { path, container: containerOf(path), folder, heights: [240] }
  const { stream, video } = await encodeStream({ ...programs, canToneMap }, source)
  const rung = join(folder, '240p.mp4')
  return { stream, video, rung, probed: await probeVideo(programs, { path: rung, container: 'mp4' }) }
}

const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none:crf=8', '-tag:v', 'hvc1']
const tags = (primaries: string, transfer: string, matrix: string) => [
  '-color_primaries',
  primaries,
  '-color_trc',
  transfer,
  '-colorspace',
  matrix,
  '-color_range',
  'tv',
]

/** Paper white, grey, red, green, blue and skin, side by side, as they look on an ordinary screen. */
const patches = ['ffffff', '808080', 'c00000', '00a000', '0000c0', 'c68642']
const patchSource = `${patches.map((rgb, i) => `color=0x${rgb}:size=80x240:rate=5:duration=1[p${i}]`).join(';')};${patches.map((_, i) => `[p${i}]`).join('')}hstack=6`

/** Makes a video of the patches, whose colours these filters convert. */
function makePatches(name: string, filters: string, codec: readonly string[]): string {
  return makeVideoFile(at(name), '-f', 'lavfi', '-i', patchSource, '-vf', filters, ...codec)
}
const inHd =
  'scale=out_color_matrix=bt709:out_range=tv,format=yuv444p,setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709'
/** The same light in wider colours; white is 203 nits in HDR. */
const widened = (primaries: string, transfer: string, matrix: string) =>
  `${inHd},zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=${primaries}:t=${transfer}:m=${matrix}:r=tv:npl=203,format=yuv420p10le`

/** Reads the colour of each patch of a picture. */
async function readPatches(picture: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return patches.map((_, index) => {
    const from = (Math.floor(info.height / 2) * info.width + Math.floor(((index + 0.5) / 6) * info.width)) * 3
    return [...data.subarray(from, from + 3)]
  })
}
const asPng = ['-vf', 'scale=in_color_matrix=bt709,format=rgb24', '-c:v', 'png', '-f', 'image2pipe', '-']
/** Reads the first frame of a video as a browser shows it: the colours are those that its tags name. */
const readFrame = (path: string) =>
  execFileSync(programs.ffmpeg, ['-v', 'error', '-i', path, '-frames:v', '1', ...asPng])

/** The largest difference between the colours of patches and the original ones, in steps of 255. */
function findLargestDifference(found: readonly number[][]): number {
  const wanted = patches.map((rgb) => [...Buffer.from(rgb, 'hex')])
  return Math.max(
    ...wanted.flatMap((rgb, i) => rgb.map((value, channel) => Math.abs(value - (found[i]?.[channel] ?? -999)))),
  )
}

describe.skipIf(hasNoFfmpeg)('the colours of a video', () => {
  // Tone mapping keeps light below white as it is, except that it makes room for brighter light near white.
  it.each([
    [
      'HLG of an iPhone',
      'hlg.mov',
      widened('bt2020', 'arib-std-b67', 'bt2020nc'),
      [...x265, ...tags('bt2020', 'arib-std-b67', 'bt2020nc')],
      44,
    ],
    [
      'PQ (HDR10)',
      'pq.mp4',
      widened('bt2020', 'smpte2084', 'bt2020nc'),
      [...x265, ...tags('bt2020', 'smpte2084', 'bt2020nc')],
      44,
    ],
    [
      'PQ whose file names only the transfer',
      'bare.mp4',
      widened('bt2020', 'smpte2084', 'bt2020nc'),
      [...x265, '-color_trc', 'smpte2084'],
      44,
    ],
    [
      'wide colours without HDR',
      'wide.mp4',
      widened('bt2020', 'bt709', 'bt2020nc'),
      [...x265, ...tags('bt2020', 'bt2020-10', 'bt2020nc')],
      16,
    ],
    ['Display P3', 'p3.mov', widened('smpte432', 'bt709', '709'), [...x265, ...tags('smpte432', 'bt709', 'bt709')], 10],
    ['BT.709', 'plain.mp4', `${inHd},format=yuv420p`, [...h264, ...tags('bt709', 'bt709', 'bt709')], 10],
    [
      'BT.601',
      'pal.mp4',
      'scale=out_color_matrix=bt470:out_range=tv,format=yuv420p',
      [...h264, ...tags('bt470bg', 'smpte170m', 'bt470bg')],
      10,
    ],
    [
      'an untagged small picture',
      'small.mp4',
      'scale=out_color_matrix=smpte170m:out_range=tv,format=yuv420p',
      h264,
      10,
    ],
    ['an untagged HD picture', 'hd.mp4', 'scale=1440:720:out_color_matrix=bt709:out_range=tv,format=yuv420p', h264, 10],
    [
      'the full range of phone cameras',
      'full.mp4',
      'scale=out_color_matrix=smpte170m:out_range=pc,format=yuvj420p',
      h264.filter((arg) => !/pix_fmt|yuv420p/.test(arg)),
      10,
    ],
    ['RGB', 'rgb.mkv', 'format=gbrp', ['-c:v', 'ffv1'], 10],
  ])(
    'from %s are right in the stream and in the poster, in BT.709 and 8 bits',
    async (_, name, filters, codec, most) => {
      const source = makePatches(name, filters, codec)
      const { rung, probed, stream } = await encode(source)
      expect(probed.colours).toEqual({ primaries: 'bt709', transfer: 'bt709', matrix: 'bt709' })
      const { stdout } = { stdout: execFileSync(programs.ffprobe, ['-v', 'error', '-show_streams', rung]).toString() }
      expect(stdout).toContain('pix_fmt=yuv420p\n')
      expect(stdout).toContain('color_range=tv\n')
      expect(stream).not.toHaveProperty('isPale')
      expect(findLargestDifference(await readPatches(readFrame(rung)))).toBeLessThanOrEqual(most)
      const out = at(`${name}.webp`)
      await writePoster(programs, { path: source, container: containerOf(source), seconds: 0.2, out })
      expect(findLargestDifference(await readPatches(await sharp(out).png().toBuffer()))).toBeLessThanOrEqual(most)
    },
  )

  it('of HDR are noted as pale if ffmpeg has no filters to convert them, and the video is encoded anyway', async () => {
    const hlg = makePatches('pale.mp4', widened('bt2020', 'arib-std-b67', 'bt2020nc'), [
      ...x265,
      ...tags('bt2020', 'arib-std-b67', 'bt2020nc'),
    ])
    const { stream, probed } = await encode(hlg, { canToneMap: false })
    expect(stream).toMatchObject({ isPale: true })
    expect(probed.colours).toMatchObject({ transfer: 'bt709' })
  })
})

describe.skipIf(hasNoFfmpeg)('the shape of a video', () => {
  const lying = () => makeVideoFile(at('lying.mp4'), ...picture('640x360', 1), ...h264)
  it.each([
    [90, 240, 426],
    [180, 426, 240],
    [270, 240, 426],
    [-90, 240, 426],
  ])('turned by %i degrees is upright, and so is its poster', async (rotate, width, height) => {
    const turned = makeVideoFile(
      at(`turned${rotate}.mov`),
      '-i',
      lying(),
      '-c',
      'copy',
      '-metadata:s:v:0',
      `rotate=${rotate}`,
    )
    expect((await encode(turned)).probed).toMatchObject({ width, height })
    const out = at(`turned${rotate}.webp`)
    await writePoster(programs, { path: turned, container: 'mov', seconds: 0, out })
    expect(await sharp(out).metadata()).toMatchObject(
      width < height ? { width: 360, height: 640 } : { width: 640, height: 360 },
    )
  })

  it.each([
    ['odd sides', '321x241', 'null', 320, 240],
    ['pixels that are wide', '360x288', 'setsar=64/45', 426, 240],
    ['pixels that are tall', '720x480', 'setsar=8/9', 320, 240],
    ['a side of few pixels', '16x240', 'null', 16, 240],
    ['a very wide picture', '1200x100', 'null', 1200, 100],
  ])('with %s keeps its proportions', async (_, size, filter, width, height) => {
    const source = makeVideoFile(at(`shape-${size}.mkv`), ...picture(size, 1), '-vf', filter, '-c:v', 'ffv1')
    expect((await encode(source)).probed).toMatchObject({ width, height })
  })
})

describe.skipIf(hasNoFfmpeg)('the time of a video', () => {
  it.each([
    ['one frame', 'one.mp4', [...picture('320x240', 1), '-frames:v', '1', ...h264], 0.04],
    ['a tenth of a second with sound', 'blink.mp4', [...picture('320x240', 0.1, 30), ...tone(0.1), ...h264], 0.1],
    ['a third of a second', 'short.mov', [...picture('320x240', 0.34), ...tone(0.34), ...h264], 0.34],
    ['sound longer than the picture', 'long-sound.mp4', [...picture('320x240', 1), ...tone(3), ...h264], 3],
    ['sound shorter than the picture', 'short-sound.mp4', [...picture('320x240', 3), ...tone(1), ...h264], 3],
    [
      'uneven frames',
      'uneven.mkv',
      [...picture('320x240', 3), ...tone(3), '-vf', "select='lt(t,1)+gt(t,2)'", '-vsync', 'vfr', ...h264],
      3,
    ],
    ['120 frames a second', 'slow-motion.mov', [...picture('320x240', 1, 120), ...h264], 1],
  ])('with %s is kept', async (_, name, args, seconds) => {
    const { probed } = await encode(makeVideoFile(at(name), ...args))
    expect(Math.abs(probed.durationSeconds - seconds)).toBeLessThan(0.2)
  })

  it('is known even if a recorder in a browser did not write it', async () => {
    const live = at('live.webm')
    const args = [
      ...picture('320x240', 2),
      ...tone(2),
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-c:a',
      'libopus',
    ]
    makeVideoFile(live, ...args, '-live', '1', '-f', 'webm')
    const { probed } = await encode(live)
    expect(probed.durationSeconds).toBeGreaterThan(1.8)
  })
})

describe.skipIf(hasNoFfmpeg)('the sound of a video', () => {
  const surround = (layout: string, channels: number) => [
    '-f',
    'lavfi',
    '-i',
    `aevalsrc=${Array.from({ length: channels }, () => '0.2*sin(440*2*PI*t)').join('|')}:channel_layout=${layout}:duration=2`,
  ]
  it.each([
    ['5.1 in AAC', 'aac51.mp4', [...surround('5.1', 6), ...h264]],
    ['7.1 in PCM', 'pcm71.mov', [...surround('7.1', 8), ...h264.slice(0, 6), '-c:a', 'pcm_s16le']],
    [
      'one channel at 8 kHz',
      'phone.mov',
      [...tone(2), '-ar', '8000', '-ac', '1', ...h264.slice(0, 6), '-c:a', 'pcm_mulaw'],
    ],
    ['96 kHz', 'studio.mkv', [...tone(2), '-ar', '96000', ...h264.slice(0, 6), '-c:a', 'flac']],
  ])('that is %s is stereo and as loud as others', async (_, name, args) => {
    const { rung, stream } = await encode(makeVideoFile(at(name), ...picture('320x240', 2), ...args))
    expect(stream.soundBytes).toBeGreaterThan(1_000)
    const loudness = await measureLoudness(programs, { path: rung, container: 'mp4' })
    expect(Math.abs((loudness?.integrated ?? 0) + 16)).toBeLessThan(1.5)
    const streams = execFileSync(programs.ffprobe, [
      '-v',
      'error',
      '-select_streams',
      'a',
      '-show_streams',
      rung,
    ]).toString()
    expect(streams).toContain('channels=2\n')
  })

  it('is the first that ffmpeg can decode, and a cover is not the picture', async () => {
    const cover = at('cover.png')
    await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toFile(cover)
    const plain = makeVideoFile(at('covered-plain.mp4'), ...picture('320x240', 1), ...tone(1), ...h264)
    const inputs = ['-i', cover, '-i', plain, '-map', '0', '-map', '1', '-c', 'copy']
    const covered = makeVideoFile(at('covered.mp4'), ...inputs, '-disposition:v:0', 'attached_pic')
    expect((await encode(covered)).probed).toMatchObject({ width: 320, height: 240, hasSound: true })
    const two = makeVideoFile(at('two.mp4'), '-i', plain, '-i', plain, '-map', '0', '-map', '1:a', '-c', 'copy')
    // The spatial sound of an iPhone, which ffmpeg does not know.
    const bytes = readFileSync(two)
    bytes.write('apac', bytes.indexOf('mp4a', 0, 'latin1'), 'latin1')
    bytes.write('dapa', bytes.indexOf('esds', 0, 'latin1'), 'latin1')
    writeFileSync(two, bytes)
    expect((await encode(two)).video.tracks).toEqual({ picture: 0, sound: 2 })
  })
})
