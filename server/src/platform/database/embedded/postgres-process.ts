import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../free-port.ts'
import type { Programs } from './postgres-programs.ts'
import { type UnprivilegedUser, runProgram, spawnOptions } from './run-program.ts'
import { exists, readText } from './small-files.ts'

/** A cluster's folder, its programs and the user they run as. */
export type Cluster = { folder: string; programs: Programs; runAs: UnprivilegedUser }
export type Running = { child: ChildProcess; port: number }

const RETRY_MS = 15_000
const RECOVERY_MS = 120_000
const STOP_MS = 30_000
const LOG_BYTES = 1_000_000

/** Start-up failures that are worth a retry: the remains of a killed PostgreSQL, or a port that was taken in the meantime. */
const transientFailure = /lock file|shared memory block|could not create any TCP\/IP sockets|could not bind/

type LaunchOptions = {
  /** Default: any free port. */
  port?: number
  /** Aborts the launch. */
  signal?: AbortSignal | undefined
  /** Called while PostgreSQL starts and this process only waits for it. */
  onWait?: (() => void) | undefined
}

/**
 * Starts PostgreSQL on a loopback port and waits until it accepts connections. Retries for 15 s, because the remains of a killed
 * PostgreSQL prevent a new start for about a second.
 * @throws the reason of the signal, once nothing is running any more, or an Error that says why PostgreSQL does not start
 */
export async function launch(cluster: Cluster, settings: string[], options: LaunchOptions = {}): Promise<Running> {
  const { signal, onWait } = options
  const deadline = performance.now() + RETRY_MS
  for (;;) {
    signal?.throwIfAborted()
    const port = options.port ?? (await findFreePort())
    const { child, failure } = await launchOnce(cluster, ['-p', String(port), ...settings], { signal, onWait })
    if (failure === undefined) return { child, port }
    signal?.throwIfAborted()
    if (!transientFailure.test(failure) || performance.now() > deadline) {
      const reason = failure.match(/(?:FATAL|PANIC):\s*(.*)/)?.[1] ?? failure.split('\n').at(-1) ?? ''
      throw new Error(
        `PostgreSQL did not start on ${cluster.folder}: ${reason} (log: ${cluster.folder}.log). Nothing was changed.`,
      )
    }
    await delay(200)
  }
}

/** Stops a child PostgreSQL, with stronger signals if it does not stop. Committed data is never lost. */
export async function stop(cluster: Cluster, child: ChildProcess): Promise<void> {
  child.ref()
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (hasEnded(child)) return
    const exited = once(child, 'exit')
    // Windows has no signals, and `kill` ends a process immediately there, so pg_ctl shuts it down cleanly.
    if (process.platform === 'win32' && signal === 'SIGINT') await pgCtlStop(cluster)
    else child.kill(signal)
    await Promise.race([exited, delay(STOP_MS, undefined, { ref: false })])
  }
}

/**
 * Stops a PostgreSQL that a killed server left running on this cluster. It cannot be reused, because only a child of this process
 * has our version and settings and reports its exit. The caller holds the data folder's lock, so no other server is using it.
 */
export async function stopLeftover(cluster: Cluster): Promise<void> {
  const file = join(cluster.folder, 'postmaster.pid')
  const [id, startedIn = ''] = (await readText(file))?.split('\n') ?? []
  const pid = Number(id)
  if (!(pid > 1) || !isAlive(pid)) return
  // If the folder was moved, the process still runs under the old path. If it was copied, the process is the original's.
  const wasMoved = !(await exists(join(startedIn, 'postmaster.pid')).catch(() => true))
  const folder = wasMoved ? startedIn : cluster.folder
  const isOurs = await isPostmasterOf(pid, folder)
  if (isOurs === undefined) return
  // The process id was reused, or this is a copy of a folder in use. PostgreSQL cannot tell, and would refuse to start.
  if (!isOurs) return rm(file)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (process.platform === 'win32') await pgCtlStop(cluster)
    else if (isAlive(pid)) process.kill(pid, signal)
    const deadline = performance.now() + STOP_MS
    while (performance.now() < deadline) {
      if (!isAlive(pid) || !(await isPostmasterOf(pid, folder))) return
      await delay(20)
    }
  }
  throw new Error(`The PostgreSQL with process id ${pid}, left over on ${cluster.folder}, does not stop.`)
}

/** Whether a child process has exited. */
export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function launchOnce(
  cluster: Cluster,
  args: string[],
  { signal, onWait }: LaunchOptions,
): Promise<{ child: ChildProcess; failure?: string }> {
  // The log is a file, because PostgreSQL outlives a killed server and would block on a broken pipe.
  const log = await open(`${cluster.folder}.log`, 'a+', 0o600)
  try {
    if ((await log.stat()).size > LOG_BYTES) await log.truncate()
    const { size } = await log.stat()
    const child = spawn(cluster.programs.postgres, ['-D', cluster.folder, ...args], {
      ...spawnOptions(cluster.runAs),
      stdio: ['ignore', log.fd, log.fd],
      // PostgreSQL gets its own process group, so that Ctrl-C does not stop it while requests are still draining.
      detached: true,
    })
    // Covers an exit without stop(). Nothing asynchronous can run at that point, but sending a signal is enough.
    const stopWithProcess = () => child.kill('SIGINT')
    process.once('exit', stopWithProcess)
    child.once('exit', () => process.off('exit', stopWithProcess))
    onWait?.()
    const failure = await waitUntilReady(cluster, child, signal)
    if (failure === undefined) return { child }
    const tail = Buffer.alloc(10_000)
    const { bytesRead } = await log.read(tail, 0, tail.length, size)
    return { child, failure: tail.toString('utf8', 0, bytesRead).trim() || failure }
  } finally {
    await log.close()
  }
}

/** Resolves to undefined once PostgreSQL accepts connections, or to the reason why it does not; in that case it has exited. */
async function waitUntilReady(
  cluster: Cluster,
  child: ChildProcess,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  let error: Error | undefined
  child.on('error', (cause) => (error = cause))
  const deadline = performance.now() + RECOVERY_MS
  while (performance.now() < deadline && !signal?.aborted) {
    if (error !== undefined) return error.message
    if (hasEnded(child)) return `it ended with ${child.signalCode ?? `code ${child.exitCode}`}`
    const lines = (await readFile(join(cluster.folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === child.pid && lines[7]?.startsWith('ready')) return undefined
    await delay(15)
  }
  await stop(cluster, child)
  return signal?.aborted ? 'it was told to stop' : `it was not ready after ${RECOVERY_MS / 1000} s`
}

function pgCtlStop({ folder, programs, runAs }: Cluster) {
  return runProgram(programs.pgCtl, ['stop', '-D', folder, '-m', 'fast', '-w', '-t', '30'], runAs)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether a process is the PostgreSQL of this folder; undefined if its command line cannot be read. */
async function isPostmasterOf(pid: number, folder: string): Promise<boolean | undefined> {
  const command = await readCommandLine(pid)
  return command === undefined ? undefined : ` ${command} `.replaceAll('"', '').includes(` -D ${folder} `)
}

async function readCommandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    // The file is empty for a zombie and missing once the process has ended.
    return readFile(`/proc/${pid}/cmdline`, 'utf8').then(
      (args) => args.replaceAll('\0', ' '),
      () => '',
    )
  }
  const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`
  const { ok, output } =
    process.platform === 'win32'
      ? await runProgram('powershell', ['-NoProfile', '-Command', query], undefined)
      : await runProgram('ps', ['-ww', '-o', 'command=', '-p', String(pid)], undefined)
  return ok ? output : undefined
}
