// Inspects an uploaded file by its content, in a child process with little memory and a time limit: a hostile file can
// hang or crash the child, never the server.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../platform/app.ts'
import { isPlayableInBrowsers } from '../rules.ts'
import type { Container } from './container-layout.ts'
import type { ProbeResult } from './inspection-process.ts'

/** Generous, because on a busy machine a good file must not be refused. A hostile one costs a minute of one core. */
const PROBE_MS = 60_000
const REMUX_MS = 120_000
/** Node's error code for a child that prints too much. Only the file can cause that, so it is not a server error. */
const OUTPUT_TOO_LARGE = 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
const program = join(import.meta.dirname, 'inspection-process.ts')

/** The properties of an uploaded video, after any rewriting. */
export type UploadFacts = {
  container: Container
  sizeBytes: number
  sha256: string
  /** The hash of the file as it arrived. */
  uploadSha256: string
  durationSeconds: number
  /** Whether browsers can play it without conversion. */
  plays: boolean
}

type InspectOptions = {
  /** The time limit for reading the file in milliseconds. A file that takes longer is not a playable video. */
  probeMs?: number
}

/**
 * Parses the output of the child. Returns null (no video) for invalid output, such as after a hostile file crashed the
 * child. Must not throw, because it is called in a callback where nothing catches errors.
 */
export function parseOutput(stdout: string): ProbeResult | string | null {
  try {
    return JSON.parse(stdout) as ProbeResult | string | null
  } catch {
    return null
  }
}

/**
 * Runs the child. Returns null if the file is not a video, or if reading it took too much time or memory.
 * @throws an error with a system error code, such as ENOSPC, if the cause is the machine and not the file; the signal's
 * reason if that aborts
 */
function runInspectionProcess(args: string[], timeout: number, signal?: AbortSignal): Promise<ProbeResult | null> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--max-old-space-size=256', program, ...args],
      { timeout, killSignal: 'SIGKILL', env: {}, windowsHide: true, ...(signal ? { signal } : {}) },
      (error, stdout) => {
        if (error && signal?.aborted) return reject(signal.reason as Error)
        if (error && typeof error.code === 'string' && error.code !== OUTPUT_TOO_LARGE) return reject(error)
        if (error) return resolve(null)
        const output = parseOutput(stdout)
        if (typeof output === 'string') return reject(Object.assign(new Error(output), { code: output }))
        resolve(output)
      },
    )
  })
}

/**
 * Rewrites the file as an mp4 with its index in front, so that playback starts immediately. Returns false if that
 * failed.
 */
async function remuxInPlace(app: Pick<App, 'files' | 'diskSpace'>, path: string): Promise<boolean> {
  const out = await app.files.temporaryPath()
  try {
    const remuxed = await runInspectionProcess(['remux', path, out], REMUX_MS, app.diskSpace.untilFull())
    if (remuxed) await rename(out, path)
    return remuxed !== null
  } finally {
    await rm(out, { force: true })
  }
}

const CHUNK_BYTES = 1_048_576

/** Returns the SHA-256 of a file, in hexadecimal digits. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  // One buffer for the whole file: a stream would allocate as much off-heap memory as the file is long.
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  const file = await open(path, 'r')
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer)
      if (bytesRead === 0) break
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

/**
 * Inspects an uploaded file and, if browsers can play its codecs, rewrites it in place as an mp4 that starts
 * immediately. Nothing is encoded here.
 * @returns undefined if the file is not a playable video
 */
export async function inspectUpload(
  app: Pick<App, 'files' | 'diskSpace'>,
  path: string,
  { probeMs = PROBE_MS }: InspectOptions = {},
): Promise<UploadFacts | undefined> {
  const probed = await runInspectionProcess(['probe', path], probeMs)
  if (!probed) return undefined
  const uploadSha256 = await hashFile(path)
  let sha256 = uploadSha256
  let { container } = probed
  let plays = isPlayableInBrowsers(probed)
  if (plays && !(container === 'mp4' && probed.isFastStart)) {
    const isRemuxed = await remuxInPlace(app, path)
    // An mp4 with its index at the end is playable too, but starts later.
    plays = isRemuxed || container === 'mp4'
    if (isRemuxed) {
      container = 'mp4'
      sha256 = await hashFile(path)
    }
  }
  const { size: sizeBytes } = await stat(path)
  return { container, sizeBytes, sha256, uploadSha256, durationSeconds: probed.durationSeconds, plays }
}
