import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import sharp from 'sharp'
import { encodeStream } from '../server/src/videos/processing/encode-stream.ts'
import { findFfmpeg } from '../server/src/videos/processing/find-ffmpeg.ts'
import { frame, secondsOf, type Video } from './video.ts'

const size = { width: 854, height: 480 }
const rate = 12

/** The target loudness of a video (EBU R 128, in LUFS), close to what phones and players expect. */
const target = -16

async function run(args: readonly string[]): Promise<string> {
  const child = spawn('ffmpeg', ['-hide_banner', '-y', ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(said.slice(-2000))
  return said
}

async function loudness(sound: string): Promise<number> {
  const said = await run(['-i', sound, '-af', 'ebur128', '-f', 'null', '-'])
  const measured = /Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(said)
  if (!measured) throw new Error('ffmpeg did not measure the sound')
  return Number(measured[1])
}

const pictures = [
  '-f',
  'rawvideo',
  '-pix_fmt',
  'rgb24',
  '-s',
  `${size.width}x${size.height}`,
  '-r',
  String(rate),
  '-i',
  '-',
]
const h264 = ['-c:v', 'libx264', '-profile:v', 'main', '-level', '3.1', '-pix_fmt', 'yuv420p', '-g', String(rate * 4)]
const fine = ['-preset', 'veryfast', '-tune', 'animation', '-crf', '14']
const plain = ['-movflags', '+faststart', '-map_metadata', '-1', '-fflags', '+bitexact', '-shortest']

/** Draws every frame of the video, adds the sound, and writes a high-quality mp4, from which the rungs are made. */
export async function encode(video: Video, sound: string, path: string): Promise<void> {
  const gain = target - (await loudness(sound))
  const level = ['-af', `volume=${gain.toFixed(2)}dB,alimiter=limit=0.84:level=disabled`, '-c:a', 'aac', '-ar', '44100']
  const inputs = ['-hide_banner', '-loglevel', 'error', '-y', ...pictures, '-i', sound]
  const output = [...h264, ...fine, ...level, '-b:a', '192k', ...plain, path]
  const child = spawn('ffmpeg', [...inputs, ...output], { stdio: ['pipe', 'inherit', 'inherit'] })
  const frames = Math.round(secondsOf(video) * rate)
  for (let i = 0; i < frames; i++) {
    const pixels = await sharp(Buffer.from(frame(video, i / rate, size)))
      .removeAlpha()
      .raw()
      .toBuffer()
    if (!child.stdin.write(pixels)) await once(child.stdin, 'drain')
  }
  child.stdin.end()
  await finished(child.stdin)
  const [code] = child.exitCode === null ? await once(child, 'close') : [child.exitCode]
  if (code !== 0) throw new Error(`ffmpeg stopped with ${String(code)}`)
}

/** The rungs used on a laptop without ffmpeg: the smallest one, and one with a good picture. */
const heights = [240, 480]

/** Writes a video's adaptive stream to a folder, as the product does for an upload, but with slower encoder settings. */
export async function encodeRungs(path: string, folder: string): Promise<void> {
  const programs = await findFfmpeg({ ffmpegPath: undefined, searchPath: process.env['PATH'] ?? '' })
  if (!programs) throw new Error('ffmpeg is not here')
  await mkdir(folder)
  const adjust = <Rung extends { height: number; crf: number }>(rung: Rung) => ({
    ...rung,
    preset: 'veryslow',
    crf: rung.crf + (rung.height > 240 ? 10 : 6),
  })
  await encodeStream(programs, { path, container: 'mp4', folder, heights, adjust })
}
