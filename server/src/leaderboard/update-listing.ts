import type { App } from '../platform/app.ts'
import { removeOutgrownEntries } from './remove-outgrown-entries.ts'
import { returnEntries } from './return-entries.ts'

/** Lists exactly those entries whose students are in the category today, apart from those who may not be listed. */
export async function updateListing(app: App): Promise<void> {
  await removeOutgrownEntries(app)
  await returnEntries(app)
}
