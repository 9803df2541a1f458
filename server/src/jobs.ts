// Starts the background jobs of every feature.
import { features } from './features.ts'
import type { App } from './platform/app.ts'
import { eraseGuardian } from './guardians/erase-guardian.ts'
import { eraseAgain } from './privacy/erase-again.ts'

/** Returns the app for jobs: their queries may take minutes, and take no connections from requests. */
function useSlowConnections(app: App): App {
  const { db, pool } = app.separate.slow
  return { ...app, db, pool }
}

export async function startJobs(requestsApp: App): Promise<void> {
  const app = useSlowConnections(requestsApp)
  // Before any job can mail an erased account that a restore brought back.
  await eraseAgain(app, eraseGuardian)
  // The System page must show a server even if another feature fails to start.
  const first = features.filter(({ name }) => name === 'system')
  for (const { jobs = [] } of new Set([...first, ...features])) for (const start of jobs) await start(app)
}
