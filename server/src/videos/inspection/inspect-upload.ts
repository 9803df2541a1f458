// Judges an uploaded file by its content, in a child process of little memory and short life (security.md U-01, U-02):
// a hostile file can stall or break the child, never the server.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { videosText } from '@baobab/contract/videos-text.ts'
import type { App } from '../../platform/app.ts'
import type { Container, Probed } from './probe-child.ts'
import { getFfmpeg } from '../processing/find-ffmpeg.ts'
import { isPlayableInBrowsers } from '../rules.ts'

const PROBE_MS = 10_000
const REMUX_MS = 120_000
/** Node's code for a child that prints without end: the file made it, not the machine. */
const TOO_MANY_WORDS = 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
const child = join(import.meta.dirname, 'probe-child.ts')

/**
 * A playable video as it is to be kept. One that no browser plays as it is has `processing` before it where this server
 * can make a stream of it, else it is `failed`.
 */
export type UploadFacts = {
  container: Container
  sizeBytes: number
  sha256: string
  durationSeconds: number
  /** Whether browsers play it as it is. */
  plays: boolean
} & ({ state: 'ready' | 'processing'; failure: null } | { state: 'failed'; failure: string })

type Judging = {
  /** Containers that are taken at all; others come back as `failed`. */
  allowed?: readonly Container[]
  /** How long the file may take to read; one that takes longer is not playable. */
  probeMs?: number
}

/**
 * What the child said. One that a hostile file brought to an end without its word, or to words of others, found no
 * video; nothing may be thrown here, because nobody stands above to catch it.
 */
export function answerOf(stdout: string): Probed | string | null {
  try {
    return JSON.parse(stdout) as Probed | string | null
  } catch {
    return null
  }
}

/** Runs the child; null where the file is no video, or where reading it took too long or too much memory. */
function runChild(task: string[], timeout: number): Promise<Probed | null> {
  const args = ['--max-old-space-size=256', child, ...task]
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      args,
      { timeout, killSignal: 'SIGKILL', env: {}, windowsHide: true },
      (error, stdout) => {
        if (error && typeof error.code === 'string' && error.code !== TOO_MANY_WORDS) return reject(error)
        if (error) return resolve(null)
        const answer = answerOf(stdout)
        if (typeof answer === 'string') return reject(Object.assign(new Error(answer), { code: answer }))
        resolve(answer)
      },
    )
  })
}

/** Writes the film as an mp4 that starts at once, in place of the upload. False where that did not succeed. */
async function remuxInPlace(app: Pick<App, 'files'>, path: string): Promise<boolean> {
  const out = await app.files.temporaryPath()
  try {
    const remuxed = await runChild(['remux', path, out], REMUX_MS)
    if (remuxed) await rename(out, path)
    return remuxed !== null
  } finally {
    await rm(out, { force: true })
  }
}

const PIECE_BYTES = 1_048_576

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  // One buffer for all pieces: a stream would leave as many behind as the film is long.
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES)
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
 * Inspects an uploaded file and makes it fit for browsers where that needs no encoding: H.264 and AAC in whatever
 * container become an mp4 with its index in front.
 * @returns undefined where it is not a playable video
 */
export async function inspectUpload(
  app: Pick<App, 'files' | 'config'>,
  path: string,
  { allowed = ['mp4', 'mov', 'webm', 'mkv'], probeMs = PROBE_MS }: Judging = {},
): Promise<UploadFacts | undefined> {
  const probed = await runChild(['probe', path], probeMs)
  if (!probed) return undefined
  let { container } = probed
  let plays = isPlayableInBrowsers(probed) && allowed.includes(container)
  if (plays && !(container === 'mp4' && probed.startsFast)) {
    const isRemuxed = await remuxInPlace(app, path)
    // An mp4 whose index stands behind plays all the same, only later.
    plays = isRemuxed || container === 'mp4'
    if (isRemuxed) container = 'mp4'
  }
  const { size: sizeBytes } = await stat(path)
  const kept = { container, sizeBytes, sha256: await sha256Of(path), durationSeconds: probed.durationSeconds, plays }
  if (plays) return { ...kept, state: 'ready', failure: null }
  const canMake = allowed.includes(probed.container) && (await getFfmpeg(app)) !== undefined
  return canMake
    ? { ...kept, state: 'processing', failure: null }
    : { ...kept, state: 'failed', failure: videosText.notForBrowsers }
}
