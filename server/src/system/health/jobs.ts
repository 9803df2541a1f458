import type { App } from '../../platform/app.ts'
import { createServerNote, NOTE_EVERY_MS } from './servers.ts'

/** Notes at once, and then regularly, that this server runs. */
export async function startServerNotes(app: App): Promise<void> {
  const note = createServerNote(app)
  await note()
  app.jobs.repeatOnEveryServer(NOTE_EVERY_MS, note)
}
