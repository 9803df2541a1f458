// Lets root run PostgreSQL as an unprivileged user, because PostgreSQL refuses to run as root.
import { chmod, chown, readFile, stat } from 'node:fs/promises'
import type { Programs } from './postgres-programs.ts'
import { type UnprivilegedUser, runProgram } from './run-program.ts'
import { exists, listTree } from './small-files.ts'

/** Chooses the user to run as: the owner of the cluster, so that an ordinary user can keep using it, or else `nobody`. */
export async function chooseUser(cluster: string): Promise<UnprivilegedUser> {
  const owner = (await exists(cluster)) ? await stat(cluster) : undefined
  if (owner !== undefined && owner.uid !== 0) {
    return { name: (await findUser(owner.uid))?.name ?? String(owner.uid), uid: owner.uid, gid: owner.gid }
  }
  const nobody = await findUser('nobody')
  if (nobody === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and this machine has no user "nobody". Start as an ordinary user.',
    )
  }
  // A copy made by root belongs to root, and PostgreSQL must own its files.
  if (owner !== undefined) await changeTreeOwner(nobody, cluster)
  return nobody
}

/** Looks up a user by name or id in /etc/passwd, on Linux and macOS, because Node has no API for this. */
export async function findUser(wanted: string | number): Promise<UnprivilegedUser> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  })
  return users.find(({ name, uid }) => name !== '' && (name === wanted || uid === wanted))
}

/** Makes the unprivileged user the owner of a file or folder; does nothing without one. */
export async function changeOwner(runAs: UnprivilegedUser, path: string): Promise<void> {
  if (runAs !== undefined) await chown(path, runAs.uid, runAs.gid)
}

/** Does the same for a folder and everything in it. */
export async function changeTreeOwner(runAs: UnprivilegedUser, folder: string): Promise<void> {
  for (const entry of await listTree(folder)) await changeOwner(runAs, entry)
}

/**
 * Whether the user can enter DATA_DIR. A folder that is closed to others, or that an earlier version opened to everybody (0711), is
 * opened to the user's group only. Determined by trying, because modes, access lists and mounts all matter.
 */
export async function canReach(runAs: UnprivilegedUser, dataDir: string): Promise<boolean> {
  const tryToEnter = () => runProgram('/bin/sh', ['-c', 'cd -- "$1"', 'sh', dataDir], runAs)
  const { mode, uid, gid } = await stat(dataDir)
  const isOurs = [0, 0o010, 0o011].includes(mode & 0o077)
  if (isOurs) await chmod(dataDir, mode & 0o7700)
  if ((await tryToEnter()).ok) return true
  if (!isOurs) return false
  await openToGroup(runAs, dataDir)
  if ((await tryToEnter()).ok) return true
  await chown(dataDir, uid, gid)
  await chmod(dataDir, mode & 0o7700)
  return false
}

/** Lets the user's group enter a folder, but not list it, and closes it to everyone else except its owner. */
export async function openToGroup(runAs: UnprivilegedUser, folder: string): Promise<void> {
  if (runAs !== undefined) await chown(folder, (await stat(folder)).uid, runAs.gid)
  await chmod(folder, runAs === undefined ? 0o700 : 0o710)
}

/** Whether the user can run the programs where npm installed them. */
export async function canRun(runAs: UnprivilegedUser, { postgres, initdb }: Programs): Promise<boolean> {
  return (await runProgram(postgres, ['--version'], runAs)).ok && (await runProgram(initdb, ['--version'], runAs)).ok
}
