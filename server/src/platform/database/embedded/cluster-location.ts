/**
 * Decides where the cluster is stored and which user it runs as.
 *
 * PostgreSQL refuses to run as root, so root starts it as `nobody` (or as the user who already owns the cluster). If that user
 * cannot reach the programs, a copy of them under /var/lib/baobab/programs runs. If it cannot reach DATA_DIR, the cluster is stored
 * outside, in a "location": a folder under /var/lib/baobab with a random name. The file `database-place` in DATA_DIR names the
 * location, and so moves with
 * DATA_DIR; the file `data-dir` in the location names the DATA_DIR that last used it. No location is ever deleted, moved or used
 * for another
 * DATA_DIR, because a folder that seems to be gone may only have been renamed or unmounted.
 */
import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { lockFolder } from './folder-lock.ts'
import { type Cluster, stopLeftover } from './postgres-process.ts'
import { type Programs, programsIn } from './postgres-programs.ts'
import { type UnprivilegedUser, runProgram } from './run-program.ts'
import { exists, readText, listTree, writeDurably } from './small-files.ts'
import { canReach, canRun, changeTreeOwner, chooseUser, openToGroup } from './unprivileged-user.ts'

export type ClusterLocation = {
  cluster: Cluster
  /** Sentences for the operator. */
  notes: string[]
  /** Records the location in DATA_DIR. Call it once the cluster can be started. */
  confirm(): Promise<void>
  /** Releases the lock of the location. */
  release(): void
}

const BASE = '/var/lib/baobab'
const CLUSTER = 'postgres'
/** A file in DATA_DIR that contains the path of the location. */
const LOCATION_FILE = 'database-place'
/** A file in the location that contains the path of DATA_DIR. */
const OWNER_FILE = 'data-dir'

/** Chooses the location for a data folder. The caller holds the folder's lock and passes its real path. */
export async function chooseClusterLocation(dataDir: string, programs: Programs): Promise<ClusterLocation> {
  const inside = join(dataDir, CLUSTER)
  const insideOnly = { notes: [], confirm: async () => {}, release: () => {} }
  if (process.getuid?.() !== 0) return { cluster: { folder: inside, programs, runAs: undefined }, ...insideOnly }

  const recorded = await readRecorded(dataDir)
  const notes = await describeUnusedLocations()
  const runAs = await chooseUser(recorded === undefined ? inside : join(recorded, CLUSTER))
  const isReachable = recorded === undefined && (await canReach(runAs, dataDir))
  const cluster = { folder: inside, programs: await makeRunnable(runAs, programs), runAs }
  if (isReachable) return { cluster, ...insideOnly, notes }
  const outside = await prepareOutside(dataDir, recorded, cluster)
  return { ...outside, notes: [...outside.notes, ...notes] }
}

/** Returns the folder of a data folder's cluster without opening it; undefined if there is none. */
export async function findCluster(dataDir: string): Promise<string | undefined> {
  const folder = join((await readText(join(dataDir, LOCATION_FILE))) ?? dataDir, CLUSTER)
  return (await exists(folder)) ? folder : undefined
}

/** Reads the location that a data folder names. Throws if another data folder uses it or its database is missing. */
async function readRecorded(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, LOCATION_FILE)
  const location = await readText(file)
  if (location === undefined) return undefined
  if (location !== join(BASE, basename(location)))
    throw new Error(`${file} names ${location}, which is not a location under ${BASE}.`)
  const owner = await readText(join(location, OWNER_FILE)).then((text) => text?.split('\n')[0])
  if (owner !== undefined && owner !== dataDir && (await readText(join(owner, LOCATION_FILE))) === location)
    throw new Error(
      `${dataDir} is a copy of ${owner}, whose database is in ${location}. Start that one, or restore a backup here.`,
    )
  if (!(await exists(join(location, CLUSTER))))
    throw new Error(
      `The database of ${dataDir} is missing from ${location}. Restore it from a backup, or delete ${file} to begin with an empty one.`,
    )
  return location
}

/** Prepares the location outside DATA_DIR, and moves the cluster there if DATA_DIR has one. */
async function prepareOutside(
  dataDir: string,
  recorded: string | undefined,
  inside: Cluster,
): Promise<ClusterLocation> {
  const { runAs, programs } = inside
  const location = recorded ?? join(BASE, randomBytes(8).toString('hex'))
  const folder = join(location, CLUSTER)
  await mkdir(location, { recursive: true })
  await chmod(BASE, 0o711)
  await openToGroup(runAs, location)
  const release = lockFolder(location)
  try {
    await writeDurably(join(location, OWNER_FILE), `${dataDir}\n`)
    const cluster = { folder, runAs, programs }
    const isMoved = recorded === undefined && (await exists(inside.folder))
    if (isMoved) await copyCluster(inside, cluster)
    // The original cluster may only be deleted now that DATA_DIR names the location.
    const confirm = async () => {
      await writeDurably(join(dataDir, LOCATION_FILE), `${location}\n`)
      if (isMoved) await rm(inside.folder, { recursive: true })
    }
    const note = `The database is stored in ${folder}, because the user ${runAs?.name} cannot reach ${dataDir}.`
    return { cluster, notes: [note], confirm, release }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Returns a sentence for each location whose DATA_DIR is gone or names another location. Skips a location whose DATA_DIR names
 * none, because another server may be preparing it right now.
 */
async function describeUnusedLocations(): Promise<string[]> {
  const notes: string[] = []
  for (const name of await readdir(BASE).catch(() => [])) {
    const location = join(BASE, name)
    const owner = (await readText(join(location, OWNER_FILE)))?.split('\n')[0]
    if (owner === undefined) continue
    const isGone = !(await exists(owner).catch(() => true))
    const used = await readText(join(owner, LOCATION_FILE))
    if (!isGone && (used === undefined || used === location)) continue
    const reason = isGone ? `its data folder ${owner} is gone` : `${owner} has another database now`
    notes.push(
      `The database in ${location} was set aside: ${reason}. If nothing needs it any more, delete it: rm -r ${location}`,
    )
  }
  return notes
}

async function copyCluster(from: Cluster, to: Cluster): Promise<void> {
  await stopLeftover(from)
  await cp(from.folder, to.folder, { recursive: true, verbatimSymlinks: true })
  await changeTreeOwner(to.runAs, to.folder)
  await runProgram('/bin/sh', ['-c', 'sync'], undefined)
}

/** Returns programs that the user can run: these, or a copy that all servers on this machine share. */
async function makeRunnable(runAs: UnprivilegedUser, programs: Programs): Promise<Programs> {
  if (await canRun(runAs, programs)) return programs
  const folder = join(BASE, 'programs')
  const copy = programsIn(join(folder, programs.version), programs.version)
  await mkdir(folder, { recursive: true })
  await chmod(BASE, 0o711)
  await chmod(folder, 0o755)
  await copyPrograms(programs.home, copy.home)
  return copy
}

/** Copies the programs once per version, readable by every user regardless of the umask. */
async function copyPrograms(from: string, to: string): Promise<void> {
  if (await exists(to)) return
  const fresh = `${to}.new-${randomBytes(4).toString('hex')}`
  await cp(from, fresh, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  for (const entry of await listTree(fresh)) await chmod(entry, (await stat(entry)).mode & 0o100 ? 0o755 : 0o644)
  await rename(fresh, to).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true })
    // Another server may have copied them at the same time.
    if (!(await exists(to))) throw error
  })
}
