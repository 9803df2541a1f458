// What visitors' pages cost: the time and the processor time of a page with 10,000 videos, compared with 10, and how many pages are
// sent a second, compared with nginx. Pages that are the same for all visitors are rendered once, so the number of videos must
// not matter. Servers take turns in each round.
import { join } from 'node:path'
import { figure, median, ms, ratio, skipped, whole, type Bench, type Figure, type Outcome } from './bench.ts'
import { BYTES_PATH, serveBytes } from './nginx.ts'
import { versionOf } from './processes.ts'
import { whileCounting } from './processor-time.ts'
import { openSeed } from './seed.ts'
import { startServer, type Server } from './server.ts'
import { openWire, type Wire } from './wire.ts'
import { repeatSame } from './wrk.ts'

const FEW = 10
const MANY = 10_000
/** How many videos a new database has. */
const STARTER_VIDEOS = 5
/** The first round warms up the servers and is not counted. */
const ROUNDS = { short: 2, usual: 8 } as const
const SECONDS = { short: 1, usual: 3 } as const
/** As many as in the comparison of the board with nginx. */
const CONNECTIONS = 64
const ENCODING = 'br'
const HTML = 'text/html; charset=utf-8'
const WANTED = 1.3
const WANTED_OF_NGINX = 0.5
/** More pages of the list than a server caches, so that each of them is rendered again in each round. */
const NEW_PAGES = 100

const pages = [
  { name: 'Home', path: '/', isCompared: true },
  { name: 'the list of videos', path: '/video-list', isCompared: true },
  { name: 'a page of the list over the API', path: '/api/videos?limit=24', isCompared: false },
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
  // Renders what is rendered only once.
  for (const { path } of pages) await (await fetch(server.url + path)).text()
  return server
}

type Measured = { perSecond: number; processorMs: number }

/** Measures replies per second of a process, and its processor time per reply. */
async function measure(
  { url, pid }: Pick<Server, 'url' | 'pid'>,
  { path, seconds }: { path: string; seconds: number },
): Promise<Measured> {
  const load = { url, path, encoding: ENCODING, connections: CONNECTIONS, seconds }
  const { result: perSecond, ms: used } = await whileCounting(pid, () => repeatSame(load))
  return { perSecond, processorMs: used / (perSecond * seconds) }
}

