// The list of stored files that belong to a backup.
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { readManifest } from './backup-folder.ts'
import { readPart, type Sealing } from './part-file.ts'
import { StoredFile } from './rules.ts'

/** Reads the list. @throws BackupError or UndecryptableError if the backup cannot be read with this key */
export async function readFileList(folder: string, name: string, key: Buffer | undefined): Promise<StoredFile[]> {
  const { files } = await readManifest(folder, name, key)
  const list: StoredFile[] = []
  for await (const line of readLines(join(folder, name, files.path), { key, name: `${name}/${files.path}` }))
    list.push(StoredFile.parse(JSON.parse(line)))
  return list
}

/** Yields the lines of a compressed part. */
async function* readLines(path: string, sealing: Sealing): AsyncGenerator<string> {
  const stored = Readable.from(readPart(path, sealing))
  const content = createGunzip()
  // readline ends without an error if the underlying stream is destroyed.
  let failure: Error | undefined
  stored.on('error', (error) => content.destroy(error))
  content.on('error', (error) => (failure = error))
  yield* createInterface({ input: stored.pipe(content), crlfDelay: Infinity })
  if (failure) throw failure
}
