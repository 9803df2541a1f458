/**
 * Where the cluster stands and under which id it runs. PostgreSQL refuses to run as root, so root starts it as `nobody`
 * (or as whoever owns the cluster already). Where that id cannot reach DATA_DIR or the programs, both stand under
 * /var/lib/baobab/<hash of DATA_DIR's real path>: `data-dir` there names DATA_DIR, `database-place` in DATA_DIR names the
 * place. A place whose DATA_DIR is gone is cleared away; one that DATA_DIR still names, or that is in use, never is.
 */
import { createHash, randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DataFolderInUse, lockFolder } from './data-lock.ts'
import { type Cluster, endLeftover } from './postgres-process.ts'
import { type Programs, programsIn } from './postgres-programs.ts'
import { type RunAs, findUser, giveTo, runProgram } from './run-program.ts'

/** `settle` notes the place in DATA_DIR once the cluster stands; `release` gives the place's lock back. */
export type Place = { cluster: Cluster; notes: string[]; settle(): Promise<void>; release(): void }

const BASE = '/var/lib/baobab'
const CLUSTER = 'postgres'

/** Chooses the place for a data folder, given by its real path, whose lock the caller holds. */
export async function choosePlace(dataDir: string, programs: Programs): Promise<Place> {
  const inside = join(dataDir, CLUSTER)
  const here = { notes: [], settle: async () => {}, release: () => {} }
  if (process.getuid?.() !== 0) return { cluster: { folder: inside, programs, runAs: undefined }, ...here }

  const cleared = await clearGonePlaces(dataDir, programs)
  const noted = await readText(join(dataDir, 'database-place'))
  const runAs = await idFor(noted === undefined ? inside : join(noted, CLUSTER))
  if (noted === undefined && (await canReach(runAs, dataDir)) && (await canRun(runAs, programs))) {
    return { cluster: { folder: inside, programs, runAs }, ...here, notes: cleared }
  }
  const place = await placeElsewhere(dataDir, noted, { folder: inside, programs, runAs })
  return { ...place, notes: [...place.notes, ...cleared] }
}

async function placeElsewhere(dataDir: string, noted: string | undefined, inside: Cluster): Promise<Place> {
  const { runAs, programs } = inside
  const place = placeOf(dataDir)
  await mkdir(BASE, { recursive: true, mode: 0o755 })
  const cluster = {
    folder: join(place, CLUSTER),
    runAs,
    programs: programsIn(join(place, programs.version), programs.version),
  }
  if (noted !== place) {
    // Nobody names this place: what stands here belonged to an earlier folder of the same path, which is gone.
    await endLeftover(cluster)
    await rm(place, { recursive: true, force: true })
  }
  if (noted !== undefined && noted !== place) await followMove(noted, place, dataDir)
  if (noted !== undefined && !(await exists(cluster.folder))) {
    const way = `Restore it from a backup, or delete ${join(dataDir, 'database-place')} to begin with an empty one.`
    throw new Error(`The database of ${dataDir} is missing from ${place}. ${way}`)
  }
  await mkdir(place, { recursive: true })
  await chmod(place, 0o711)
  await writeFile(join(place, 'data-dir'), `${dataDir}\n${(await stat(dataDir)).dev}\n`)
  const release = lockFolder(place)
  try {
    await copyPrograms(programs.home, cluster.programs.home)
    if (noted === undefined && (await exists(inside.folder))) {
      await endLeftover(inside)
      await cp(inside.folder, cluster.folder, { recursive: true, verbatimSymlinks: true })
      await giveTree(runAs, cluster.folder)
      await runProgram('/bin/sh', ['-c', 'sync'], undefined)
    }
  } catch (error) {
    release()
    throw error
  }
  const settle = () => settleAt(place, dataDir, inside.folder)
  const note = `The database stands in ${cluster.folder}, because the user ${runAs?.name} cannot reach ${dataDir} or the programs.`
  return { cluster, notes: [note], settle, release }
}

/** The note is what makes the place count; only then may an earlier cluster inside DATA_DIR go. */
async function settleAt(place: string, dataDir: string, inside: string): Promise<void> {
  await writeDurably(join(dataDir, 'database-place'), `${place}\n`)
  await rm(inside, { recursive: true, force: true })
}

/** DATA_DIR was moved: its place follows, so that the name tells its owner again. A copy of DATA_DIR is refused. */
async function followMove(noted: string, place: string, dataDir: string): Promise<void> {
  const [owner] = await markerOf(noted)
  if (owner === undefined) return
  if (owner !== dataDir && (await readText(join(owner, 'database-place'))) === noted) {
    throw new Error(
      `${dataDir} is a copy of ${owner}, whose database stands in ${noted}. Start that one, or restore a backup here.`,
    )
  }
  await writeFile(join(noted, 'data-dir'), `${dataDir}\n${(await stat(dataDir)).dev}\n`)
  await rename(noted, place)
}

