import type { App } from '../../platform/app.ts'
import { resumableUploads } from '../tables.ts'

type Beginning = { id: string; adminId: string; sizeBytes: number }

/** Notes who sends an upload, before its first byte. */
export async function beginUpload(app: App, upload: Beginning): Promise<void> {
  await app.db.insert(resumableUploads).values({ ...upload, touchedAt: app.clock.now() })
}
