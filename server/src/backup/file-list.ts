// The list of the stored files that belong to a backup.
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { readManifest } from './backup-folder.ts'
import { readPart } from './part-file.ts'
import { StoredFile } from './rules.ts'

/** Reads the list. @throws BackupError or UndecryptableError if the backup cannot be read with this key */
export async function readFileList(folder: string, name: string, key: Buffer | undefined): Promise<StoredFile[]> {
  const { files } = await readManifest(folder, name, key)
  const list: StoredFile[] = []
  for await (const line of readLines(join(folder, name, files.path), { key, name: `${name}/${files.path}` }))
    list.push(StoredFile.parse(JSON.parse(line)))
  return list
}

/** Returns the content of a compressed part of a backup. */
export function readCompressed(path: string, sealing: Parameters<typeof readPart>[1]): Readable {
  const compressed = Readable.from(readPart(path, sealing))
  const content = createGunzip()
  compressed.once('error', (error) => content.destroy(error))
  return compressed.pipe(content)
}

async function* readLines(path: string, sealing: Parameters<typeof readPart>[1]): AsyncGenerator<string> {
  const content = readCompressed(path, sealing)
  let failure: Error | undefined
  content.once('error', (error) => (failure = error))
  yield* createInterface({ input: content, crlfDelay: Infinity })
  if (failure) throw failure
}
