import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Programs } from './postgres-programs.ts'
import { type UnprivilegedUser, runProgram, spawnOptions } from './run-program.ts'
import { exists, readText } from './small-files.ts'

/** Where a cluster stands and what runs it. */
export type Cluster = { folder: string; programs: Programs; runAs: UnprivilegedUser }
export type Running = { child: ChildProcess; port: number }

const RETRY_MS = 15_000
const RECOVERY_MS = 120_000
const STOP_MS = 30_000
const LOG_BYTES = 1_000_000

/** What PostgreSQL says when it may well start in a moment: remains of a killed one, or a port taken meanwhile. */
const PASSING = /lock file|shared memory block|could not create any TCP\/IP sockets|could not bind/

/**
 * Starts PostgreSQL on a free loopback port and waits until it takes connections. After a kill the first starts may be
 * refused for a second: tried again for 15 s (reliability B-24).
 */
export async function launch(cluster: Cluster, settings: string[]): Promise<Running> {
  const giveUp = Date.now() + RETRY_MS
  for (;;) {
    const port = await freePort()
    const { child, complaint } = await launchOnce(cluster, ['-p', String(port), ...settings])
    if (complaint === undefined) return { child, port }
    if (!PASSING.test(complaint) || Date.now() > giveUp) {
      const said = complaint.match(/(?:FATAL|PANIC):\s*(.*)/)?.[1] ?? complaint.split('\n').at(-1) ?? ''
      throw new Error(
        `PostgreSQL did not start on ${cluster.folder}: ${said} (log: ${cluster.folder}.log). Nothing was changed.`,
      )
    }
    await delay(200)
  }
}

/** Stops a PostgreSQL that we started, in order; one that does not heed is cut short, which loses nothing committed. */
export async function stop(cluster: Cluster, child: ChildProcess): Promise<void> {
  child.ref()
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (hasEnded(child)) return
    const ended = once(child, 'exit')
    // Windows has no signals: a kill there is the rude end, so the polite one is pg_ctl's.
    if (process.platform === 'win32' && signal === 'SIGINT') await pgCtlStop(cluster)
    else child.kill(signal)
    await Promise.race([ended, delay(STOP_MS, undefined, { ref: false })])
  }
}

/**
 * Ends a PostgreSQL that a killed server left on this cluster. Stopped and started anew rather than taken over: then it is
 * always our own child, of our version and settings, and its end is noticed.
 * The caller holds the data folder's lock, so nobody rightful is using it.
 */
export async function endLeftover(cluster: Cluster): Promise<void> {
  const file = join(cluster.folder, 'postmaster.pid')
  const [id, startedAs = ''] = (await readText(file))?.split('\n') ?? []
  const pid = Number(id)
  if (!(pid > 1) || !isAlive(pid)) return
  // A folder that was moved since keeps its PostgreSQL under the old name; one that was copied must leave that one alone.
  const wasMoved = !(await exists(join(startedAs, 'postmaster.pid')).catch(() => true))
  const folder = wasMoved ? startedAs : cluster.folder
  const ours = await isPostmasterOf(pid, folder)
  if (ours === undefined) return
  // A process id used anew, or a copy of a folder in use: PostgreSQL itself cannot tell and would refuse for ever.
  if (!ours) return rm(file)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (process.platform === 'win32') await pgCtlStop(cluster)
    else if (isAlive(pid)) process.kill(pid, signal)
    const deadline = Date.now() + STOP_MS
    while (Date.now() < deadline) {
      if (!isAlive(pid) || !(await isPostmasterOf(pid, folder))) return
      await delay(20)
    }
  }
  throw new Error(`The PostgreSQL with process id ${pid}, left over on ${cluster.folder}, does not stop.`)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function launchOnce(cluster: Cluster, args: string[]): Promise<{ child: ChildProcess; complaint?: string }> {
  // The log is a file and not a pipe, so that PostgreSQL outlives a killed server without choking on it.
  const log = await open(`${cluster.folder}.log`, 'a+', 0o600)
  try {
    if ((await log.stat()).size > LOG_BYTES) await log.truncate()
    const { size } = await log.stat()
    const child = spawn(cluster.programs.postgres, ['-D', cluster.folder, ...args], {
      ...spawnOptions(cluster.runAs),
      stdio: ['ignore', log.fd, log.fd],
      // A process group of its own: Ctrl-C at the terminal reaches us only, and requests drain before the database stops.
      detached: true,
    })
    // Last resort for an exit without stop(): a signal is all that can be sent by then, and all that is needed.
    const endWithUs = () => child.kill('SIGINT')
    process.once('exit', endWithUs)
    child.once('exit', () => process.off('exit', endWithUs))
    const failed = await untilReady(cluster, child)
    if (failed === undefined) return { child }
    const tail = Buffer.alloc(10_000)
    const { bytesRead } = await log.read(tail, 0, tail.length, size)
    return { child, complaint: tail.toString('utf8', 0, bytesRead).trim() || failed }
  } finally {
    await log.close()
  }
}

/** undefined once the server takes connections, else why it does not. */
async function untilReady(cluster: Cluster, child: ChildProcess): Promise<string | undefined> {
  let error: Error | undefined
  child.on('error', (cause) => (error = cause))
  const deadline = Date.now() + RECOVERY_MS
  while (Date.now() < deadline) {
    if (error !== undefined) return error.message
    if (hasEnded(child)) return `it ended with ${child.signalCode ?? `code ${child.exitCode}`}`
    const lines = (await readFile(join(cluster.folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === child.pid && lines[7]?.startsWith('ready')) return undefined
    await delay(15)
  }
  await stop(cluster, child)
  return `it was not ready after ${RECOVERY_MS / 1000} s`
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

/** Whether a process is the PostgreSQL of this folder; undefined when this machine does not tell. */
async function isPostmasterOf(pid: number, folder: string): Promise<boolean | undefined> {
  const command = await commandLine(pid)
  return command === undefined ? undefined : ` ${command} `.replaceAll('"', '').includes(` -D ${folder} `)
}

async function commandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    // Empty for a zombie, gone when the process is.
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

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1.')
  return address.port
}
