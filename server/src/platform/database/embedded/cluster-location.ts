/**
 * Where the cluster stands and under which id it runs. PostgreSQL refuses to run as root, so root starts it as `nobody`
 * (or as whoever owns the cluster already). Where that id cannot reach DATA_DIR or the programs, both stand under
 * /var/lib/baobab/<hash of DATA_DIR's real path>: `data-dir` there names DATA_DIR, `database-place` in DATA_DIR names the
 * place, and only both together count. A place whose DATA_DIR is gone is cleared away; never one that is in use.
 */
import { createHash, randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DataFolderInUseError, lockFolder } from './folder-lock.ts'
import { type Cluster, endLeftover } from './postgres-process.ts'
import { type Programs, programsIn } from './postgres-programs.ts'
import { runProgram } from './run-program.ts'
import { exists, readText, listTree, writeDurably } from './small-files.ts'
import { canReach, canRun, giveTreeTo, idFor } from './unprivileged-user.ts'

/** `settle` notes the place in DATA_DIR once the cluster stands; `release` gives the place's lock back. */
export type ClusterLocation = { cluster: Cluster; notes: string[]; confirm(): Promise<void>; release(): void }

const BASE = '/var/lib/baobab'
const CLUSTER = 'postgres'
const NOTE = 'database-place'
const MARKER = 'data-dir'

/** Chooses the place for a data folder, given by its real path, whose lock the caller holds. */
export async function chooseClusterLocation(dataDir: string, programs: Programs): Promise<ClusterLocation> {
  const inside = join(dataDir, CLUSTER)
  const here = { notes: [], confirm: async () => {}, release: () => {} }
  if (process.getuid?.() !== 0) return { cluster: { folder: inside, programs, runAs: undefined }, ...here }

  const noted = await readText(join(dataDir, NOTE))
  if (noted !== undefined && noted !== join(BASE, basename(noted))) {
    throw new Error(`${join(dataDir, NOTE)} names ${noted}, which is no place of ours under ${BASE}.`)
  }
  const cleared = await clearGonePlaces(noted, programs)
  const runAs = await idFor(noted === undefined ? inside : join(noted, CLUSTER))
  if (noted === undefined && (await canReach(runAs, dataDir)) && (await canRun(runAs, programs))) {
    return { cluster: { folder: inside, programs, runAs }, ...here, notes: cleared }
  }
  const place = await placeElsewhere(dataDir, noted, { folder: inside, programs, runAs })
  return { ...place, notes: [...place.notes, ...cleared] }
}

async function placeElsewhere(dataDir: string, noted: string | undefined, inside: Cluster): Promise<ClusterLocation> {
  const { runAs, programs } = inside
  const place = locationFor(dataDir)
  const cluster = {
    folder: join(place, CLUSTER),
    runAs,
    programs: programsIn(join(place, programs.version), programs.version),
  }
  if (noted !== undefined) await refuseCopy(dataDir, noted)
  if (noted !== place) await vacate(place, dataDir, programs)
  if (noted !== undefined && noted !== place && (await exists(noted))) await movePlace(noted, dataDir, programs)
  if (noted !== undefined && !(await exists(cluster.folder))) {
    const way = `Restore it from a backup, or delete ${join(dataDir, NOTE)} to begin with an empty one.`
    throw new Error(`The database of ${dataDir} is missing from ${place}. ${way}`)
  }
  await mkdir(BASE, { recursive: true, mode: 0o755 })
  await mkdir(place, { recursive: true })
  await chmod(place, 0o711)
  await mark(place, dataDir)
  const release = lockFolder(place)
  try {
    await copyPrograms(programs.home, cluster.programs.home)
    const moving = noted === undefined && (await exists(inside.folder))
    if (moving) await copyCluster(inside, cluster)
    // The note is what makes the place count; only then may the cluster that was copied go.
    const confirm = async () => {
      await writeDurably(join(dataDir, NOTE), `${place}\n`)
      if (moving) await rm(inside.folder, { recursive: true })
    }
    const note = `The database stands in ${cluster.folder}, because the user ${runAs?.name} cannot reach ${dataDir} or the programs.`
    return { cluster, notes: [note], confirm, release }
  } catch (error) {
    release()
    throw error
  }
}

/** A copy of a DATA_DIR names the place of the first one, and two must not share it. */
async function refuseCopy(dataDir: string, noted: string): Promise<void> {
  const owner = await ownerOf(noted)
  if (owner === undefined || owner === dataDir || (await readText(join(owner, NOTE))) !== noted) return
  throw new Error(
    `${dataDir} is a copy of ${owner}, whose database stands in ${noted}. Start that one, or restore a backup here.`,
  )
}

