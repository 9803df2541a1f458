// Pure rules of when answers were tapped and arrived.
import type { AnsweredQuestion, arrivals } from '@baobab/contract/students/points.ts'

type Arrival = (typeof arrivals)[number]
export type AnswerTime = { seconds: number; isFirst: boolean; arrival: Arrival }

/** A quarter of the plain time of a quiz: a student who only thinks rarely needs that long for one question. */
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

type TappedAnswer = { answeredAt: Date; tappedAt: Date | null; waitedMs: number | null }

/**
 * Returns when an answer was tapped. The wait is the difference of two times of the phone's clock, so it is right even if that clock is
 * wrong, unless the clock was set while the answer waited. Null if that certainly happened: the answer would be older than the attempt.
 */
export function describeTap(
  { answeredAt, tappedAt, waitedMs }: TappedAnswer,
  startedAt: Date,
): NonNullable<AnsweredQuestion['answer']>['tapped'] {
  if (tappedAt === null || waitedMs === null) return null
  const at = new Date(answeredAt.getTime() - waitedMs)
  if (at < startedAt) return null
  return { at: at.toISOString(), waitedSeconds: waitedMs / 1_000, phoneAt: tappedAt.toISOString() }
}
