/**
 * Decides where the cluster is stored and as which user it runs.
 *
 * PostgreSQL refuses to run as root, so root starts it as `nobody` (or as the user who owns the cluster already). If that
 * user cannot reach DATA_DIR or the programs, the cluster is stored outside DATA_DIR, in the "location"
 * /var/lib/baobab/<hash of DATA_DIR's real path>. The file `data-dir` in the location names DATA_DIR, and the file
 * `database-place` in DATA_DIR names the location; the location is valid only if both agree. It is deleted once its
 * DATA_DIR was deleted, but never while it is in use.
 */
import { createHash, randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DataFolderInUseError, lockFolder } from './folder-lock.ts'
import { type Cluster, stopLeftover } from './postgres-process.ts'
import { type Programs, programsIn } from './postgres-programs.ts'
import { runProgram } from './run-program.ts'
import { exists, readText, listTree, writeDurably } from './small-files.ts'
import { canReach, canRun, changeTreeOwner, chooseUser } from './unprivileged-user.ts'

export type ClusterLocation = {
  cluster: Cluster
  /** Sentences for the operator. */
  notes: string[]
  /** Records the location in DATA_DIR. Call once the cluster can be started. */
  confirm(): Promise<void>
  /** Releases the lock of the location. */
  release(): void
}

const BASE = '/var/lib/baobab'
const CLUSTER = 'postgres'
/** A file in DATA_DIR that contains the path of the location. */
const LOCATION_FILE = 'database-place'
/** A file in the location that contains the path of DATA_DIR and the device that it is on. */
const OWNER_FILE = 'data-dir'

/** Chooses the location for a data folder. The caller holds the folder's lock and passes its real path. */
export async function chooseClusterLocation(dataDir: string, programs: Programs): Promise<ClusterLocation> {
  const inside = join(dataDir, CLUSTER)
  const insideOnly = { notes: [], confirm: async () => {}, release: () => {} }
  if (process.getuid?.() !== 0) return { cluster: { folder: inside, programs, runAs: undefined }, ...insideOnly }

  const recorded = await readText(join(dataDir, LOCATION_FILE))
  if (recorded !== undefined && recorded !== join(BASE, basename(recorded))) {
    throw new Error(`${join(dataDir, LOCATION_FILE)} names ${recorded}, which is not a location under ${BASE}.`)
  }
  const notes = await deleteOrphanedLocations(recorded, programs)
  const runAs = await chooseUser(recorded === undefined ? inside : join(recorded, CLUSTER))
  if (recorded === undefined && (await canReach(runAs, dataDir)) && (await canRun(runAs, programs))) {
    return { cluster: { folder: inside, programs, runAs }, ...insideOnly, notes }
  }
  const outside = await prepareOutside(dataDir, recorded, { folder: inside, programs, runAs })
  return { ...outside, notes: [...outside.notes, ...notes] }
}

/** Prepares the location outside DATA_DIR: copies the programs, and moves the cluster there if DATA_DIR has one. */
async function prepareOutside(
  dataDir: string,
  recorded: string | undefined,
  inside: Cluster,
): Promise<ClusterLocation> {
  const { runAs, programs } = inside
  const location = locationFor(dataDir)
  const cluster = {
    folder: join(location, CLUSTER),
    runAs,
    programs: programsIn(join(location, programs.version), programs.version),
  }
  if (recorded !== undefined) await refuseCopy(dataDir, recorded)
  if (recorded !== location) await vacate(location, dataDir, programs)
  if (recorded !== undefined && recorded !== location && (await exists(recorded)))
    await moveLocation(recorded, dataDir, programs)
  if (recorded !== undefined && !(await exists(cluster.folder))) {
    const remedy = `Restore it from a backup, or delete ${join(dataDir, LOCATION_FILE)} to begin with an empty one.`
    throw new Error(`The database of ${dataDir} is missing from ${location}. ${remedy}`)
  }
  await mkdir(BASE, { recursive: true, mode: 0o755 })
  await mkdir(location, { recursive: true })
  await chmod(location, 0o711)
  await writeOwner(location, dataDir)
  const release = lockFolder(location)
  try {
    await copyPrograms(programs.home, cluster.programs.home)
    const isMoved = recorded === undefined && (await exists(inside.folder))
    if (isMoved) await copyCluster(inside, cluster)
    // The original cluster may be deleted only now that DATA_DIR names the location.
    const confirm = async () => {
      await writeDurably(join(dataDir, LOCATION_FILE), `${location}\n`)
      if (isMoved) await rm(inside.folder, { recursive: true })
    }
    const note = `The database is stored in ${cluster.folder}, because the user ${runAs?.name} cannot reach ${dataDir} or the programs.`
    return { cluster, notes: [note], confirm, release }
  } catch (error) {
    release()
    throw error
  }
}

