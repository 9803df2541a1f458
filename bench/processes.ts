// Starts and stops other programs. Each is stopped by its process id, at the latest when the bench ends.
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE_MS = 30_000
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

export type Running = { pid: number; child: ChildProcess; stop: () => Promise<void> }

/** Starts a program. `stop` sends SIGTERM and waits until it has ended. */
export function start(program: string, args: string[], options: SpawnOptions = {}): Running {
  const child = spawn(program, args, { stdio: 'ignore', ...options })
  const exited = once(child, 'exit').catch(() => undefined)
  running.add(child)
  void exited.then(() => running.delete(child))
  return {
    pid: child.pid ?? 0,
    child,
    async stop() {
      child.kill('SIGTERM')
      await Promise.race([exited, delay(PATIENCE_MS, undefined, { ref: false })])
      if (running.has(child)) child.kill('SIGKILL')
      await exited
    },
  }
}

/**
 * Runs a program until it exits and returns its output.
 * @throws with the end of its error output if it fails
 */
export async function run(program: string, args: string[], options: SpawnOptions = {}): Promise<string> {
  const { child } = start(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let errors = ''
  child.stdout?.on('data', (data: Buffer) => (out += data.toString()))
  child.stderr?.on('data', (data: Buffer) => (errors += data.toString()))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`${program} failed: ${errors.slice(-2_000)}`)
  return out
}

/** Returns the first line of a program's version output, or undefined if it is not on the path. */
export function versionOf(program: string, flag = '--version'): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(program, [flag], { encoding: 'utf8' })
  if (error) return undefined
  // nginx prints its version to standard error, wrk exits with status 1.
  return (stdout || stderr || String(status)).split('\n')[0]?.trim()
}

/** Waits until a condition is true. @throws if that takes too long */
export async function until(what: string, holds: () => Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Waited in vain: ${what}.`)
    await delay(50)
  }
}
