// Films made by the real ffmpeg for tests that need one, and fakes of ffmpeg that go wrong. Where the machine has none,
// such tests are left out; the full check (CI=1) fails instead.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFfmpeg, type FfmpegPrograms } from '../src/videos/processing/find-ffmpeg.ts'

/** The folders of programs, for apps that are to find ffmpeg. */
export const PATH = process.env['PATH'] ?? ''

const found = await findFfmpeg({ ffmpegPath: undefined, searchPath: PATH })
if (!found && process.env['CI'] === '1') throw new Error('The full check needs ffmpeg and ffprobe.')

/** Whether tests that need ffmpeg are left out. */
export const hasNoFfmpeg = found === undefined
export const programs: FfmpegPrograms = found ?? { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }

/** A folder for a test file's films. */
export function makeVideoFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-films-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Runs ffmpeg and answers its output file. */
export function makeVideoFile(path: string, ...args: string[]): string {
  execFileSync(programs.ffmpeg, ['-hide_banner', '-loglevel', 'error', '-y', ...args, path], { stdio: 'pipe' })
  return path
}

/** The arguments of a moving test picture. */
export const picture = (size: string, seconds: number, rate = 25) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`,
]

/** The arguments of a tone, as loud as `volume` makes it. */
export const tone = (seconds: number, volume = 1) => [
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=440:duration=${seconds},volume=${volume}`,
]

/** A picture that was made fast, with sound where there is any. */
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '64k']

export const bytesOf = (path: string) => new Uint8Array(readFileSync(path))

/** An ffmpeg that looks whole and does this with every film. `$REAL` is the real one. */
export function fakeFfmpeg(folder: string, body: string): string {
  const path = join(folder, 'ffmpeg')
  const answer = `case "$*" in *-encoders*) echo ' V..... libx264 A..... aac'; exit 0;; esac`
  writeFileSync(path, `#!/bin/sh\nREAL='${programs.ffmpeg}'\n${answer}\n${body}\n`)
  chmodSync(path, 0o755)
  symlinkSync(programs.ffprobe, join(folder, 'ffprobe'))
  return path
}
