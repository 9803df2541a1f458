import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  makeVideoFolder,
  h264,
  hasNoFfmpeg,
  makeVideoFile,
  picture,
  programs,
  tone,
} from '../../../test/ffmpeg-videos.ts'
import type { Container } from '../inspection/container-layout.ts'
import { streamFileKeys } from '../stream.ts'
import { encodeStream, type EncodeOptions } from './encode-stream.ts'
import { FfmpegError, runFfmpeg } from './run-ffmpeg.ts'
import { measureLoudness } from './loudness.ts'
import { parseSegments } from './playlists.ts'
import { probeVideo } from './probe-video.ts'
import { writePoster } from './poster.ts'

let workFolder: ReturnType<typeof makeVideoFolder>
beforeAll(() => {
  workFolder = makeVideoFolder()
})
afterAll(() => workFolder.remove())

const at = (name: string) => join(workFolder.folder, name)

async function encode(path: string, changes: Partial<EncodeOptions> = {}) {
  const folder = at(`out-${crypto.randomUUID()}`)
  mkdirSync(folder)
  const container = path.slice(path.lastIndexOf('.') + 1) as Container
  const encoded = await encodeStream(programs, { path, container, folder, ...changes })
  const probe = (name: string) => probeVideo(programs, { path: join(folder, `${name}.mp4`), container: 'mp4' })
  return { ...encoded, folder, probe, read: (name: string) => readFileSync(join(folder, name), 'utf8') }
}
type Made = Awaited<ReturnType<typeof encode>>

/** Measures the bit rate of a track in kbit/s, without its container. */
async function measureKbits(path: string, track: 'v:0' | 'a:0'): Promise<number> {
  const args = ['-v', 'error', '-select_streams', track, '-show_entries', 'packet=size,duration_time', '-of', 'csv=p=0']
  const { stdout } = await runFfmpeg({ program: programs.ffprobe, args: [...args, path] })
  const packets = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number))
  const sum = (index: number) => packets.reduce((total, packet) => total + (packet[index] ?? 0), 0)
  return (sum(1) * 8) / sum(0) / 1_000
}

/** Checks the properties that every stream must have. */
async function expectCompleteStream(made: Made, seconds: number): Promise<void> {
  const { stream, folder } = made
  expect(readdirSync(folder).toSorted()).toEqual(
    streamFileKeys({ ...stream, folder: '' })
      .map((key) => key.slice(1))
      .toSorted(),
  )
  const names = [...stream.rungs.map(({ height }) => `${height}p`), ...(stream.soundBytes === null ? [] : ['sound'])]
  for (const name of names) {
    const { size } = statSync(join(folder, `${name}.mp4`))
    const parts = parseSegments(made.read(`${name}.m3u8`))
    expect(parts.length).toBeGreaterThan(0)
    expect(Math.max(...parts.map((part) => part.start + part.bytes))).toBeLessThanOrEqual(size)
    expect(Math.max(...parts.map((part) => part.seconds))).toBeLessThanOrEqual(4.1)
    const total = parts.reduce((sum, part) => sum + part.seconds, 0)
    expect(Math.abs(total - seconds)).toBeLessThan(0.3)
    expect(parts[0]?.seconds).toBeLessThanOrEqual(name === 'sound' ? 4.1 : 2.001)
  }
  expect(await measureKbits(join(folder, '240p.mp4'), 'v:0')).toBeLessThan(100)
}

