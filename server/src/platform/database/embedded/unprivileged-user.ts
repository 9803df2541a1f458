/** Root's ways of letting an unprivileged id do the work, since PostgreSQL refuses to run as root. */
import { chmod, chown, readFile, stat } from 'node:fs/promises'
import type { Programs } from './postgres-programs.ts'
import { type UnprivilegedUser, runProgram } from './run-program.ts'
import { exists, listTree } from './small-files.ts'

/** As root: the owner of the cluster, so that a folder begun by an ordinary user stays theirs; else nobody. */
export async function idFor(cluster: string): Promise<UnprivilegedUser> {
  const owner = (await exists(cluster)) ? await stat(cluster) : undefined
  if (owner !== undefined && owner.uid !== 0) {
    return { name: (await findUser(owner.uid))?.name ?? String(owner.uid), uid: owner.uid, gid: owner.gid }
  }
  const nobody = await findUser('nobody')
  if (nobody === undefined) {
    throw new Error('PostgreSQL does not run as root, and there is no user nobody here. Start as an ordinary user.')
  }
  // A copy made by root belongs to root; PostgreSQL wants its own.
  if (owner !== undefined) await giveTreeTo(nobody, cluster)
  return nobody
}

/** Looks a user up by name or id. Node has no call for it; the file is there on Linux and macOS alike. */
export async function findUser(wanted: string | number): Promise<UnprivilegedUser> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  })
  return users.find(({ name, uid }) => name !== '' && (name === wanted || uid === wanted))
}

/** Gives a file or folder to the unprivileged id; nothing to do for an ordinary user. */
export async function giveTo(runAs: UnprivilegedUser, path: string): Promise<void> {
  if (runAs !== undefined) await chown(path, runAs.uid, runAs.gid)
}

/** The same for a folder with all that is in it. */
export async function giveTreeTo(runAs: UnprivilegedUser, folder: string): Promise<void> {
  for (const entry of await listTree(folder)) await giveTo(runAs, entry)
}

/**
 * Whether the id can come into DATA_DIR, which itself may be opened to 0711 for it. Tried in earnest, since modes, access
 * lists and mounts all have a say.
 */
export async function canReach(runAs: UnprivilegedUser, dataDir: string): Promise<boolean> {
  const enter = () => runProgram('/bin/sh', ['-c', 'cd -- "$1"', 'sh', dataDir], runAs)
  if ((await enter()).ok) return true
  const { mode } = await stat(dataDir)
  await chmod(dataDir, mode | 0o011)
  if ((await enter()).ok) return true
  await chmod(dataDir, mode)
  return false
}

/** Whether the id can run the programs where npm put them. */
export async function canRun(runAs: UnprivilegedUser, { postgres, initdb }: Programs): Promise<boolean> {
  return (await runProgram(postgres, ['--version'], runAs)).ok && (await runProgram(initdb, ['--version'], runAs)).ok
}
