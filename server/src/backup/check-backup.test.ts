// Tests a small handwritten backup: what its manifest, its file list and the files beside the backups must look like.
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDiskFileStore } from '../platform/files/disk-file-store.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { completeBackup, deleteOldBackups, keyIdOf, listBackups, openPartial } from './backup-folder.ts'
import { checkBackup } from './check-backup.ts'
import { createFileCopier } from './copy-files.ts'
import { deleteUnneededFiles } from './delete-unneeded-files.ts'
import { readFileList } from './file-list.ts'
import { writePart } from './part-file.ts'
import { requireEmptyStore, restoreFiles } from './restore-files.ts'
import { FORMAT, type Manifest, type StoredFile } from './rules.ts'

const KEY = Buffer.alloc(32, 7)
const OTHER_KEY = Buffer.alloc(32, 8)
const NAME = '2026-11-25T00-45-09Z'
const PICTURE = 'pictures/5f0d2f5e-2bb7-4f0a-8f4f-5d8ad1a0c001.webp'
const POSTER = 'posters/5f0d2f5e-2bb7-4f0a-8f4f-5d8ad1a0c002.webp'

let folder: string
let store: FileStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baobab-backups-'))
  store = await openDiskFileStore(join(folder, 'store'), { isReadByGroup: false })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function putFile(key: string, content: string): Promise<void> {
  const path = await store.temporaryPath()
  await writeFile(path, content)
  await store.put(key, path)
}

const backupOf = (key: Buffer | undefined, known = new Map<string, StoredFile>()) =>
  createFileCopier({ folder, key, files: store }, known)

type Writing = { name?: string; key?: Buffer | undefined; keys?: string[]; more?: number }

/**
 * Writes a backup with these stored files and an empty table.
 * @param more how many more files the manifest claims than are listed
 */
async function write({ name = NAME, key, keys = [PICTURE, POSTER], more = 0 }: Writing = {}): Promise<Manifest> {
  const { copy } = backupOf(key)
  const list = (await Promise.all(keys.map(copy))).filter((file) => file !== undefined)
  const partial = await openPartial(folder, name)
  const part = async (path: string, lines: object[]) => {
    const text = Readable.from([Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))])
    const written = await writePart(join(partial, path), text, { key, name: `${name}/${path}`, isCompressed: true })
    return { path, rows: lines.length, ...written }
  }
  const [students, queues, jobs] = [
    await part('tables/students.gz', []),
    await part('queues.gz', []),
    await part('jobs.gz', []),
  ]
  const manifest: Manifest = {
    format: FORMAT,
    name,
    version: '1.0.0',
    schema: 1,
    startedAt: '2026-11-25T00:45:09.000Z',
    snapshotAt: '2026-11-25T00:45:10.000Z',
    keyId: keyIdOf(key),
    tables: [{ table: 'students', columns: ['id'], ...students }],
    sequences: {},
    queues,
    jobs,
    files: { ...(await part('files.gz', list)), rows: list.length + more, storedBytes: 0, missing: [] },
  }
  await completeBackup(folder, manifest, key)
  return manifest
}

beforeEach(async () => {
  await putFile(PICTURE, 'a face')
  await putFile(POSTER, 'a tree')
})

const manifestPath = (name = NAME) => join(folder, name, 'manifest.json')
const check = (key?: Buffer, name = NAME) => checkBackup(folder, name, key)

/** Edits the manifest's text. */
async function editManifest(edit: (text: string) => string, name = NAME): Promise<void> {
  await writeFile(manifestPath(name), edit(await readFile(manifestPath(name), 'utf8')))
}

