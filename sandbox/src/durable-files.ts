import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const TEMPORARY = '.tmp-'

/** Creates a folder and its parents durably, and deletes temporary files that a killed process left behind. */
export async function openFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (firstMade !== undefined) await syncChain(folder, dirname(firstMade))
  for (const name of await readdir(folder)) {
    if (name.startsWith(TEMPORARY)) await rm(join(folder, name), { force: true })
  }
}

/** Writes a whole file or nothing. When this resolves, the content and the name are synced to disk. */
export async function writeDurably(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(folder, TEMPORARY + randomBytes(8).toString('hex'))
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
}

async function syncChain(from: string, to: string): Promise<void> {
  for (let folder = from; ; folder = dirname(folder)) {
    await syncFolder(folder)
    if (folder === to || folder === dirname(folder)) return
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
