import type { App } from '../../platform/app.ts'
import { createServerNote, NOTE_EVERY_MS } from './servers.ts'

/** Records immediately, and then regularly, that this server is running. */
export async function startServerNotes(app: App): Promise<void> {
  const note = createServerNote(app)
  // A full disk must not make the start fail.
  await note().catch((error: unknown) =>
    app.log.warn({ err: error }, 'this server could not record that it is running'),
  )
  app.jobs.repeatOnEveryServer(NOTE_EVERY_MS, note)
}