/**
 * Empties our own place when our DATA_DIR does not name it: what stands there belonged to an earlier folder of this path.
 * One that was put aside (`mv data data.old`) takes it along; one that was deleted needs it no more.
 */
async function vacate(place: string, dataDir: string, programs: Programs): Promise<void> {
  if (!(await exists(place))) return
  const aside = await putAside(place, dataDir)
  if (aside === undefined) return clear(place, programs)
  await movePlace(place, aside, programs)
  await writeDurably(join(aside, NOTE), `${locationFor(aside)}\n`)
}

/** The folder beside a data folder that names its place: the same one under a new name. */
async function putAside(place: string, dataDir: string): Promise<string | undefined> {
  const parent = dirname(dataDir)
  for (const name of await readdir(parent).catch(() => [])) {
    if ((await readText(join(parent, name, NOTE))) === place) return join(parent, name)
  }
  return undefined
}

/** A place follows its DATA_DIR to that one's new path, so that its name tells its owner again. */
async function movePlace(from: string, dataDir: string, programs: Programs): Promise<void> {
  const release = lockFolder(from)
  try {
    await endLeftover({ folder: join(from, CLUSTER), programs, runAs: undefined })
    await mark(from, dataDir)
    await rename(from, locationFor(dataDir))
  } finally {
    release()
  }
}

/** @throws DataFolderInUseError when a server lives on it */
async function clear(place: string, programs: Programs): Promise<void> {
  const release = lockFolder(place)
  try {
    await endLeftover({ folder: join(place, CLUSTER), programs, runAs: undefined })
    await rm(place, { recursive: true })
  } finally {
    release()
  }
}

/** Clears away places whose DATA_DIR is gone; returns a sentence for each. What is not plainly ours is left. */
async function clearGonePlaces(noted: string | undefined, programs: Programs): Promise<string[]> {
  const sentences: string[] = []
  for (const name of await readdir(BASE).catch(() => [])) {
    const place = join(BASE, name)
    const owner = await ownerOf(place)
    if (place === noted || owner === undefined || locationFor(owner) !== place) continue
    try {
      if (!(await isGone(owner, place)) || (await putAside(place, owner)) !== undefined) continue
      await clear(place, programs)
      sentences.push(`Cleared away the database of ${owner}, which is gone.`)
    } catch (error) {
      if (error instanceof DataFolderInUseError) continue
      sentences.push(`${place}, the database of ${owner}, could not be cleared away: ${String(error)}`)
    }
  }
  return sentences
}

/** Deleted, as opposed to on a disk that is not mounted now: the folder that would hold it is still on its device. */
async function isGone(folder: string, place: string): Promise<boolean> {
  if (await exists(folder)) return false
  const device = Number((await readText(join(place, MARKER)))?.split('\n')[1])
  let parent = dirname(folder)
  while (!(await exists(parent))) parent = dirname(parent)
  return (await stat(parent)).dev === device
}

async function mark(place: string, dataDir: string): Promise<void> {
  await writeFile(join(place, MARKER), `${dataDir}\n${(await stat(dataDir)).dev}\n`)
}

async function ownerOf(place: string): Promise<string | undefined> {
  return (await readText(join(place, MARKER)))?.split('\n')[0]
}

function locationFor(dataDir: string): string {
  return join(BASE, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
}

async function copyCluster(from: Cluster, to: Cluster): Promise<void> {
  await endLeftover(from)
  await cp(from.folder, to.folder, { recursive: true, verbatimSymlinks: true })
  await giveTreeTo(to.runAs, to.folder)
  await runProgram('/bin/sh', ['-c', 'sync'], undefined)
}

/** Copies the programs once for each version, readable to all whatever our umask, and drops those of other versions. */
async function copyPrograms(from: string, to: string): Promise<void> {
  if (await exists(to)) return
  const fresh = `${to}.new-${randomBytes(4).toString('hex')}`
  await cp(from, fresh, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  for (const entry of await listTree(fresh)) await chmod(entry, (await stat(entry)).mode & 0o100 ? 0o755 : 0o644)
  await rename(fresh, to)
  for (const name of await readdir(dirname(to))) {
    if (/^\d+\./.test(name) && name !== basename(to)) await rm(join(dirname(to), name), { recursive: true })
  }
}
