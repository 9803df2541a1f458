import type { App } from '../../platform/app.ts'
import { resumableUploads } from '../tables.ts'

type NewUpload = { id: string; adminId: string; sizeBytes: number }

/** Records who sends an upload, before its first byte arrives. */
export async function createUpload(app: App, upload: NewUpload): Promise<void> {
  await app.db.insert(resumableUploads).values({ ...upload, touchedAt: app.clock.now() })
}