/** Throws if DATA_DIR is a copy that names the original's location: two data folders must not share one cluster. */
async function refuseCopy(dataDir: string, recorded: string): Promise<void> {
  const owner = await readOwner(recorded)
  if (owner === undefined || owner === dataDir || (await readText(join(owner, LOCATION_FILE))) !== recorded) return
  throw new Error(
    `${dataDir} is a copy of ${owner}, whose database is in ${recorded}. Start that one, or restore a backup here.`,
  )
}

/**
 * Frees the location of this DATA_DIR if it belongs to an earlier folder with the same path. If that folder was renamed
 * (`mv data data.old`), its cluster is moved to the location of the new name; if it was deleted, so is its cluster.
 */
async function vacate(location: string, dataDir: string, programs: Programs): Promise<void> {
  if (!(await exists(location))) return
  const renamed = await findRenamedFolder(location, dataDir)
  if (renamed === undefined) return deleteLocation(location, programs)
  await moveLocation(location, renamed, programs)
  await writeDurably(join(renamed, LOCATION_FILE), `${locationFor(renamed)}\n`)
}

/** Finds the folder beside a data folder that names its location: the same folder under a new name. */
async function findRenamedFolder(location: string, dataDir: string): Promise<string | undefined> {
  const parent = dirname(dataDir)
  for (const name of await readdir(parent).catch(() => [])) {
    if ((await readText(join(parent, name, LOCATION_FILE))) === location) return join(parent, name)
  }
  return undefined
}

/** Moves a location to the path that belongs to the new path of its DATA_DIR. */
async function moveLocation(from: string, dataDir: string, programs: Programs): Promise<void> {
  const release = lockFolder(from)
  try {
    await stopLeftover({ folder: join(from, CLUSTER), programs, runAs: undefined })
    await writeOwner(from, dataDir)
    await rename(from, locationFor(dataDir))
  } finally {
    release()
  }
}

/** @throws DataFolderInUseError if a server uses the location */
async function deleteLocation(location: string, programs: Programs): Promise<void> {
  const release = lockFolder(location)
  try {
    await stopLeftover({ folder: join(location, CLUSTER), programs, runAs: undefined })
    await rm(location, { recursive: true })
  } finally {
    release()
  }
}

/** Deletes locations whose DATA_DIR was deleted, and returns a sentence for each. Never touches other folders. */
async function deleteOrphanedLocations(recorded: string | undefined, programs: Programs): Promise<string[]> {
  const notes: string[] = []
  for (const name of await readdir(BASE).catch(() => [])) {
    const location = join(BASE, name)
    const owner = await readOwner(location)
    if (location === recorded || owner === undefined || locationFor(owner) !== location) continue
    try {
      if (!(await wasDeleted(owner, location)) || (await findRenamedFolder(location, owner)) !== undefined) continue
      await deleteLocation(location, programs)
      notes.push(`Deleted the database of ${owner}, because that folder was deleted.`)
    } catch (error) {
      if (error instanceof DataFolderInUseError) continue
      notes.push(`${location}, the database of ${owner}, could not be deleted: ${String(error)}`)
    }
  }
  return notes
}

/** Whether a folder was deleted. If its parent is on another device now, its disk may only be unmounted. */
async function wasDeleted(folder: string, location: string): Promise<boolean> {
  if (await exists(folder)) return false
  const device = Number((await readText(join(location, OWNER_FILE)))?.split('\n')[1])
  let parent = dirname(folder)
  while (!(await exists(parent))) parent = dirname(parent)
  return (await stat(parent)).dev === device
}

async function writeOwner(location: string, dataDir: string): Promise<void> {
  await writeFile(join(location, OWNER_FILE), `${dataDir}\n${(await stat(dataDir)).dev}\n`)
}

async function readOwner(location: string): Promise<string | undefined> {
  return (await readText(join(location, OWNER_FILE)))?.split('\n')[0]
}

function locationFor(dataDir: string): string {
  return join(BASE, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
}

async function copyCluster(from: Cluster, to: Cluster): Promise<void> {
  await stopLeftover(from)
  await cp(from.folder, to.folder, { recursive: true, verbatimSymlinks: true })
  await changeTreeOwner(to.runAs, to.folder)
  await runProgram('/bin/sh', ['-c', 'sync'], undefined)
}

/** Copies the programs once per version, readable by every user whatever the umask; deletes other versions. */
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
