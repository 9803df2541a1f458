import type { App } from '../../platform/app.ts'
import { createServerNote, NOTE_EVERY_MS } from './servers.ts'

/** Notes at once, and then regularly, that this server runs. */
export async function startServerNotes(app: App): Promise<void> {
  const note = createServerNote(app)
  // A start on a full disk must not fail because of it.
  await note().catch((error: unknown) => app.log.warn({ err: error }, 'this server could not note that it runs'))
  app.jobs.repeatOnEveryServer(NOTE_EVERY_MS, note)
}