describe.skipIf(hasNoFfmpeg)('a stream', () => {
  it('has sound in every rung up to the size of the video, and audio only', async () => {
    const source = makeVideoFile(at('plain.mp4'), ...picture('1280x720', 7), ...tone(7), ...h264)
    const shares: number[] = []
    const made = await encode(source, { onProgress: (share) => shares.push(share) })
    expect(made.stream.rungs.map(({ height }) => height)).toEqual([240, 360, 480, 720])
    await expectCompleteStream(made, 7)
    const sizes = [
      [426, 240],
      [640, 360],
      [854, 480],
      [1280, 720],
    ]
    for (const [index, name] of ['240p', '360p', '480p', '720p'].entries()) {
      const [width, height] = sizes[index] ?? []
      expect(await made.probe(name)).toMatchObject({ width, height, hasSound: true })
    }
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(-1)).toBeGreaterThan(0.9)
  })

  it('has a master playlist that describes each rung correctly', async () => {
    const source = makeVideoFile(at('master.mp4'), ...picture('640x360', 6), ...tone(6), ...h264)
    const made = await encode(source)
    const master = made.read('master.m3u8')
    expect([...master.matchAll(/^\w+\.m3u8$/gm)].map(([name]) => name)).toEqual(['240p.m3u8', '360p.m3u8'])
    expect([...master.matchAll(/RESOLUTION=(\w+)/g)].map(([, size]) => size)).toEqual(['426x240', '640x360'])
    expect([...master.matchAll(/CODECS="([^"]+)"/g)].map(([, codecs]) => codecs)).toEqual([
      expect.stringMatching(/^avc1\.4d40[0-9a-f]{2},mp4a\.40\.2$/),
      expect.stringMatching(/^avc1\.4d40[0-9a-f]{2},mp4a\.40\.2$/),
    ])
    const bandwidths = [...master.matchAll(/[:,]BANDWIDTH=(\d+)/g)].map(([, bits]) => Number(bits))
    for (const [index, name] of ['240p', '360p'].entries()) {
      const parts = parseSegments(made.read(`${name}.m3u8`))
      const heaviest = Math.max(...parts.map((part) => (part.bytes * 8) / part.seconds))
      expect(bandwidths[index]).toBeGreaterThanOrEqual(Math.floor(heaviest))
      expect(bandwidths[index]).toBeLessThan(heaviest * 2.1)
    }
  })

  it.each([
    [
      'vp9 and opus in webm',
      'vp9.webm',
      ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '200k', '-c:a', 'libopus'],
    ],
    [
      'hevc in mp4',
      'hevc.mp4',
      ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-c:a', 'aac'],
    ],
    [
      'hevc and mp3 in mkv',
      'hevc.mkv',
      ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-c:a', 'libmp3lame'],
    ],
    ['prores and pcm in mov', 'prores.mov', ['-c:v', 'prores', '-c:a', 'pcm_s16le']],
    [
      'ten bits and 4:4:4',
      'deep.mp4',
      ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p10le', '-c:a', 'aac'],
    ],
    ['mpeg-4 part 2 in mp4', 'old.mp4', ['-c:v', 'mpeg4', '-c:a', 'aac']],
  ])('can be made from %s', async (_name, file, codecs) => {
    const made = await encode(makeVideoFile(at(file), ...picture('320x240', 4), ...tone(4), ...codecs))
    await expectCompleteStream(made, 4)
    expect(await made.probe('240p')).toMatchObject({ width: 320, height: 240, hasSound: true })
  })

  it('of a video without sound has none', async () => {
    const made = await encode(
      makeVideoFile(at('silent-video.mp4'), ...picture('320x240', 4), '-an', ...h264.slice(0, 6)),
    )
    expect(made.stream.soundBytes).toBeNull()
    await expectCompleteStream(made, 4)
    expect(await made.probe('240p')).toMatchObject({ hasSound: false })
    expect(made.read('master.m3u8')).not.toContain('mp4a')
  })

  it('is upright if the phone was held upright', async () => {
    const portrait = await encode(makeVideoFile(at('portrait.mp4'), ...picture('360x640', 4), ...tone(4), ...h264))
    expect(await portrait.probe('240p')).toMatchObject({ width: 240, height: 426 })
    expect(portrait.stream.rungs.map(({ height }) => height)).toEqual([240, 360])
    const lying = makeVideoFile(at('lying.mp4'), ...picture('640x360', 4), ...tone(4), ...h264)
    const turned = makeVideoFile(at('turned.mp4'), '-i', lying, '-c', 'copy', '-metadata:s:v:0', 'rotate=90')
    const upright = await encode(turned)
    expect(upright.video).toMatchObject({ width: 360, height: 640 })
    expect(await upright.probe('360p')).toMatchObject({ width: 360, height: 640 })
    expect(upright.read('master.m3u8')).toContain('RESOLUTION=240x426')
  })

  it('keeps the aspect ratio of pictures with an odd number of lines or with pixels that are not square', async () => {
    const odd = makeVideoFile(at('odd.mkv'), ...picture('321x241', 4), '-c:v', 'ffv1')
    expect(await (await encode(odd)).probe('240p')).toMatchObject({ width: 320, height: 240 })
    const wide = makeVideoFile(at('wide.mp4'), ...picture('360x288', 4), '-vf', 'setsar=64/45', ...h264)
    expect(await (await encode(wide)).probe('240p')).toMatchObject({ width: 426, height: 240 })
  })

  it('starts at once even if the video has few frames: the frame rate is made constant', async () => {
    const source = makeVideoFile(
      at('uneven.mkv'),
      ...picture('320x240', 12),
      ...tone(12),
      '-vf',
      "select='lt(t,1)+gt(t,8)'",
      '-vsync',
      'vfr',
      ...h264,
    )
    await expectCompleteStream(await encode(source), 12)
  })

  it('of three minutes is complete', async () => {
    const source = makeVideoFile(
      at('long.mp4'),
      '-f',
      'lavfi',
      '-i',
      'color=green:size=128x72:rate=8:duration=180',
      ...tone(180),
      ...h264,
    )
    const made = await encode(source)
    await expectCompleteStream(made, 180)
    expect(parseSegments(made.read('240p.m3u8')).length).toBeGreaterThan(44)
  })
})

