// The import of a spreadsheet with 5,000 questions: its time, and the delay of other requests meanwhile.
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { join } from 'node:path'
import { logInAdmin, registerAdmin } from '@baobab/contract/accounts-admin.ts'
import { createClient, type Caller } from '@baobab/contract/client.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { QUESTION_FILE_ROWS } from '@baobab/contract/limits.ts'
import { importQuestions, previewImport, undoImport } from '@baobab/contract/question-import.ts'
import { figure, median, ms, seconds, whole, type Bench, type Outcome } from './bench.ts'
import { readLoopDelay, type Seen } from './read-loop-delay.ts'
import { openSeed } from './seed.ts'
import { startServer, type Server } from './server.ts'

const ROUNDS = 5
const VIDEOS = 50
const WITHIN_MS = 3_000
const LOOP_MS = 20
const PROBE_EVERY_MS = 5
const ADMIN = { username: 'adanna', email: 'adanna@baobab.example', password: 'Mango7tree!' }

/** A file saved by LibreOffice, with fifty questions for each of fifty videos and both categories. */
const workbook = join(import.meta.dirname, '../server/test/fixtures/sheets/rows-5000.xlsx')

/** Sends the simplest request repeatedly until stopped. Returns the time of each reply. */
function startProbe(url: string) {
  let isOn = true
  const took: number[] = []
  const probing = (async () => {
    while (isOn) {
      const began = performance.now()
      await (await fetch(`${url}/healthz`)).text()
      took.push(performance.now() - began)
      await delay(PROBE_EVERY_MS)
    }
  })()
  return async () => {
    isOn = false
    await probing
    return took.toSorted((a, b) => a - b)
  }
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN

type Measured = { tookMs: number; loop: Seen; probeP99: number; probes: number }
type Rounds = Record<'imports' | 'previews' | 'again', Measured[]>

async function measured<T>(server: Server, file: string, work: () => Promise<T>): Promise<Measured & { reply: T }> {
  await readLoopDelay(server, file)
  const stop = startProbe(server.url)
  const began = performance.now()
  const reply = await work()
  const tookMs = performance.now() - began
  const probes = await stop()
  return { reply, tookMs, loop: await readLoopDelay(server, file), probeP99: at(probes, 0.99), probes: probes.length }
}

function requireCounts(
  { added, skipped }: Pick<ReplyOf<typeof importQuestions>, 'added' | 'skipped'>,
  wanted: number,
): void {
  if (added !== wanted || added + skipped !== QUESTION_FILE_ROWS) throw new Error(`Added ${added}, skipped ${skipped}.`)
}

async function round(server: Server, asAdmin: Caller, file: string, rounds: Rounds): Promise<void> {
  const bytes = await readFile(workbook)
  const form = () => {
    const data = new FormData()
    data.set('file', new Blob([new Uint8Array(bytes)]), 'rows.xlsx')
    return data
  }
  const preview = await measured(server, file, () => asAdmin(previewImport, { body: form() }))
  const first = await measured(server, file, () => asAdmin(importQuestions, { body: form() }))
  const again = await measured(server, file, () => asAdmin(importQuestions, { body: form() }))
  requireCounts(preview.reply, QUESTION_FILE_ROWS)
  requireCounts(first.reply, QUESTION_FILE_ROWS)
  requireCounts(again.reply, 0)
  await asAdmin(undoImport, { params: { importId: first.reply.importId } })
  rounds.previews.push(preview)
  rounds.imports.push(first)
  rounds.again.push(again)
}

async function enter(url: string): Promise<Caller> {
  const anyone = createClient({ baseUrl: url })
  await anyone(registerAdmin, { body: ADMIN })
  const reply = await anyone(logInAdmin, { body: { email: ADMIN.email, password: ADMIN.password } })
  return createClient({ baseUrl: url, token: () => reply.authToken })
}

const told = (what: string, all: readonly Measured[]) =>
  `${what}: ${seconds(median(all.map(({ tookMs }) => tookMs)))}; loop p50 ${ms(median(all.map(({ loop }) => loop.p50)))}, ` +
  `p99 ${ms(median(all.map(({ loop }) => loop.p99)))}, longest ${ms(Math.max(...all.map(({ loop }) => loop.max)))}; ` +
  `GET /healthz meanwhile p99 ${ms(median(all.map(({ probeP99 }) => probeP99)))} of ${whole(median(all.map(({ probes }) => probes)))}.`

export async function sheets(bench: Bench): Promise<Outcome> {
  const databaseUrl = await bench.cluster.create('sheets')
  const dataDir = join(bench.folder, 'sheets')
  const file = `${dataDir}.delays`
  await (await startServer({ dataDir, databaseUrl })).stop()
  const seed = await openSeed(databaseUrl)
  await seed.videos(VIDEOS)
  await seed.close()
  const server = await startServer({ dataDir, databaseUrl, delaysFile: file })
  try {
    const asAdmin = await enter(server.url)
    const rounds: Rounds = { imports: [], previews: [], again: [] }
    // The first run warms up the compiler.
    await round(server, asAdmin, file, { imports: [], previews: [], again: [] })
    for (let n = 0; n < (bench.size === 'small' ? 1 : ROUNDS); n += 1) {
      await round(server, asAdmin, file, rounds)
      bench.say(
        `  ${seconds(rounds.imports.at(-1)?.tookMs ?? 0)}, loop p99 ${ms(rounds.imports.at(-1)?.loop.p99 ?? 0)}`,
      )
    }
    const all = [...rounds.imports, ...rounds.previews, ...rounds.again]
    return {
      figures: [
        figure(
          `Import of ${whole(QUESTION_FILE_ROWS)} rows (.xlsx), the worst`,
          Math.max(...rounds.imports.map(({ tookMs }) => tookMs)),
          { under: WITHIN_MS },
          seconds,
        ),
        figure(
          'Event-loop delay meanwhile, p99, the worst of imports and previews',
          Math.max(...all.map(({ loop }) => loop.p99)),
          { under: LOOP_MS },
          ms,
        ),
      ],
      notes: [
        told('Import', rounds.imports),
        told('Preview, row by row', rounds.previews),
        told('The same file again, which adds nothing', rounds.again),
        'Delays are those of the server itself, looked at every millisecond, which they include. Parsing is a child process.',
      ],
    }
  } finally {
    await server.stop()
    await bench.cluster.drop('sheets')
  }
}