const toRequest = (path: string) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: ${ENCODING}\r\n\r\n`)

async function withWire<T>({ url }: Server, work: (wire: Wire) => Promise<T>): Promise<T> {
  const wire = await openWire(url)
  try {
    return await work(wire)
  } finally {
    wire.close()
  }
}

/** Returns the median time, in milliseconds, of a page of the list that is not rendered yet. */
const measureNewPages = (server: Server): Promise<number> =>
  withWire(server, async (wire) => {
    const times: number[] = []
    for (let page = 2; page < NEW_PAGES + 2; page += 1) {
      const began = performance.now()
      await wire.send(toRequest(`/video-list?page=${page}`))
      times.push(performance.now() - began)
    }
    return median(times)
  })

/** Starts one nginx for each compared page, with the page's bytes; undefined without nginx. */
async function openReferences(bench: Bench, server: Server) {
  if (versionOf('nginx', '-v') === undefined) return undefined
  const opened = new Map<string, { url: string; pid: number; size: number; stop: () => Promise<void> }>()
  for (const { path, isCompared } of pages) {
    if (!isCompared) continue
    const { body: bytes } = await withWire(server, (wire) => wire.send(toRequest(path)))
    const folder = join(bench.folder, `nginx-${opened.size}`)
    const nginx = await serveBytes({ folder, bytes, encoding: ENCODING, type: HTML })
    opened.set(path, { ...nginx, size: bytes.length })
  }
  return opened
}

type Round = { few: Measured; many: Measured; nginx?: Measured }

/** Measures all pages once, on one server after the other. */
async function runRound(
  servers: { few: Server; many: Server; references: Awaited<ReturnType<typeof openReferences>> },
  { seconds, isReversed }: { seconds: number; isReversed: boolean },
): Promise<Map<string, Round>> {
  const measured = new Map<string, Round>()
  for (const { path } of pages) {
    const load = { path, seconds }
    const [first, second] = isReversed ? [servers.many, servers.few] : [servers.few, servers.many]
    const both = [await measure(first, load), await measure(second, load)] as const
    const [few, many] = isReversed ? [both[1], both[0]] : both
    const reference = servers.references?.get(path)
    measured.set(path, {
      few,
      many,
      ...(reference && { nginx: await measure(reference, { path: BYTES_PATH, seconds }) }),
    })
  }
  return measured
}

type Rounds = readonly ReadonlyMap<string, Round>[]
const middle = (rounds: Rounds, path: string, read: (round: Round) => number) =>
  median(rounds.flatMap((round) => [round.get(path)].flatMap((one) => (one ? read(one) : []))))

/** The figures of one page; each ratio is the median over all rounds. */
function describePage(rounds: Rounds, { name, path, isCompared }: (typeof pages)[number]): Figure[] {
  const videos = `${whole(MANY)} videos / ${FEW}`
  const time = middle(rounds, path, ({ few, many }) => few.perSecond / many.perSecond)
  const processor = middle(rounds, path, ({ few, many }) => many.processorMs / few.processorMs)
  const share = middle(rounds, path, ({ many, nginx }) => many.perSecond / (nginx?.perSecond ?? Number.NaN))
  const what = `Replies with ${name}, ${whole(MANY)} videos, one process / nginx, one worker, the same bytes`
  const install = 'apt-get install nginx'
  return [
    figure(`Time of ${name}, ${videos}`, time, { under: WANTED }),
    figure(`Processor time of ${name}, ${videos}`, processor, { under: WANTED }),
    ...(!isCompared
      ? []
      : [
          Number.isNaN(share)
            ? skipped(what, `at least ${ratio(WANTED_OF_NGINX)}`, install)
            : figure(what, share, { least: WANTED_OF_NGINX }),
        ]),
  ]
}

const tell = (rounds: Rounds, path: string, read: (round: Round) => Measured | undefined) => {
  const nothing = { perSecond: Number.NaN, processorMs: Number.NaN }
  const perSecond = middle(rounds, path, (round) => (read(round) ?? nothing).perSecond)
  const processorMs = middle(rounds, path, (round) => (read(round) ?? nothing).processorMs)
  return `${whole(perSecond)} replies/s, ${whole(1_000 * processorMs)} µs of processor time each`
}

export async function visitors(bench: Bench): Promise<Outcome> {
  const kind = bench.size === 'small' ? 'short' : 'usual'
  const stops: (() => Promise<void>)[] = []
  const rounds: ReadonlyMap<string, Round>[] = []
  const newPages: { few: number; many: number }[] = []
  const sizes = new Map<string, number>()
  try {
    const few = await openServer(bench, FEW)
    stops.push(few.stop)
    const many = await openServer(bench, MANY)
    stops.push(many.stop)
    const references = await openReferences(bench, many)
    for (const [path, { size, stop }] of references ?? []) {
      stops.push(stop)
      sizes.set(path, size)
    }
    for (let round = 0; round < ROUNDS[kind]; round += 1) {
      const isReversed = round % 2 === 1
      const measured = await runRound({ few, many, references }, { seconds: SECONDS[kind], isReversed })
      for (const [path, { few: a, many: b, nginx }] of measured)
        bench.say(
          `  ${path}: ${whole(a.perSecond)}/s with ${FEW} videos, ${whole(b.perSecond)}/s with ${whole(MANY)}` +
            (nginx ? `, nginx ${whole(nginx.perSecond)}/s` : ''),
        )
      const times = { few: await measureNewPages(few), many: await measureNewPages(many) }
      bench.say(`  a page that is not made yet: ${ms(times.few)}, ${ms(times.many)}`)
      if (round === 0) continue
      rounds.push(measured)
      newPages.push(times)
    }
  } finally {
    for (const stop of stops) await stop()
    for (const count of [FEW, MANY]) await bench.cluster.drop(`visitors_${count}`)
  }
  const newPage = median(newPages.map(({ few, many }) => many / few))
  return {
    figures: [
      ...pages.flatMap((page) => describePage(rounds, page)),
      figure(`Time of a page of the list that is not made yet, ${whole(MANY)} videos / ${FEW}`, newPage, {
        under: WANTED,
      }),
    ],
    notes: [
      ...pages.map(({ path, isCompared }) => {
        const nginx = isCompared && sizes.has(path) ? `; nginx ${tell(rounds, path, (one) => one.nginx)}` : ''
        const size = sizes.has(path) ? `, ${whole(sizes.get(path) ?? 0)} bytes in ${ENCODING}` : ''
        return (
          `${path}${size}: with ${FEW} videos ${tell(rounds, path, ({ few }) => few)}; ` +
          `with ${whole(MANY)} ${tell(rounds, path, ({ many }) => many)}${nginx}.`
        )
      }),
      `A page of the list that is not made yet: ${ms(median(newPages.map(({ few }) => few)))} with ${FEW} videos, ` +
        `${ms(median(newPages.map(({ many }) => many)))} with ${whole(MANY)}.`,
      `The ratios are the medians of those of ${ROUNDS[kind] - 1} rounds of ${SECONDS[kind]} s for each page, ${CONNECTIONS} connections.`,
      versionOf('wrk') === undefined ? 'Driven by our own driver, which may hold back nginx.' : 'Driven by wrk.',
    ],
  }
}
