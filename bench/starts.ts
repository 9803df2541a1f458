// `npm start` on an empty data folder and again on the same one, until the server replies. The web app is already built, as after
// `npm ci`.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildIfNeeded } from '../bin/build-if-needed.ts'
import { findFreePort } from '../server/src/platform/free-port.ts'
import { figure, seconds, type Bench, type Outcome } from './bench.ts'
import { start, until } from './processes.ts'

const ROUNDS = { small: 1, usual: 5, full: 5 }
const root = join(import.meta.dirname, '..')

/** Runs `npm start` until the server replies, then stops it. Returns the milliseconds until the reply. */
async function timeStart(dataDir: string): Promise<number> {
  const port = await findFreePort()
  const began = performance.now()
  const { child, stop } = start('npm', ['start'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
    },
  })
  const url = `http://127.0.0.1:${port}/readyz`
  try {
    await until(`npm start replies at ${url}`, async () => child.exitCode !== null || (await fetch(url)).ok, 120_000)
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}.`)
    return performance.now() - began
  } finally {
    await stop()
  }
}

export async function starts(bench: Bench): Promise<Outcome> {
  buildIfNeeded()
  // If started by root, PostgreSQL runs as another user.
  await mkdir(bench.folder, { recursive: true, mode: 0o711 })
  const dataDir = join(bench.folder, 'data')
  const first: number[] = []
  const later: number[] = []
  // The first start in a checkout fills the cache of compiled code.
  await timeStart(dataDir)
  for (let round = 0; round < ROUNDS[bench.size]; round += 1) {
    await rm(dataDir, { recursive: true })
    first.push(await timeStart(dataDir))
    later.push(await timeStart(dataDir))
    bench.say(`  first start ${seconds(first.at(-1) ?? 0)}, later start ${seconds(later.at(-1) ?? 0)}`)
  }
  return {
    figures: [
      figure('`npm start` on an empty data folder, the best', Math.min(...first), { under: 12_000 }, seconds),
      figure('A later `npm start`, the best', Math.min(...later), { under: 2_500 }, seconds),
    ],
    notes: [
      `All first starts: ${first.map(seconds).join(', ')}. All later ones: ${later.map(seconds).join(', ')}.`,
      'Until the reply of /readyz. `npm ci` has built the web app.',
    ],
  }
}
