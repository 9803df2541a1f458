import { join } from 'node:path'
import type { Config } from './platform/config.ts'
import { openDiskFileStore } from './platform/files/disk-file-store.ts'
import type { FileStore } from './platform/files/file-store.ts'

/** Opens the configured file store. Files that are still being written are always on the local disk. */
export async function openFiles({ s3, filesDir, mediaAccel }: Config): Promise<FileStore> {
  if (!s3) return openDiskFileStore(filesDir, { isReadByGroup: mediaAccel !== undefined })
  // Loading its client takes a tenth of a start, so it is loaded only when used.
  const { openS3FileStore } = await import('./platform/files/s3-file-store.ts')
  return openS3FileStore({ ...s3, temporary: join(filesDir, 'tmp') })
}