describe.skipIf(hasNoFfmpeg)('the loudness', () => {
  const drums = "aevalsrc='0.9*sin(180*2*PI*t)*exp(-60*mod(t,0.25))+0.01*sin(300*2*PI*t)':duration=8"
  it.each([
    ['loud', tone(8, 4)],
    ['quiet', tone(8, 0.1)],
    ['full of peaks', ['-f', 'lavfi', '-i', drums]],
    ['in one channel only', ['-f', 'lavfi', '-i', "aevalsrc='0.1*sin(440*2*PI*t)|0':duration=8"]],
  ])('of a video whose sound is %s is -16 LUFS within 1, in each rung and in audio only', async (name, sound) => {
    const source = makeVideoFile(at(`${name}.mp4`), ...picture('320x240', 8), ...sound, ...h264)
    const made = await encode(source)
    for (const part of ['240p', 'sound']) {
      const measured = await measureLoudness(programs, { path: join(made.folder, `${part}.mp4`), container: 'mp4' })
      expect(Math.abs((measured?.integrated ?? 0) + 16)).toBeLessThanOrEqual(1)
      expect(measured?.peak).toBeLessThan(1)
    }
  })

  it('of silence is not raised', async () => {
    const source = makeVideoFile(
      at('silence.mp4'),
      ...picture('320x240', 4),
      '-f',
      'lavfi',
      '-i',
      'anullsrc=duration=4',
      ...h264,
      '-shortest',
    )
    const made = await encode(source)
    await expectCompleteStream(made, 4)
    expect(await measureLoudness(programs, { path: join(made.folder, 'sound.mp4'), container: 'mp4' })).toBeUndefined()
  })
})

describe.skipIf(hasNoFfmpeg)('ffmpeg', () => {
  it('U-02 reads no other file, even if the video refers to one', async () => {
    const list = at('list.mp4')
    const other = makeVideoFile(at('other.mp4'), ...picture('320x240', 4), ...h264)
    writeFileSync(list, `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${other}\n#EXT-X-ENDLIST\n`)
    await expect(encode(list)).rejects.toThrow(FfmpegError)
    writeFileSync(list, `ffconcat version 1.0\nfile ${other}\n`)
    await expect(encode(list)).rejects.toThrow(FfmpegError)
  })

  it("is stopped by the signal, with the signal's reason", async () => {
    const source = makeVideoFile(at('ended.mp4'), ...picture('640x360', 30, 25), ...tone(30), ...h264)
    const ending = new AbortController()
    const onProgress = () => ending.abort(new Error('enough'))
    await expect(encode(source, { signal: ending.signal, onProgress })).rejects.toThrow('enough')
  })

  it('is stopped if it makes no progress, and its output is in the error if it fails', async () => {
    const sleeping = runFfmpeg({ program: '/bin/sleep', args: ['600'], stallMs: 50 })
    await expect(sleeping).rejects.toThrow('no progress')
    await expect(runFfmpeg({ program: programs.ffmpeg, args: ['-i', '/nowhere'] })).rejects.toThrow('No such file')
    await expect(runFfmpeg({ program: '/nowhere/ffmpeg', args: [] })).rejects.toThrow('ENOENT')
  })
})

it.skipIf(hasNoFfmpeg)(
  'a poster is a frame as WebP, upright, and the first one if the position is past the end',
  async () => {
    const lying = makeVideoFile(at('poster.mp4'), ...picture('640x360', 4), ...h264)
    const turned = makeVideoFile(at('poster-turned.mp4'), '-i', lying, '-c', 'copy', '-metadata:s:v:0', 'rotate=90')
    for (const seconds of [0.8, 99]) {
      const out = at(`poster-${seconds}`)
      expect(await writePoster(programs, { path: turned, container: 'mp4', seconds, out })).toBe(true)
      const bytes = readFileSync(out)
      expect(bytes.toString('latin1', 8, 12)).toBe('WEBP')
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 360, height: 640 })
    }
  },
)
