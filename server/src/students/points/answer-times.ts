// Pure rules of when answers arrived. The phone's clock is not stored, so a lost connection shows only in the server's times.
import type { arrivals } from '@baobab/contract/students/points.ts'

type Arrival = (typeof arrivals)[number]
export type AnswerTime = { seconds: number; isFirst: boolean; arrival: Arrival }

/** A quarter of the plain time of a quiz: a student who only thinks rarely needs as long for one question. */
const LATE_MS = 30_000
/** Shorter than anybody needs to read the reply to one answer and to choose the next. */
const TOGETHER_MS = 1_000

/** Returns how each answer of an attempt arrived, by its question's id. */
export function timeAnswers(
  startedAt: Date,
  answers: readonly { questionId: string; answeredAt: Date }[],
): Map<string, AnswerTime> {
  const inOrder = answers.toSorted((a, b) => a.answeredAt.getTime() - b.answeredAt.getTime())
  const times = new Map<string, AnswerTime>()
  let previous = startedAt
  for (const [index, { questionId, answeredAt }] of inOrder.entries()) {
    const ms = answeredAt.getTime() - previous.getTime()
    const isFirst = index === 0
    times.set(questionId, { seconds: ms / 1_000, isFirst, arrival: describeArrival(ms, isFirst) })
    previous = answeredAt
  }
  return times
}

function describeArrival(ms: number, isFirst: boolean): Arrival {
  if (ms >= LATE_MS) return 'late'
  return !isFirst && ms <= TOGETHER_MS ? 'together' : 'usual'
}
