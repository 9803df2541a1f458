// What metrics and traces cost an answer: the processor time of the server with them, compared with a server without, on the same
// database. A scraper reads the metrics meanwhile, as often as one usually does. Rounds are short and many, in changing
// order: over minutes, the speed of a machine changes by more than what is measured.
import { join } from 'node:path'
import { findFreePort } from '../server/src/platform/free-port.ts'
import { createNumbers, makeStudents, overHttp, shareStudents } from './answers.ts'
import { figure, median, ms, type Bench, type Outcome } from './bench.ts'
import { LIMITS, QUESTIONS } from './pgbench.ts'
import { openSeed } from './seed.ts'
import { startServer, type Server } from './server.ts'

/** The first of them warms the servers up, and is not counted. */
const ROUNDS = { short: 4, usual: 13 } as const
const SCRAPE_MS = 5_000

/** Nothing listens there, so exports fail as they do while a collector is away. */
const NO_COLLECTOR = 'http://127.0.0.1:9'

type Opened = { kind: Kind; server: Server }

type Kind = { name: string; settings: Record<string, string>; metricsPort: number | undefined }

async function chooseKinds(): Promise<Kind[]> {
  const [scraped, traced] = [await findFreePort(), await findFreePort()]
  return [
    { name: 'without', settings: {}, metricsPort: undefined },
    { name: 'metrics', settings: { METRICS_PORT: String(scraped) }, metricsPort: scraped },
    {
      name: 'metrics and traces of 1 %',
      settings: { METRICS_PORT: String(traced), OTEL_EXPORTER_OTLP_ENDPOINT: NO_COLLECTOR },
      metricsPort: traced,
    },
  ]
}

/** Reads the metrics of a server again and again. Returns a function that stops it. */
function scrape(port: number | undefined): () => void {
  if (port === undefined) return () => undefined
  const timer = setInterval(() => {
    fetch(`http://127.0.0.1:${port}/metrics`)
      .then((reply) => reply.text())
      .catch(() => undefined)
  }, SCRAPE_MS)
  return () => clearInterval(timer)
}

export async function telemetry(bench: Bench): Promise<Outcome> {
  const databaseUrl = await bench.cluster.create('telemetry')
  const dataDir = (name: string) => join(bench.folder, name.replaceAll(/\W+/g, '-'))
  // The first server runs the migrations.
  await (await startServer({ dataDir: dataDir('first'), databaseUrl })).stop()
  const seed = await openSeed(databaseUrl)
  await seed.quiz(QUESTIONS)
  const kinds = await chooseKinds()
  const times = new Map(kinds.map(({ name }) => [name, [] as number[]]))
  const opened: Opened[] = []
  try {
    for (const kind of kinds) {
      const { name, settings } = kind
      opened.push({
        kind,
        server: await startServer({ dataDir: dataDir(name), databaseUrl, limits: LIMITS, settings }),
      })
    }
    const numbers = createNumbers()
    const short: Bench = { ...bench, size: 'small' }
    const rounds = bench.size === 'small' ? ROUNDS.short : ROUNDS.usual
    for (let round = 0; round < rounds; round += 1)
      // Each order as often as its reverse: what one server leaves to do in the database, the next one shares.
      for (const index of round % 2 === 0 ? kinds.keys() : [...kinds.keys()].toReversed()) {
        const { kind, server } = opened[(round + index) % opened.length] as Opened
        const share = shareStudents(numbers, short)
        await makeStudents(seed, share.range)
        const stop = scrape(kind.metricsPort)
        const { serverMs, perSecond } = await overHttp({ bench: short, server }, share)
        stop()
        bench.say(`  ${kind.name}: ${ms(serverMs)} of processor time, ${Math.round(perSecond)} answers/s`)
        if (round > 0) times.get(kind.name)?.push(serverMs)
      }
  } finally {
    for (const { server } of opened) await server.stop()
    await seed.close()
    await bench.cluster.drop('telemetry')
  }
  const timesOf = (name = '') => times.get(name) ?? []
  const [without, ...others] = kinds
  const middle = (name = '') => median(timesOf(name))
  return {
    figures: others.map(({ name }) =>
      figure(`Processor time of an answer with ${name} / without`, middle(name) / middle(without?.name), {
        under: 1.1,
      }),
    ),
    notes: kinds.map(
      ({ name }) => `${name}: ${ms(middle(name))} of an answer, the middle of ${timesOf(name).length} rounds.`,
    ),
  }
}
