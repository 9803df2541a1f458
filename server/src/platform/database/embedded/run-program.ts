import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

/** The user that PostgreSQL runs as if this process is root; otherwise undefined. */
export type UnprivilegedUser = { name: string; uid: number; gid: number } | undefined

/** Returns the spawn options for PostgreSQL's programs. Passes on none of our environment, which may contain keys. */
export function spawnOptions(runAs: UnprivilegedUser) {
  // spawn expects signed ids, and on macOS `nobody` is 4294967294.
  const ids = runAs === undefined ? {} : { uid: runAs.uid | 0, gid: runAs.gid | 0 }
  return { ...ids, cwd: resolve('/'), env: { LC_ALL: 'C', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }, windowsHide: true }
}

/** Runs a program until it exits. `ok` is false if it failed or could not be started; `output` then says why. */
export function runProgram(
  file: string,
  args: string[],
  runAs: UnprivilegedUser,
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    execFile(file, args, spawnOptions(runAs), (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') })
    })
  })
}
