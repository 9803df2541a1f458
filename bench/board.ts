// Reads of a leaderboard of a thousand rows, compared with nginx serving the same compressed bytes from a file.
import { join } from 'node:path'
import { createClient, endpointUrl } from '@baobab/contract/kernel/client.ts'
import { leaderboard, LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { figure, median, ratio, skipped, whole, type Bench, type Outcome } from './bench.ts'
import { BYTES_PATH, serveBytes } from './nginx.ts'
import { CATEGORY, score } from './seeded-ids.ts'
import { versionOf } from './processes.ts'
import { whileCounting } from './processor-time.ts'
import { openSeed } from './seed.ts'
import { startServer, type Server } from './server.ts'
import { openWire } from './wire.ts'
import { repeatSame, type Same } from './wrk.ts'

const STUDENTS = 10_000
const CONNECTIONS = 64
const ROUNDS = 5
const ENCODING = 'br'
const WANTED = 0.4

const path = endpointUrl(leaderboard, { query: { ageCategory: CATEGORY } })

/** Returns the compressed bytes of the leaderboard as sent by the server. */
async function boardBytes({ url }: Server): Promise<Buffer> {
  const entries = await createClient({ baseUrl: url })(leaderboard, { query: { ageCategory: CATEGORY } })
  if (entries.length !== LEADERBOARD_SIZE) throw new Error(`The board has ${entries.length} rows.`)
  const wire = await openWire(url)
  const { head, body } = await wire.send(
    Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: ${ENCODING}\r\n\r\n`),
  )
  wire.close()
  if (!head.includes(`content-encoding: ${ENCODING}`)) throw new Error('The board came uncompressed.')
  return body
}

/** Starts a server with more than a thousand students on its leaderboard. */
async function openBoard(bench: Bench) {
  const databaseUrl = await bench.cluster.create('board')
  const dataDir = join(bench.folder, 'board')
  await (await startServer({ dataDir, databaseUrl })).stop()
  const seed = await openSeed(databaseUrl)
  await seed.students({ from: 0, to: STUDENTS })
  await seed.standings({ from: 0, to: STUDENTS }, score('n'))
  await seed.settle()
  await seed.close()
  return startServer({ dataDir, databaseUrl })
}

type Measured = { perSecond: number; processorMs: number }

/** Measures reads per second of a process, and its processor time per read. */
async function measure(pid: number, load: Same): Promise<Measured> {
  const { result: perSecond, ms } = await whileCounting(pid, () => repeatSame(load))
  return { perSecond, processorMs: ms / (perSecond * load.seconds) }
}

const told = (all: readonly Measured[]) =>
  `${whole(median(all.map(({ perSecond }) => perSecond)))} reads/s, ` +
  `${whole(1_000 * median(all.map(({ processorMs }) => processorMs)))} µs of processor time each`

async function compare(bench: Bench, ours: Server, bytes: Buffer): Promise<Outcome> {
  const seconds = bench.size === 'small' ? 1 : 5
  const reference = versionOf('nginx', '-v')
  const nginx =
    reference === undefined
      ? undefined
      : await serveBytes({
          folder: join(bench.folder, 'nginx'),
          bytes,
          encoding: ENCODING,
          type: 'application/json; charset=utf-8',
        })
  const load = { encoding: ENCODING, connections: CONNECTIONS, seconds }
  const rates: Measured[] = []
  const fromFile: Measured[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.push(await measure(ours.pid, { ...load, url: ours.url, path }))
      if (nginx) fromFile.push(await measure(nginx.pid, { ...load, url: nginx.url, path: BYTES_PATH }))
      bench.say(`  board ${whole(rates.at(-1)?.perSecond ?? 0)}/s, nginx ${whole(fromFile.at(-1)?.perSecond ?? 0)}/s`)
    }
  } finally {
    await nginx?.stop()
  }
  const what = 'Reads of the board, one process / nginx, one worker, the same bytes'
  const shares = rates.map(({ perSecond }, n) => perSecond / (fromFile[n]?.perSecond ?? Number.NaN))
  return {
    figures: [
      nginx
        ? figure(what, median(shares), { least: WANTED })
        : skipped(what, `at least ${ratio(WANTED)}`, 'apt-get install nginx'),
    ],
    notes: [
      'The ratio is the median of those of each round.',
      `${whole(LEADERBOARD_SIZE)} rows are ${whole(bytes.length)} bytes in ${ENCODING}; ${CONNECTIONS} connections.`,
      `Board: ${told(rates)}.`,
      ...(nginx ? [`${reference}: ${told(fromFile)}.`] : []),
      versionOf('wrk') === undefined
        ? 'Driven by our own driver, which may hold back nginx: apt-get install wrk.'
        : 'Both driven by wrk.',
    ],
  }
}

export async function board(bench: Bench): Promise<Outcome> {
  const server = await openBoard(bench)
  try {
    return await compare(bench, server, await boardBytes(server))
  } finally {
    await server.stop()
    await bench.cluster.drop('board')
  }
}
