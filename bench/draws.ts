// The scholarship draw: freezing the list from a million leaderboard entries, and checking a draw of two thousand entrants in a real
// browser with a slowed-down processor.
import { join } from 'node:path'
import { logInAdmin, registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { lastMonth } from '@baobab/contract/scholarship/rules.ts'
import { rehearseDraw } from '@baobab/contract/scholarship/admin.ts'
import { listDraws } from '@baobab/contract/scholarship/endpoints.ts'
import { figure, median, ms, ratio, seconds, skipped, whole, type Bench, type Outcome } from './bench.ts'
import { checkInBrowser, makeLargeDraw } from './check-in-browser.ts'
import { query } from './cluster.ts'
import { until } from './processes.ts'
import { openSeed } from './seed.ts'
import { startServer } from './server.ts'

const ROUNDS = 5
const FREEZE_WITHIN_MS = 10_000
const CHECK_WITHIN_MS = 1_000
const SLOWDOWN = 6
const ADMIN = { username: 'adanna', email: 'adanna@baobab.example', password: 'Mango7tree!' }

/** A reference for the freeze: all positions on both boards, in order, without joining any accounts. */
const SORTED = `select max(position) from (
  select row_number() over (partition by age_category order by score desc, reached_at, id) as position from standings
) as positions`

/** Returns the total time of the statements that froze a list, from PostgreSQL's log; NaN if there are none. */
function freezeTime(log: string): number {
  const logged = log.matchAll(
    /duration: ([\d.]+) ms +(?:parse|bind|execute|statement)[^:\n]*:\s*((?:[^\n]*(?:\n\t)?){1,60})/g,
  )
  const own = [...logged].filter(([, , text]) =>
    /draw of \d|as materialized|"draw(s|_entries|_events)"/.test(text ?? ''),
  )
  return own.length === 0 ? Number.NaN : own.reduce((sum, [, duration]) => sum + Number(duration), 0)
}

async function freeze(bench: Bench): Promise<Outcome> {
  const entries = bench.size === 'small' ? 20_000 : 1_000_000
  const databaseUrl = await bench.cluster.create('draws')
  const dataDir = join(bench.folder, 'draws')
  // Everybody on the boards is on the list.
  const settings = { SCHOLARSHIP_REQUIRES_PAYMENT: 'false' }
  await (await startServer({ dataDir, databaseUrl, settings })).stop()
  const month = lastMonth(new Date())
  const seed = await openSeed(databaseUrl)
  await seed.crowd({ from: 0, to: entries })
  await seed.answersAfter(month, entries / 100)
  await seed.beginDraws(month)
  await seed.settle()
  const sorted: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now()
    await query(databaseUrl, SORTED)
    sorted.push(performance.now() - began)
  }
  await seed.setting('log_min_duration_statement', '0')
  await seed.close()
  const begin = (await bench.cluster.log())?.length
  const server = await startServer({ dataDir, databaseUrl, settings })
  try {
    const call = createClient({ baseUrl: server.url })
    await until('the list is frozen', async () => (await call(listDraws, {})).draws.length > 0, 300_000)
    const log = await bench.cluster.log()
    if (log === undefined) return { figures: [skipped('The freeze', '', 'name the log in POSTGRES_LOG')], notes: [] }
    const took = freezeTime(log.slice(begin))
    const [draw] = (await call(listDraws, {})).draws
    return {
      figures: [
        figure(`Freezing the list of ${whole(entries)} students`, took, { under: FREEZE_WITHIN_MS }, seconds),
        figure('The same / sorting both boards by one statement', took / median(sorted), { under: 10 }, ratio),
      ],
      notes: [
        `${whole(draw?.entrantCount ?? 0)} entrants; ${whole(entries / 100)} answers came after the close. The time is that of all statements, from the log of PostgreSQL; sorting both boards takes ${ms(median(sorted))}.`,
      ],
    }
  } finally {
    await server.stop()
    await bench.cluster.drop('draws')
  }
}

async function check(bench: Bench): Promise<Outcome> {
  const server = await startServer({ dataDir: join(bench.folder, 'check') })
  try {
    const anyone = createClient({ baseUrl: server.url })
    await anyone(registerAdmin, { body: ADMIN })
    const { authToken } = await anyone(logInAdmin, { body: { email: ADMIN.email, password: ADMIN.password } })
    const rehearsal = await createClient({ baseUrl: server.url, token: () => authToken })(rehearseDraw, {})
    const draw = makeLargeDraw(rehearsal, 2 * LEADERBOARD_SIZE)
    const [slowed, usual] = [
      await checkInBrowser(server.url, draw, { slowdown: SLOWDOWN, rounds: ROUNDS }),
      await checkInBrowser(server.url, draw, { slowdown: 1, rounds: ROUNDS }),
    ]
    const what = `Checking ${whole(2 * LEADERBOARD_SIZE)} entrants in a browser`
    return {
      figures: [
        figure(
          `${what}, slowed down ${SLOWDOWN} times, the worst`,
          Math.max(...slowed),
          { under: CHECK_WITHIN_MS },
          ms,
        ),
        figure(`${what}, slowed down ${SLOWDOWN} times / not slowed down`, median(slowed) / median(usual), {
          under: 8,
        }),
      ],
      notes: [
        `From choosing the saved files to the verdict: the median is ${ms(median(slowed))}, not slowed down ${ms(median(usual))}.`,
      ],
    }
  } finally {
    await server.stop()
  }
}

export async function draws(bench: Bench): Promise<Outcome> {
  const [frozen, checked] = [await freeze(bench), await check(bench)]
  return { figures: [...frozen.figures, ...checked.figures], notes: [...frozen.notes, ...checked.notes] }
}
