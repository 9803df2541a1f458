import { setTimeout as delay } from 'node:timers/promises'
import { isTooFullToStart } from '../disk-space.ts'
import { type Cluster, hasEnded, launch, type Running, stop } from './postgres-process.ts'

/** Callbacks about a PostgreSQL that exited unexpectedly. */
export type Supervision = {
  /** Called before each new start, with the reason why the last PostgreSQL exited or did not start. */
  onDown?: ((reason: Error) => void) | undefined
  /** Called when PostgreSQL accepts connections again. */
  onUp?: (() => void) | undefined
  /** Called when PostgreSQL will not be restarted any more. */
  onLost?: ((reason: Error) => void) | undefined
  /** How long starts may fail before PostgreSQL counts as lost. Time while the disk is full does not count. */
  giveUpMs?: number | undefined
}

const GIVE_UP_MS = 120_000
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 10_000
/** A PostgreSQL that ran for this long did not fail at start-up, so the next failure counts as the first again. */
const STABLE_MS = 60_000

/**
 * Restarts PostgreSQL on the same port whenever it exits unexpectedly. Pauses between failed starts grow up to 10 s. After two
 * minutes of failures it gives up, except while the disk is full, which can be fixed without restarting the server.
 * @returns a function that stops PostgreSQL for good
 */
export function supervise(
  cluster: Cluster,
  running: Running,
  settings: string[],
  { onDown, onUp, onLost, giveUpMs = GIVE_UP_MS }: Supervision,
): () => Promise<void> {
  const stopping = new AbortController()
  let { child } = running
  let restarting: Promise<void> = Promise.resolve()
  let failures = 0
  let failingSince = 0

  const watch = () => {
    const startedAt = performance.now()
    child.unref()
    const onExit = () => {
      if (stopping.signal.aborted) return
      const now = performance.now()
      if (now - startedAt > STABLE_MS) failures = 0
      if (failures === 0) failingSince = now
      const how = child.signalCode ?? `code ${child.exitCode}`
      restarting = restart(new Error(`PostgreSQL ended unexpectedly (${how}; log: ${cluster.folder}.log).`))
    }
    // It may have exited since it was ready.
    if (hasEnded(child)) onExit()
    else child.once('exit', onExit)
  }
  const restart = async (reason: Error, wasDiskFull = false): Promise<void> => {
    if (wasDiskFull || (await isTooFullToStart(cluster.folder))) failingSince = performance.now()
    if (stopping.signal.aborted) return
    if (performance.now() - failingSince > giveUpMs) return onLost?.(reason)
    onDown?.(reason)
    // The first start needs no pause: launch() itself waits until the remains of the old PostgreSQL are gone.
    const pauseMs = failures === 0 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
    failures += 1
    await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    // There may be space again by the time the start has failed.
    const isFull = await isTooFullToStart(cluster.folder)
    if (stopping.signal.aborted) return
    try {
      child = (await launch(cluster, settings, { port: running.port, signal: stopping.signal })).child
    } catch (error) {
      return restart(error instanceof Error ? error : new Error(String(error)), isFull)
    }
    if (!hasEnded(child)) onUp?.()
    watch()
  }

  watch()
  return async () => {
    stopping.abort()
    await restarting
    await stop(cluster, child)
  }
}
