// Creates videos with the real ffmpeg, and fakes of ffmpeg that fail. Without ffmpeg on the machine such tests are skipped;
// with CI=1 they fail instead.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFfmpeg, type FfmpegPrograms } from '../src/videos/processing/find-ffmpeg.ts'

/** The program search path, for apps that should find ffmpeg. */
export const PATH = process.env['PATH'] ?? ''

const found = await findFfmpeg({ ffmpegPath: undefined, searchPath: PATH })
if (!found && process.env['CI'] === '1') throw new Error('The full check needs ffmpeg and ffprobe.')

/** Whether tests that need ffmpeg are skipped. */
export const hasNoFfmpeg = found === undefined
export const programs: FfmpegPrograms = found ?? { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe', canToneMap: true }

/** Creates a folder for the videos of a test file. */
export function makeVideoFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-videos-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Runs ffmpeg and returns the path of its output file. */
export function makeVideoFile(path: string, ...args: string[]): string {
  execFileSync(programs.ffmpeg, ['-hide_banner', '-loglevel', 'error', '-y', ...args, path], { stdio: 'pipe' })
  return path
}

/** Returns arguments for a moving test picture. */
export const picture = (size: string, seconds: number, rate = 12) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`,
]

/** Returns arguments for a tone of this volume. */
export const tone = (seconds: number, volume = 1) => [
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=440:duration=${seconds},volume=${volume}`,
]

/** Arguments for fast H.264 encoding, with AAC if there is sound. */
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '64k']

/** Adds the record of Dolby Vision to an HEVC file (hvc1 in mp4), whose pictures stay as they are. */
export function addDolbyVision(path: string, profile: number, compatibility: number): Uint8Array<ArrayBuffer> {
  const bytes = readFileSync(path)
  const record = Buffer.alloc(32)
  record.writeUInt32BE(record.length)
  record.write('dvcC', 4, 'latin1')
  record.set([1, 0, profile << 1, 0b1101, compatibility << 4], 8)
  let at = bytes.lastIndexOf('moov')
  for (const box of ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'hvc1']) {
    at = bytes.indexOf(box, at)
    bytes.writeUInt32BE(bytes.readUInt32BE(at - 4) + record.length, at - 4)
  }
  const end = at - 4 + bytes.readUInt32BE(at - 4) - record.length
  return new Uint8Array(Buffer.concat([bytes.subarray(0, end), record, bytes.subarray(end)]))
}

export const bytesOf = (path: string) => new Uint8Array(readFileSync(path))

/** Creates a fake ffmpeg that lists its encoders and otherwise runs this script, in which `$REAL` is the real ffmpeg. */
export function fakeFfmpeg(folder: string, body: string): string {
  const path = join(folder, 'ffmpeg')
  const listEncoders = `case "$*" in *-encoders*) echo ' V..... libx264 A..... aac'; exit 0;; *-filters*) exit 0;; esac`
  writeFileSync(path, `#!/bin/sh\nREAL='${programs.ffmpeg}'\n${listEncoders}\n${body}\n`)
  chmodSync(path, 0o755)
  symlinkSync(programs.ffprobe, join(folder, 'ffprobe'))
  return path
}
