// Starts an object store for a test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { S3Config } from '../../src/platform/files/s3-settings.ts'

export type ObjectStore = S3Config & {
  /** The environment variables that select this store. */
  settings: Record<string, string>
  /** Makes it refuse every write because it is full, or accept writes again. */
  setFull(isFull: boolean): void
  /** Stops the store, whose objects are in memory. */
  close(): Promise<void>
}

/** Starts an empty store with one private bucket on a free port. */
export async function startObjectStore(): Promise<ObjectStore> {
  const [bucket, keyId, secret] = ['videos', 'key-of-tests', 'secret-of-tests']
  const script = join(import.meta.dirname, 'process.ts')
  const child = spawn(process.execPath, [script, bucket, secret], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit')
  const [{ port }] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error('The object store did not start.'))),
  ])) as [AddressInfo]
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    region: 'us-east-1',
    bucket,
    keyId,
    secret,
    settings: { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret },
    setFull: (isFull) => void child.send({ isFull }),
    async close() {
      child.kill()
      await exited
    },
  }
}