describe.each([
  { what: 'with a key', key: KEY },
  { what: 'without a key', key: undefined },
])('B-20 a backup $what', ({ key }) => {
  it('is valid as written, and lists its files', async () => {
    const manifest = await write({ key })
    const checked = await check(key)
    expect(checked.manifest).toEqual(manifest)
    expect(checked.list.map((file) => file.key)).toEqual([PICTURE, POSTER])
  })

  it.each(['tables/students.gz', 'queues.gz', 'jobs.gz', 'files.gz'])(
    'is refused if %s is missing or was changed',
    async (path) => {
      await write({ key })
      const part = join(folder, NAME, path)
      const whole = await readFile(part)
      const flipped = Buffer.from(whole)
      flipped[9] = (flipped[9] ?? 0) ^ 1
      for (const other of [flipped, whole.subarray(0, -1), Buffer.concat([whole, whole])]) {
        await writeFile(part, other)
        await expect(check(key)).rejects.toThrow(`${path} of the backup was changed.`)
      }
      await rm(part)
      await expect(check(key)).rejects.toThrow(`${path} of the backup is missing.`)
    },
  )

  it('is refused if a stored file is missing or has a different size', async () => {
    await write({ key })
    const stored = join(folder, 'files', keyIdOf(key) ?? 'plain', POSTER)
    await writeFile(stored, Buffer.concat([await readFile(stored), Buffer.from('x')]))
    await expect(check(key)).rejects.toThrow(`The file ${POSTER} of the backup was changed.`)
    await truncate(stored, 3)
    await expect(check(key)).rejects.toThrow(`The file ${POSTER} of the backup was changed.`)
    await rm(stored)
    await expect(check(key)).rejects.toThrow(`The file ${POSTER} of the backup is missing.`)
  })

  it.each([-1, 1])('is refused if the length of its file list differs from the manifest (%d)', async (more) => {
    await write({ key, more })
    await expect(check(key)).rejects.toThrow('The list of files of the backup was changed.')
  })

  it('is refused under a different name', async () => {
    await write({ key })
    await rename(join(folder, NAME), join(folder, '2026-01-01T00-00-00Z'))
    await expect(check(key, '2026-01-01T00-00-00Z')).rejects.toThrow('of 2026-01-01T00-00-00Z was changed')
  })

  it('does not exist without a folder that has the name of a backup', async () => {
    await write({ key })
    await expect(check(key, '2026-11-25T00-45-10Z')).rejects.toThrow('has no backup "2026-11-25T00-45-10Z".')
    // These have a manifest.
    await cp(join(folder, NAME), join(folder, `.partial-${NAME}`), { recursive: true })
    await expect(check(key, `.partial-${NAME}`)).rejects.toThrow(`has no backup ".partial-${NAME}".`)
    await expect(check(key, `./${NAME}`)).rejects.toThrow(`has no backup "./${NAME}".`)
  })

  it('is restored into a store without other files, each file once', async () => {
    await write({ key })
    const { manifest, list } = await check(key)
    const files = await openDiskFileStore(join(folder, 'restored'), { isReadByGroup: false })
    const restore = () => restoreFiles({ folder, key, keyId: manifest.keyId, files }, list)
    await requireEmptyStore(files, list)
    await restore()
    expect(await readFile(join(folder, 'restored', PICTURE), 'utf8')).toBe('a face')
    expect(await readFile(join(folder, 'restored', POSTER), 'utf8')).toBe('a tree')
    // A run after an interruption continues with what is missing.
    await requireEmptyStore(files, list)
    await files.remove(POSTER)
    const { ino } = await stat(join(folder, 'restored', PICTURE))
    await restore()
    expect((await stat(join(folder, 'restored', PICTURE))).ino).toBe(ino)
    expect(await files.size(POSTER)).toBe(6)
    expect(await readdir(join(folder, 'restored/tmp'))).toEqual([])
  })

  it('does not restore a file whose content changed but not its size', async () => {
    await write({ key })
    const { manifest, list } = await check(key)
    const files = await openDiskFileStore(join(folder, 'restored'), { isReadByGroup: false })
    const stored = join(folder, 'files', keyIdOf(key) ?? 'plain', POSTER)
    const bytes = await readFile(stored)
    await writeFile(stored, bytes.fill((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1))
    const restored = restoreFiles({ folder, key, keyId: manifest.keyId, files }, list)
    await expect(restored).rejects.toThrow(`The file ${POSTER} of the backup was changed.`)
    expect(await files.size(POSTER)).toBeUndefined()
  })

  it('whose file list was cut off is not read as a shorter list', async () => {
    await write({ key })
    const path = join(folder, NAME, 'files.gz')
    const { size } = await stat(path)
    for (const left of [size - 1, size - 9, 30, 0]) {
      await truncate(path, left)
      await expect(readFileList(folder, NAME, key)).rejects.toThrow(/cannot be decrypted|unexpected end of file/)
    }
  })

  it('has each stored file once, which the next backup reuses if it is intact', async () => {
    const manifest = await write({ key })
    const known = new Map((await check(key)).list.map((file) => [file.key, file]))
    const next = backupOf(key, known)
    expect(await next.copy(PICTURE)).toEqual(known.get(PICTURE))
    expect(next.copied.bytes).toBe(0)
    // Left by an interrupted backup; no backup names it.
    const later = backupOf(key)
    expect(await later.copy(PICTURE)).toEqual(known.get(PICTURE))
    expect(later.copied.bytes).toBe(0)
    const stored = join(folder, 'files', keyIdOf(key) ?? 'plain', PICTURE)
    await truncate(stored, 2)
    const again = await next.copy(PICTURE)
    expect(again?.bytes).toBe(known.get(PICTURE)?.bytes)
    expect(next.copied.bytes).toBe(again?.bytes)
    await rm(stored)
    expect(await next.copy(PICTURE)).toBeDefined()
    await store.remove(PICTURE)
    await rm(stored)
    expect(await next.copy(PICTURE)).toBeUndefined()
    expect(manifest.files.missing).toEqual([])
  })
})

it('is refused with a different key, and says which key it was made with', async () => {
  await write({ key: KEY })
  const id = keyIdOf(KEY) ?? ''
  await expect(check(OTHER_KEY)).rejects.toThrow(`was encrypted with another BACKUP_KEY (its id is ${id})`)
  await expect(check()).rejects.toThrow(`was encrypted with another BACKUP_KEY (its id is ${id})`)
  await rm(join(folder, NAME), { recursive: true })
  await write()
  await expect(check(KEY)).rejects.toThrow(`The backup ${NAME} is not encrypted: unset BACKUP_KEY to use it.`)
})

it('with a key is refused if its manifest or the manifest’s signature was changed', async () => {
  await write({ key: KEY })
  const whole = await readFile(manifestPath(), 'utf8')
  const [text = '', signature = ''] = whole.split('\n')
  const changed = [
    whole.replace('"version":"1.0.0"', '"version":"1.0.1"'),
    `${text}\n`,
    `${text}\n${signature.slice(2)}\n`,
    `${text}\n${signature.slice(0, -2)}${signature.endsWith('00') ? '01' : '00'}\n`,
  ]
  for (const other of changed) {
    await writeFile(manifestPath(), other)
    await expect(check(KEY)).rejects.toThrow(`The manifest of ${NAME} was changed.`)
  }
  await writeFile(manifestPath(), whole)
  await check(KEY)
})

it.each([
  ['', 'It is not complete.'],
  ['{"format":1', 'It is not complete.'],
  ['null', 'It has missing or wrong entries.'],
  ['7', 'It has missing or wrong entries.'],
  ['{"format":"2"}', 'It has missing or wrong entries.'],
  ['{"format":1}', 'It has missing or wrong entries.'],
  ['{"format":2}', 'It was made by a newer version of Baobab.'],
])('is refused if its manifest is %j', async (text, reason) => {
  await write()
  await editManifest(() => `${text}\n`)
  await expect(check()).rejects.toThrow(`The manifest of ${NAME} cannot be read. ${reason}`)
})

describe('the backup folder', () => {
  const later = '2026-11-26T00-45-09Z'
  const latest = '2026-11-27T00-45-09Z'

  it('lists only complete backups, oldest first, including those of earlier releases', async () => {
    expect(await listBackups(join(folder, 'none'))).toEqual([])
    await writeFile(join(folder, 'a file'), '')
    await expect(listBackups(join(folder, 'a file'))).rejects.toMatchObject({ code: 'ENOTDIR' })
    const names = [later, '2026-11-25T00-45-08Z', latest, NAME, '2025-11-28T00-45-09Z', '2026-11-24T23-45-09Z']
    for (const name of names) await mkdir(join(folder, name))
    await mkdir(join(folder, `.partial-${later}`))
    expect(await listBackups(folder)).toEqual(names.toSorted())
  })

  it('loses only interrupted backups and the oldest ones beyond the limit', async () => {
    for (const name of [latest, NAME, later]) await mkdir(join(folder, name))
    for (const name of [`.partial-${NAME}`, `.deleted-${NAME}`, 'erasures', 'notes'])
      await mkdir(join(folder, name, 'inside'), { recursive: true })
    expect(await deleteOldBackups(folder, 3)).toBe(false)
    const left = ['erasures', 'notes', 'store']
    expect((await readdir(folder)).toSorted()).toEqual([NAME, later, latest, ...left])
    expect(await deleteOldBackups(folder, 1)).toBe(true)
    expect((await readdir(folder)).toSorted()).toEqual([latest, ...left])
  })

  const listStored = async (key: Buffer | undefined) => {
    const place = join(folder, 'files', keyIdOf(key) ?? 'plain')
    const entries = await readdir(place, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  }
  const nameOf = (key: string) => key.split('/')[1]

  it('keeps a stored file for as long as a backup with its key names it', async () => {
    await write({ key: KEY })
    await write({ key: KEY, name: later, keys: [POSTER] })
    await write({ name: latest, keys: [PICTURE] })
    await deleteUnneededFiles(folder, KEY)
    expect(new Set(await listStored(KEY))).toEqual(new Set([nameOf(PICTURE), nameOf(POSTER)]))
    await rm(join(folder, NAME), { recursive: true })
    await deleteUnneededFiles(folder, KEY)
    expect(await listStored(KEY)).toEqual([nameOf(POSTER)])
    expect(await listStored(undefined)).toEqual([nameOf(PICTURE)])
    // With another key its lists cannot be read, so its files stay as long as one of its backups is left.
    await write({ key: OTHER_KEY, name: '2026-11-28T00-45-09Z' })
    await deleteUnneededFiles(folder, OTHER_KEY)
    expect(await listStored(KEY)).toEqual([nameOf(POSTER)])
    for (const name of [later, latest]) await rm(join(folder, name), { recursive: true })
    await deleteUnneededFiles(folder, OTHER_KEY)
    expect(await readdir(join(folder, 'files'))).toEqual([keyIdOf(OTHER_KEY)])
    expect(await listStored(OTHER_KEY)).toHaveLength(2)
  })

  it('keeps every stored file if a backup’s manifest cannot be read', async () => {
    await write({ keys: [PICTURE] })
    await write({ name: later, keys: [POSTER] })
    await editManifest((text) => text.slice(0, 50))
    await expect(deleteUnneededFiles(folder, undefined)).rejects.toThrow(`The manifest of ${NAME} cannot be read.`)
    expect(await listStored(undefined)).toHaveLength(2)
  })

  it('may have no stored files at all', async () => {
    await write({ keys: [] })
    await deleteUnneededFiles(folder, undefined)
    await deleteUnneededFiles(folder, KEY)
    expect((await check()).list).toEqual([])
  })
})

it('is refused by a store with files that the backup does not name', async () => {
  await write({ keys: [PICTURE] })
  const { list } = await check()
  await expect(requireEmptyStore(store, list)).rejects.toThrow(`The file store is not empty: it has ${POSTER}.`)
  await store.remove(POSTER)
  await requireEmptyStore(store, list)
})

it('is private: nobody else may enter its folder or read its files', async () => {
  await write()
  for (const path of [NAME, `${NAME}/manifest.json`, `${NAME}/jobs.gz`, `files/plain/${PICTURE}`])
    expect((await stat(join(folder, path))).mode & 0o077).toBe(0)
})
