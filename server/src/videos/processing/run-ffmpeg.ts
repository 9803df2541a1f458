// Runs ffmpeg on untrusted files: without a shell, so that no file name is executed; at a low priority, so that
// requests are answered first; with bounded output, and stopped when it makes no progress.
import { spawn, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import type { Container } from '../inspection/container-layout.ts'
import { minimalEnvironment } from './find-ffmpeg.ts'

/** Thrown if ffmpeg fails. The message ends with the last output of ffmpeg and is for the log only. */
export class FfmpegError extends Error {}

export type FfmpegRun = {
  program: string
  args: readonly string[]
  /** The working directory. */
  folder?: string
  signal?: AbortSignal | undefined
  /** Milliseconds without progress after which it is stopped. */
  stallMs?: number | undefined
  /** Called with the seconds of the video that are done. */
  onSeconds?: ((seconds: number) => void) | undefined
}

const STALL_MS = 120_000
/** How many characters are kept from the end of each output. */
const STDERR_CHARACTERS = 8_000
const STDOUT_CHARACTERS = 4_000_000
const LOW_PRIORITY = 10

/**
 * The ffmpeg demuxer for each container. It is always set, because ffmpeg would otherwise detect a playlist and open
 * the paths in it.
 */
const demuxers: Record<Container, string> = {
  mp4: 'mov',
  mov: 'mov',
  webm: 'matroska,webm',
  mkv: 'matroska,webm',
}

/** The arguments that read a file of this container; only local files may be opened, no URLs. */
export function inputArguments(path: string, container: Container, programName: 'ffmpeg' | 'ffprobe' = 'ffmpeg') {
  const limits = ['-protocol_whitelist', 'file', '-f', demuxers[container]]
  return programName === 'ffmpeg' ? [...limits, '-i', path] : [...limits, path]
}

/** Returns the position in seconds that the last line of `-progress` output reports; undefined if there is none. */
export function parseProgressSeconds(progress: string): number | undefined {
  const last = [...progress.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1]
  return last === undefined ? undefined : Number(last) / 1_000_000
}

/** Collects the last `limit` characters of an output. Returns a function that returns them. */
function collectEnd(stream: Readable | null, limit: number, onText: (text: string) => void): () => string {
  let end = ''
  stream?.setEncoding('utf8').on('data', (text: string) => {
    end = (end + text).slice(-limit)
    onText(text)
  })
  return () => end
}

/** Lowers the priority of a process. A process that has ended already is no error. */
function lowerPriority(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY)
  } catch {
    return
  }
}

/**
 * Runs ffmpeg or ffprobe to its end and returns its output.
 * @throws FfmpegError if it fails or makes no progress; throws the signal's reason if the signal aborts
 */
export function runFfmpeg({
  program,
  args,
  folder = '/',
  signal,
  stallMs = STALL_MS,
  onSeconds,
}: FfmpegRun): Promise<Record<'stdout' | 'stderr', string>> {
  signal?.throwIfAborted()
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
    env: minimalEnvironment,
    windowsHide: true,
    ...(signal ? { signal, killSignal: 'SIGKILL' } : {}),
  })
  lowerPriority(child)
  return new Promise((resolve, reject) => {
    let [isStalled, secondsDone] = [false, -1]
    const timer = setTimeout(() => {
      isStalled = true
      child.kill('SIGKILL')
    }, stallMs)
    const stdout = collectEnd(child.stdout, STDOUT_CHARACTERS, (text) => {
      const seconds = onSeconds ? parseProgressSeconds(text) : undefined
      if (onSeconds && (seconds === undefined || seconds <= secondsDone)) return
      timer.refresh()
      if (seconds !== undefined) onSeconds?.((secondsDone = seconds))
    })
    const stderr = collectEnd(child.stderr, STDERR_CHARACTERS, () => {})
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
      if (isStalled) return reject(new FfmpegError('ffmpeg made no progress'))
      if (code !== 0)
        return reject(new FfmpegError(`ffmpeg ended with ${code ?? child.signalCode}: ${stderr().trim()}`))
      resolve({ stdout: stdout(), stderr: stderr() })
    }
  })
}
