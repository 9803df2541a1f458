// Answers at a steady rate, each counted when its reply arrives.
import { setTimeout as delay } from 'node:timers/promises'
import { answerRequests, QUESTIONS } from './pgbench.ts'
import type { Range } from './seed.ts'
import type { Taken } from './virtual-student.ts'
import { openWire } from './wire.ts'

const CONNECTIONS = 50

export type Paced = { taken: Taken[]; failures: string[]; perSecond: number; p99Ms: number }

/** The number of students that a run needs. */
export const studentsFor = (perSecond: number, seconds: number) =>
  Math.ceil((perSecond * seconds) / QUESTIONS) + CONNECTIONS

/**
 * Sends correct answers from students with open attempts. A connection that is late sends the next one immediately, so the rate is kept
 * unless the server is too slow for it.
 */
export async function sendPacedAnswers(
  url: string,
  { students, perSecond, seconds }: { students: Range; perSecond: number; seconds: number },
): Promise<Paced> {
  const taken: Taken[] = []
  const failures: string[] = []
  const times: number[] = []
  const everyMs = (CONNECTIONS / perSecond) * 1_000
  const began = performance.now()
  const end = began + seconds * 1_000
  let next = students.from

  const work = async (n: number) => {
    const wire = await openWire(url)
    let due = began + (n / CONNECTIONS) * everyMs
    while (due < end) {
      if (next >= students.to) throw new Error('The answers ran out of students: seed more.')
      const student = next++
      const one: Taken = { student, answered: 0, right: 0, lost: 0 }
      taken.push(one)
      for (const request of await answerRequests(url, { from: student, to: student + 1 })) {
        if (due >= end) break
        await delay(Math.max(0, due - performance.now()))
        const { status, body } = await wire.send(request)
        times.push(performance.now() - due)
        due += everyMs
        if (status === 200) [one.answered, one.right] = [one.answered + 1, one.right + 1]
        else failures.push(`${status} ${body.toString().slice(0, 200)}`)
      }
    }
    wire.close()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => work(n)))
  const sorted = Float64Array.from(times).toSorted()
  return {
    taken,
    failures,
    perSecond: times.length / ((performance.now() - began) / 1_000),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  }
}
