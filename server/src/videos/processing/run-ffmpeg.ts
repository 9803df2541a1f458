// Runs ffmpeg on files from outside: arguments as a list and no shell (security.md U-22), the lowest priority that still
// gets on, a short memory for what it says, and an end for one that stands still.
import { spawn, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import type { Container } from '../inspection/probe-child.ts'
import { bareEnvironment } from './find-ffmpeg.ts'

/** ffmpeg ended with an error; its last words are for the log. */
export class FfmpegError extends Error {}

export type Run = {
  program: string
  args: readonly string[]
  /** Where it runs. */
  folder?: string
  signal?: AbortSignal | undefined
  /** How long it may say nothing new. */
  stallMs?: number | undefined
  /** Gets the seconds of film that are done. */
  onSeconds?: ((seconds: number) => void) | undefined
}

const STALL_MS = 120_000
const WORDS = 8_000
const OUTPUT = 4_000_000
const NICE = 10

/** The demuxer that each container is read with: what was sniffed is forced, so that no list of files is read as one. */
const demuxers: Record<Container, string> = {
  mp4: 'mov',
  mov: 'mov',
  webm: 'matroska,webm',
  mkv: 'matroska,webm',
}

/** The arguments that open a file of this container and nothing but files (security.md U-02). */
export function inputArguments(path: string, container: Container, programName: 'ffmpeg' | 'ffprobe' = 'ffmpeg') {
  const limits = ['-protocol_whitelist', 'file', '-f', demuxers[container]]
  return programName === 'ffmpeg' ? [...limits, '-i', path] : [...limits, path]
}

/** How far `-progress` says that ffmpeg is, in seconds; undefined where this text does not say. */
export function parseProgressSeconds(progress: string): number | undefined {
  const last = [...progress.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1]
  return last === undefined ? undefined : Number(last) / 1_000_000
}

/** What a stream said, up to `limit` characters of its end. */
function keepEnd(stream: Readable | null, limit: number, onText: (text: string) => void): () => string {
  let kept = ''
  stream?.setEncoding('utf8').on('data', (text: string) => {
    kept = (kept + text).slice(-limit)
    onText(text)
  })
  return () => kept
}

/** Lets everything else on the machine go first; a process that has ended already needs no priority. */
function lower(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICE)
  } catch {
    return
  }
}

/**
 * Runs ffmpeg or ffprobe to its end and answers what it wrote.
 * @throws FfmpegError where it failed or stood still, the signal's reason where that aborted
 */
export function runFfmpeg({
  program,
  args,
  folder = '/',
  signal,
  stallMs = STALL_MS,
  onSeconds,
}: Run): Promise<Record<'out' | 'said', string>> {
  signal?.throwIfAborted()
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
    env: bareEnvironment,
    windowsHide: true,
    ...(signal ? { signal, killSignal: 'SIGKILL' } : {}),
  })
  lower(child)
  return new Promise((resolve, reject) => {
    let [isStalled, done] = [false, -1]
    const timer = setTimeout(() => {
      isStalled = true
      child.kill('SIGKILL')
    }, stallMs)
    const out = keepEnd(child.stdout, OUTPUT, (text) => {
      const seconds = onSeconds ? parseProgressSeconds(text) : undefined
      if (onSeconds && (seconds === undefined || seconds <= done)) return
      timer.refresh()
      if (seconds !== undefined) onSeconds?.((done = seconds))
    })
    const said = keepEnd(child.stderr, WORDS, () => {})
    let failure: Error | undefined
    child.on('error', (error) => {
      failure = error
      if (child.pid === undefined) end(null)
    })
    child.on('close', (code) => end(code))
    function end(code: number | null): void {
      clearTimeout(timer)
      if (signal?.aborted) return reject(signal.reason as Error)
      if (failure) return reject(failure)
      if (isStalled) return reject(new FfmpegError('ffmpeg stood still'))
      if (code !== 0) return reject(new FfmpegError(`ffmpeg ended with ${code ?? child.signalCode}: ${said().trim()}`))
      resolve({ out: out(), said: said() })
    }
  })
}
