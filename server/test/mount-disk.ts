// Small disks for a test to fill; on Linux, as root.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRoot } from './platform/data-folder.ts'

export const canMount = isRoot && process.platform === 'linux'

/** Mounts a disk of this many megabytes. */
export async function mountDisk(megabytes: number): Promise<{ folder: string; unmount: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'baobab-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (status !== 0) throw new Error('no disk was mounted')
  return {
    folder,
    async unmount() {
      spawnSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Fills a disk to the last byte with a file for the test to remove. @returns its path */
export function fillDisk(folder: string, name = 'filler'): string {
  const path = join(folder, name)
  spawnSync('dd', ['if=/dev/zero', `of=${path}`, 'bs=64k'])
  return path
}
