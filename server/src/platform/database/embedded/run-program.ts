import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

/** The unprivileged id that stands in for root; undefined when we are an ordinary user already. */
export type UnprivilegedUser = { name: string; uid: number; gid: number } | undefined

/** What spawn needs to start a program of PostgreSQL. Nothing of our environment, which may hold keys, is handed on. */
export function spawnOptions(runAs: UnprivilegedUser) {
  // Node's spawn wants signed ids; macOS counts nobody as 4294967294.
  const ids = runAs === undefined ? {} : { uid: runAs.uid | 0, gid: runAs.gid | 0 }
  return { ...ids, cwd: resolve('/'), env: { LC_ALL: 'C', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }, windowsHide: true }
}

/** Runs a program to its end. `ok` is false when it failed or could not be started; `output` then says why. */
export function runProgram(
  file: string,
  args: string[],
  runAs: UnprivilegedUser,
): Promise<{ ok: boolean; output: string }> {
  return new Promise((done) => {
    execFile(file, args, spawnOptions(runAs), (error, stdout, stderr) => {
      done({ ok: error === null, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') })
    })
  })
}
