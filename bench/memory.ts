// The memory of a server, at rest and during an hour of answers at a steady rate. `--minutes=5` takes five minutes instead.
import { setTimeout as delay } from 'node:timers/promises'
import { figure, mib, none, whole, type Bench, type Outcome } from './bench.ts'
import { prepareServer } from './mixed-load.ts'
import { sendPacedAnswers, studentsFor } from './paced-answers.ts'
import { compareEnds, drawCurve, followProcess } from './process-samples.ts'
import { startServer } from './server.ts'
import { makeStudents } from './steady.ts'

const MINUTES = { small: 0.2, usual: 60, full: 60 }
const ANSWERS_PER_SECOND = 300
const WANTED = { under: 220 * 1_048_576 }
const REST_MS = { small: 2_000, usual: 60_000, full: 60_000 }
const SAMPLES = 240

export async function memory(bench: Bench): Promise<Outcome> {
  const minutes = bench.minutes ?? MINUTES[bench.size]
  const seconds = minutes * 60
  const students = { from: 0, to: studentsFor(ANSWERS_PER_SECOND, seconds) }
  const place = await prepareServer(bench, 'memory')
  await makeStudents(place.databaseUrl, students)
  const server = await startServer(place)
  try {
    const stopResting = followProcess(server.pid, 1_000)
    await delay(REST_MS[bench.size])
    const rest = await stopResting()
    const stop = followProcess(server.pid, (seconds * 1_000) / SAMPLES)
    const paced = await sendPacedAnswers(server.url, { students, perSecond: ANSWERS_PER_SECOND, seconds })
    const samples = await stop()
    for (const failure of paced.failures.slice(0, 5)) bench.say(`  failed: ${failure}`)
    const most = (all: typeof samples) => Math.max(...all.map(({ rssBytes }) => rssBytes))
    return {
      figures: [
        figure('Memory of a server at rest', rest.at(-1)?.rssBytes ?? Number.NaN, WANTED, mib),
        figure(`Memory during ${minutes} minutes of answers, the most`, most(samples), WANTED, mib),
        figure('Memory at the end / after the warm-up', compareEnds(samples).memoryRatio, { under: 1.05 }),
        figure('Answers a second', paced.perSecond, { least: ANSWERS_PER_SECOND * 0.98 }, whole),
        none('Answers that were refused', paced.failures.length),
      ],
      tables: [drawCurve(samples, 'The server during the answers')],
      notes: [`Right after its start the server has up to ${mib(most(rest))}.`],
    }
  } finally {
    await server.stop()
    await bench.cluster.drop('memory')
  }
}
