// Rounds of faults: clients use the product, something breaks, and then everything acknowledged must still exist and the whole database
// must be consistent.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { ADMIN } from '../people.ts'
import { root, startCrashingProduct } from '../product.ts'
import { startClients, type Clients } from './clients.ts'
import { faults, type Fault, type World } from './faults.ts'
import { startObjectStore } from './object-store.ts'

/** Returns numbers from 0 to 1 that depend only on the seed (mulberry32), so that a round can be repeated. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Options = {
  rounds: number
  seed: number
  /** How many students use the product at the same time. */
  students: number
  /** Which faults may happen; by default all that this machine allows. */
  names?: readonly string[]
  print: (line: string) => void
}

const DISK_MEGABYTES = 700

/**
 * Moves the product's data to a disk of its own, as root on Linux.
 * @returns whether it could, and a function that removes it
 */
async function moveToDisk({ product }: Pick<World, 'product'>): Promise<{ hasDisk: boolean; unmount: () => void }> {
  const { dataDir } = product
  await product.stop()
  const isMounted =
    spawnSync('cp', ['-a', dataDir, `${dataDir}.copy`]).status === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=755`, 'tmpfs', dataDir]).status === 0
  if (isMounted) spawnSync('cp', ['-a', `${dataDir}.copy/.`, dataDir])
  rmSync(`${dataDir}.copy`, { recursive: true, force: true })
  await product.restart()
  return { hasDisk: isMounted, unmount: () => void (isMounted && spawnSync('umount', ['--lazy', dataDir])) }
}

/** Makes an ffmpeg that crashes while a certain file exists. */
function makeFfmpeg(folder: string): { path: string; file: string } {
  const [path, file] = [join(folder, 'ffmpeg'), join(folder, 'ffmpeg-crashes')]
  writeFileSync(path, `#!/bin/sh\n[ -e ${file} ] && kill -SEGV $$\nexec ffmpeg "$@"\n`)
  chmodSync(path, 0o755)
  return { path, file }
}

type OpenWorld = World & {
  /** What `npm run verify` needs to know about it. */
  settings: Record<string, string>
  close(): Promise<void>
}

/** Starts a product to break, with its first admin. */
async function openWorld(
  folder: string,
  { inStore, onDisk }: { inStore: boolean; onDisk: boolean },
): Promise<OpenWorld> {
  const crashFile = join(folder, 'crash-at')
  const ffmpeg = makeFfmpeg(folder)
  const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0
  const store = inStore ? await startObjectStore() : undefined
  const settings = store?.settings ?? {}
  const env = {
    CRASH_AT: crashFile,
    RATE_LIMIT_FACTOR: '0',
    ...settings,
    ...(hasFfmpeg && { FFMPEG_PATH: ffmpeg.path }),
  }
  // The prepared data has its files in a folder.
  const product = await startCrashingProduct(env, { isNew: inStore })
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
  const { hasDisk, unmount } = onDisk ? await moveToDisk({ product }) : { hasDisk: false, unmount: () => {} }
  return {
    product,
    crashFile,
    ffmpegFile: ffmpeg.file,
    hasDisk,
    store,
    settings,
    async close() {
      await product.stop('SIGTERM')
      unmount()
      await product.remove()
      await store?.close()
    },
  }
}

/**
 * Runs rounds.
 * @returns what was wrong, with the round and its fault; empty if all promises were kept
 */
export async function runRounds({ rounds, seed, students, names, print }: Options): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-faults-'))
  const allowed = faults.filter(({ name }) => names?.includes(name) ?? true)
  if (allowed.length === 0) throw new Error('There is no fault of these names.')
  const wrong: string[] = []
  let done = 0
  try {
    // The faults of the object store come last, on a separate product.
    for (const inStore of [false, true]) {
      const some = allowed.filter(({ needsStore = false }) => needsStore === inStore)
      const share = inStore ? rounds - done : Math.round((rounds * some.length) / allowed.length)
      if (share === 0) continue
      const world = await openWorld(folder, { inStore, onDisk: some.some(({ name }) => name === 'disk full') })
      try {
        const possible = some.filter((fault) => fault.isPossible?.(world) ?? true)
        for (const fault of chooseFaults(possible, share, createRandom(seed))) {
          const file = join(folder, `${done}.jsonl`)
          const found = await runRound(world, { fault, file, random: createRandom(seed + done), students })
          done += 1
          print(`round ${done} of ${rounds}, seed ${seed}: ${fault.name}: ${found.length === 0 ? 'ok' : 'BROKEN'}`)
          for (const line of found) print(`  ${line}`)
          wrong.push(...found.map((line) => `round ${done}, ${fault.name}: ${line}`))
        }
      } finally {
        await world.close()
      }
    }
    return wrong
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Shuffles the faults repeatedly until there are enough, so that many rounds include every fault. */
function chooseFaults(possible: readonly Fault[], rounds: number, random: () => number): Fault[] {
  if (possible.length === 0) throw new Error('No fault of these names can happen here.')
  const chosen: Fault[] = []
  while (chosen.length < rounds) {
    const left = [...possible]
    while (left.length > 0) chosen.push(...left.splice(Math.floor(random() * left.length), 1))
  }
  return chosen.slice(0, rounds)
}

type Round = { fault: Fault; file: string; random: () => number; students: number }

async function runRound(world: OpenWorld, { fault, file, random, students }: Round): Promise<string[]> {
  const { product } = world
  const clients = startClients(product, file, students)
  const found: string[] = []
  try {
    const enough = students * 2
    await untilAcknowledged(clients, enough)
    await fault.happen(world, random)
    if (!product.isRunning()) await product.restart()
    // The product works again, for current and for new visitors.
    await untilAcknowledged(clients, clients.count() + enough)
  } catch (error) {
    found.push(String(error))
  }
  found.push(...(await clients.stop()))
  if (fault.isOfMails) found.push(...(await clients.compareMails()))
  return [...found, ...(await clients.compare()), ...(await verify(world))]
}

/** How long clients may wait for the product to work: on a busy machine, PostgreSQL may need minutes for its recovery. */
const WORKS_MS = 180_000

async function untilAcknowledged(clients: Clients, count: number): Promise<void> {
  const end = performance.now() + WORKS_MS
  while (clients.count() < count) {
    if (performance.now() > end) throw new Error('The product does not work again.')
    await delay(20)
  }
}

/**
 * Runs `npm run verify` alongside the product.
 * @returns the lines about what is broken
 */
async function verify({ product: { dataDir }, settings }: OpenWorld): Promise<string[]> {
  const env = { ...process.env, ...settings, DATA_DIR: dataDir }
  // Not `spawnSync`, because the object store's proxy runs in this process.
  const child = spawn(process.execPath, ['server/src/verify.ts'], { cwd: root, env })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return code === 0 ? [] : `${output}${errors}`.split('\n').filter((line) => line !== '' && !line.startsWith('ok '))
}
