// What a visitor's page costs the server: its processor time with 10,000 videos, compared with 10. What is the same for all visitors is
// made once, so the number of videos must not matter. Both servers run, and take turns.
import { join } from 'node:path'
import { figure, median, ms, whole, type Bench, type Outcome } from './bench.ts'
import { whileCounting } from './processor-time.ts'
import { openSeed } from './seed.ts'
import { startServer, type Server } from './server.ts'
import { repeatSame } from './wrk.ts'

const FEW = 10
const MANY = 10_000
/** How many videos a new database has. */
const STARTER_VIDEOS = 5
/** The first round warms up the servers and is not counted. */
const ROUNDS = { short: 2, usual: 8 } as const
const SECONDS = { short: 1, usual: 3 } as const
const CONNECTIONS = 8
const ENCODING = 'br'
const WANTED = 1.3

const pages = [
  { name: 'Home', path: '/' },
  { name: 'the list of videos', path: '/video-list' },
  { name: 'a page of the list over the API', path: '/api/videos?limit=24' },
]

async function openServer(bench: Bench, count: number): Promise<Server> {
  const databaseUrl = await bench.cluster.create(`visitors_${count}`)
  const dataDir = join(bench.folder, String(count))
  await (await startServer({ dataDir, databaseUrl })).stop()
  const seed = await openSeed(databaseUrl)
  await seed.publishedVideos(count - STARTER_VIDEOS)
  await seed.settle()
  await seed.close()
  const server = await startServer({ dataDir, databaseUrl })
  // Makes what is made only once.
  for (const { path } of pages) await (await fetch(server.url + path)).text()
  return server
}

/** Returns the processor time of one reply in milliseconds. */
async function measure({ url, pid }: Server, { path, seconds }: { path: string; seconds: number }): Promise<number> {
  const load = { url, path, encoding: ENCODING, connections: CONNECTIONS, seconds }
  const { result: perSecond, ms: used } = await whileCounting(pid, () => repeatSame(load))
  return used / (perSecond * seconds)
}

/** Processor times by page path. */
type Times = Map<string, number[]>
const middle = (times: Times, path: string) => median(times.get(path) ?? [])

export async function visitors(bench: Bench): Promise<Outcome> {
  const kind = bench.size === 'small' ? 'short' : 'usual'
  const opened: { count: number; server: Server; times: Times }[] = []
  try {
    for (const count of [FEW, MANY])
      opened.push({
        count,
        server: await openServer(bench, count),
        times: new Map(pages.map(({ path }) => [path, []])),
      })
    for (let round = 0; round < ROUNDS[kind]; round += 1)
      for (const { path } of pages)
        for (const { count, server, times } of round % 2 === 0 ? opened : opened.toReversed()) {
          const used = await measure(server, { path, seconds: SECONDS[kind] })
          bench.say(`  ${path} with ${whole(count)} videos: ${ms(used)} of processor time`)
          if (round > 0) times.get(path)?.push(used)
        }
  } finally {
    for (const { server } of opened) await server.stop()
    for (const { count } of opened) await bench.cluster.drop(`visitors_${count}`)
  }
  const [few, many] = opened.map(({ times }) => times)
  if (!few || !many) throw new Error('No server was measured.')
  return {
    figures: pages.map(({ name, path }) =>
      figure(`Processor time of ${name}, ${whole(MANY)} videos / ${FEW}`, middle(many, path) / middle(few, path), {
        under: WANTED,
      }),
    ),
    notes: [
      ...pages.map(
        ({ path }) =>
          `${path}: ${ms(middle(few, path))} with ${FEW} videos, ${ms(middle(many, path))} with ${whole(MANY)}.`,
      ),
      `The middle of ${ROUNDS[kind] - 1} rounds of ${SECONDS[kind]} s each, ${CONNECTIONS} connections.`,
    ],
  }
}
