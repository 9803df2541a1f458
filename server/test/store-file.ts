// Stores arbitrary files, for tests of how files are served.
import { writeFile } from 'node:fs/promises'
import { createSignedPath } from '../src/platform/security/signed-links.ts'
import type { TestApp } from './harness.ts'

/** Puts a file into the store and returns a signed link to it. */
export async function storeFile(t: TestApp, file: string, content: string | Buffer): Promise<string> {
  const path = await t.app.files.temporaryPath()
  await writeFile(path, content)
  await t.app.files.put(file, path)
  return createSignedPath({ key: t.app.keys.links, file, now: t.app.clock.now() })
}
