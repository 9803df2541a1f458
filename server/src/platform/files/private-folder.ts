import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Creates a folder that no other user may enter (0700), or closes an existing one. Missing parents get the process's default mode. */
export async function openPrivateFolder(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const { mode } = await stat(folder)
  if ((mode & 0o077) === 0) return
  await chmod(folder, mode & 0o7700).catch((error: NodeJS.ErrnoException) => {
    // The folder belongs to another user, who decides its mode, or the file system has no modes.
    if (error.code !== 'EPERM') throw error
  })
}
