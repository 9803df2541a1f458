// Stops a server in an order that shows no visitor an error.
import { setTimeout as delay } from 'node:timers/promises'
import type { Sandbox } from '@baobab/sandbox/sandbox.ts'
import type { FastifyInstance } from 'fastify'
import type { App } from './platform/app.ts'
import type { EmbeddedPostgres } from './platform/database/embedded/embedded-postgres.ts'

/** How long running requests may continue, and how long closing everything else may then take. */
const DRAIN_MS = 20_000
const CLOSE_MS = 15_000
/** A server that has not closed this long after the grace period is stuck. */
export const LONGEST_CLOSE_MS = DRAIN_MS + CLOSE_MS

export type RunningServer = {
  app: App & { close(): Promise<void> }
  http: FastifyInstance
  sandbox: Sandbox | undefined
  embedded: EmbeddedPostgres | undefined
  /** Closes the monitoring port; undefined if there is none. */
  closeMonitoring?: (() => Promise<void>) | undefined
}

/**
 * Closes everything in order: reports that the server is not ready, lets running requests finish, stops the jobs, and closes the
 * database.
 * @param grace resolves when load balancers have had time to notice; until then they send visitors, who are served as usual
 */
export async function closeServer(
  { http, app, sandbox, embedded, closeMonitoring }: RunningServer,
  grace: Promise<unknown>,
): Promise<void> {
  http.readiness.isClosing = true
  await grace
  // Cuts off requests that are still running by then, such as slow uploads. Acknowledged data is already stored.
  await Promise.race([http.close(), delay(DRAIN_MS, undefined, { ref: false })])
  await closeMonitoring?.()
  await app.close()
  await sandbox?.close()
  await embedded?.stop()
}
