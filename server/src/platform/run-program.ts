import { execFile } from 'node:child_process'
import { chown, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** The unprivileged id that stands in for root; undefined when we are an ordinary user already. */
export type RunAs = { name: string; uid: number; gid: number } | undefined

/** What spawn needs to start a program of PostgreSQL. Nothing of our environment, which may hold keys, is handed on. */
export function spawnOptions(runAs: RunAs) {
  // Node's spawn wants signed ids; macOS counts nobody as 4294967294.
  const ids = runAs === undefined ? {} : { uid: runAs.uid | 0, gid: runAs.gid | 0 }
  return { ...ids, cwd: resolve('/'), env: { LC_ALL: 'C', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }, windowsHide: true }
}

/** Runs a program to its end. `ok` is false when it failed or could not be started; `output` then says why. */
export function runProgram(file: string, args: string[], runAs: RunAs): Promise<{ ok: boolean; output: string }> {
  return new Promise((done) => {
    execFile(file, args, spawnOptions(runAs), (error, stdout, stderr) => {
      done({ ok: error === null, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') })
    })
  })
}

/** Gives a file or folder to the unprivileged id; nothing to do for an ordinary user. */
export async function giveTo(runAs: RunAs, path: string): Promise<void> {
  if (runAs !== undefined) await chown(path, runAs.uid, runAs.gid)
}

/** Looks a user up by name or id. Node has no call for it; the file is there on Linux and macOS alike. */
export async function findUser(wanted: string | number): Promise<RunAs> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  })
  return users.find(({ name, uid }) => name !== '' && (name === wanted || uid === wanted))
}