/** Clears away places whose DATA_DIR is gone; returns a sentence for each. A place in use or not plainly ours is left. */
async function clearGonePlaces(dataDir: string, programs: Programs): Promise<string[]> {
  const noted = await readText(join(dataDir, 'database-place'))
  const places = (await readdir(BASE).catch(() => []))
    .map((name) => join(BASE, name))
    .filter((place) => place !== noted)
  const sentences: string[] = []
  for (const place of places) {
    const [owner, device] = await markerOf(place)
    if (owner === undefined || placeOf(owner) !== place || !(await isGone(owner, Number(device)))) continue
    try {
      const release = lockFolder(place)
      try {
        await endLeftover({ folder: join(place, CLUSTER), programs, runAs: undefined })
        await rm(place, { recursive: true, force: true })
      } finally {
        release()
      }
      sentences.push(`Cleared away the database of ${owner}, which is gone.`)
    } catch (error) {
      if (!(error instanceof DataFolderInUse))
        sentences.push(`${place}, whose data folder is gone, could not be cleared away: ${String(error)}`)
    }
  }
  return sentences
}

/** Deleted, as opposed to on a disk that is not mounted now: the folder that would hold it is still on its device. */
async function isGone(folder: string, device: number): Promise<boolean> {
  if (await exists(folder)) return false
  for (let parent = dirname(folder); ; parent = dirname(parent)) {
    if (await exists(parent)) return (await stat(parent)).dev === device
  }
}

async function markerOf(place: string): Promise<string[]> {
  return ((await readText(join(place, 'data-dir'))) ?? '').split('\n').filter((line) => line !== '')
}

function placeOf(dataDir: string): string {
  return join(BASE, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
}

/** Copies the programs once for each version, readable to all whatever our umask, and drops those of other versions. */
async function copyPrograms(from: string, to: string): Promise<void> {
  if (await exists(to)) return
  const fresh = `${to}.new-${randomBytes(4).toString('hex')}`
  await cp(from, fresh, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  for (const entry of [fresh, ...(await treeOf(fresh))])
    await chmod(entry, (await stat(entry)).mode & 0o100 ? 0o755 : 0o644)
  await rename(fresh, to)
  for (const name of await readdir(dirname(to))) {
    if (/^\d+\./.test(name) && name !== basename(to)) await rm(join(dirname(to), name), { recursive: true })
  }
}

async function treeOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name))
}

/** As root: the owner of the cluster, so that a folder begun by an ordinary user stays theirs; else nobody. */
async function idFor(cluster: string): Promise<RunAs> {
  const owner = (await exists(cluster)) ? await stat(cluster) : undefined
  if (owner !== undefined && owner.uid !== 0) {
    return { name: (await findUser(owner.uid))?.name ?? String(owner.uid), uid: owner.uid, gid: owner.gid }
  }
  const nobody = await findUser('nobody')
  if (nobody === undefined) {
    throw new Error('PostgreSQL does not run as root, and there is no user nobody here. Start as an ordinary user.')
  }
  // A copy made by root belongs to root; PostgreSQL wants its own.
  if (owner !== undefined) await giveTree(nobody, cluster)
  return nobody
}

async function giveTree(runAs: RunAs, folder: string): Promise<void> {
  for (const entry of [folder, ...(await treeOf(folder))]) await giveTo(runAs, entry)
}

/** Tried in earnest, since modes, access lists and mounts all have a say. DATA_DIR itself may be opened to 0711. */
async function canReach(runAs: RunAs, dataDir: string): Promise<boolean> {
  const enter = () => runProgram('/bin/sh', ['-c', 'cd -- "$1"', 'sh', dataDir], runAs)
  if ((await enter()).ok) return true
  const { mode } = await stat(dataDir)
  await chmod(dataDir, mode | 0o011)
  if ((await enter()).ok) return true
  await chmod(dataDir, mode)
  return false
}

async function canRun(runAs: RunAs, { postgres, initdb }: Programs): Promise<boolean> {
  return (await runProgram(postgres, ['--version'], runAs)).ok && (await runProgram(initdb, ['--version'], runAs)).ok
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
      throw error
    },
  )
}

/** The text of a small file without the spaces round it; undefined when there is none. */
export async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').then(
    (text) => text.trim() || undefined,
    () => undefined,
  )
}

/** Writes a private file whole or not at all, and flushed. */
export async function writeDurably(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}
