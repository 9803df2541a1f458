// When does each answer show? Watchers with every possible score ask a server for their ranks again and again: each answer
// that takes a student past a score adds one to that watcher's rank. Set beside the times in the ledger, which lie before
// the commit, this says how long the slowest took: never less than it was, and with the time of asking in it.
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@baobab/contract/client.ts'
import { myRank } from '@baobab/contract/leaderboard.ts'
import { requestBytes, responseOf } from './calls.ts'
import { query } from './cluster.ts'
import { CATEGORY, quiz, tokenOf } from './people.ts'
import { openWire } from './wire.ts'

const EVERY_MS = 20
const PATIENCE_MS = 10_000

/** `above` more students than at the beginning were above a score when a reply came. */
type Sight = { at: number; above: number }

export type Watch = {
  /** The longest from commit to showing, and how many showings that is the longest of. */
  worst(databaseUrl: string): Promise<{ worstMs: number; shown: number }>
  stop(): Promise<void>
}

/** Starts watching a server. `watcherOf` is the number of the student who stands at a score. */
export async function watch(
  url: string,
  scores: readonly number[],
  watcherOf: (score: number) => number,
): Promise<Watch> {
  // A connection for each watcher: nobody's asking waits for another's.
  const wires = new Map(await Promise.all(scores.map(async (score) => [score, await openWire(url)] as const)))
  const rankOf = async (score: number) => {
    const call = createClient({
      token: () => tokenOf(watcherOf(score)),
      fetch: async (path, init) => {
        const wire = wires.get(score)
        if (!wire) throw new Error('No watcher has this score.')
        return responseOf(await wire.send(requestBytes(url + path, init)))
      },
    })
    return (await call(myRank, { query: { ageCategory: CATEGORY } })).rank ?? Number.NaN
  }
  const sights = new Map<number, Sight[]>(scores.map((score) => [score, []]))
  let isOn = true
  const watchOne = async (score: number, first: number) => {
    while (isOn) {
      const above = (await rankOf(score)) - first
      const seen = sights.get(score)
      if (seen && above !== seen.at(-1)?.above) seen.push({ at: Date.now(), above })
      await delay(EVERY_MS)
    }
  }
  const firsts = await Promise.all(scores.map(async (score) => [score, await rankOf(score)] as const))
  const watching = Promise.all(firsts.map(([score, first]) => watchOne(score, first)))

  const shows = async (crossings: Map<number, number[]>) => {
    const end = Date.now() + PATIENCE_MS
    for (const [score, times] of crossings)
      while ((sights.get(score)?.at(-1)?.above ?? 0) < times.length) {
        if (Date.now() > end) throw new Error(`Not all answers show: past ${score} points.`)
        await delay(EVERY_MS)
      }
  }

  return {
    async worst(databaseUrl) {
      const crossings = await crossingsIn(databaseUrl)
      await shows(crossings)
      let worstMs = 0
      let shown = 0
      for (const [score, times] of crossings) {
        const seen = sights.get(score) ?? []
        let next = 0
        for (const [index, time] of times.entries()) {
          while ((seen[next]?.above ?? Infinity) <= index) next += 1
          worstMs = Math.max(worstMs, (seen[next]?.at ?? Infinity) - time)
          shown += 1
        }
      }
      return { worstMs, shown }
    },
    async stop() {
      isOn = false
      await watching
      for (const wire of wires.values()) wire.close()
    },
  }
}

/** When students went past each score, by the ledger, in order. */
async function crossingsIn(databaseUrl: string): Promise<Map<number, number[]>> {
  const rows = await query<{ before: number; at: Date }>(
    databaseUrl,
    `select score_after - delta as before, at from standing_changes
     where delta > 0 and attempt_id in (select id from attempts where video_title = $1) order by at`,
    [quiz.videoTitle],
  )
  return new Map(
    [...Map.groupBy(rows, ({ before }) => before)].map(([score, crossed]) => [
      score,
      crossed.map(({ at }) => at.getTime()),
    ]),
  )
}
