import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import sharp from 'sharp'
import { frame, secondsOf, type Film } from './film.ts'

const size = { width: 768, height: 432 }
const rate = 12

/** How loud a film is heard (EBU R 128, in LUFS); close to what phones and players expect. */
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

/** Draws every frame of the film and lays the sound under it, as a small mp4 that starts before it is all there. */
export async function encode(film: Film, sound: string, file: string): Promise<void> {
  const gain = target - (await loudness(sound))
  const child = spawn(
    'ffmpeg',
    [
      '-hide_banner',
      '-loglevel',
      'error',
      '-y',
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
      '-i',
      sound,
      '-c:v',
      'libx264',
      '-profile:v',
      'main',
      '-level',
      '3.1',
      '-pix_fmt',
      'yuv420p',
      '-preset',
      'slow',
      '-tune',
      'animation',
      '-crf',
      '31',
      '-g',
      String(rate * 4),
      '-af',
      `volume=${gain.toFixed(2)}dB,alimiter=limit=0.84:level=disabled`,
      '-c:a',
      'aac',
      '-b:a',
      '64k',
      '-ar',
      '44100',
      '-movflags',
      '+faststart',
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      '-shortest',
      file,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const frames = Math.round(secondsOf(film) * rate)
  for (let i = 0; i < frames; i++) {
    const pixels = await sharp(Buffer.from(frame(film, i / rate, size)))
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
