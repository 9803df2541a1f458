// Answers that are given but not yet acknowledged, kept on the phone: a reload or a dead battery loses none of them.
import { ageCategory } from '@baobab/contract/fields.ts'
import { z } from 'zod'
import { listKeys, type KeyValueStorage } from '../api/browser-storage.ts'
import { pendingAnswerPrefix } from './pending-answer-keys.ts'

const PendingAnswer = z.object({
  studentId: z.string(),
  attemptId: z.string(),
  videoId: z.string(),
  videoTitle: z.string(),
  ageCategory,
  /** Of the attempt, as the server wrote it; with the video and the category it names the attempt. */
  deadline: z.string(),
  triviaId: z.string(),
  answer: z.string(),
})
export type PendingAnswer = z.infer<typeof PendingAnswer>

export type PendingAnswers = {
  /** Keeps an answer and answers what stands: the first answer to a question, whichever tab gave it. */
  keep: (entry: PendingAnswer) => PendingAnswer
  forget: (entry: PendingAnswer) => void
  all: (studentId: string) => PendingAnswer[]
}

/** One key for each answer, so that two tabs never write over each other. */
export function pendingAnswerKey({
  studentId,
  attemptId,
  triviaId,
}: Pick<PendingAnswer, 'studentId' | 'attemptId' | 'triviaId'>): string {
  return `${pendingAnswerPrefix(studentId)}${attemptId}_${triviaId}`
}

/** A journal in a storage; where that is switched off or full, in memory, which lasts as long as the page. */
export function createPendingAnswers(storage: KeyValueStorage | undefined): PendingAnswers {
  const memory = new Map<string, string>()

  const read = (key: string) => parse(memory.get(key) ?? storage?.getItem(key) ?? null)
  return {
    keep: (entry) => {
      const key = pendingAnswerKey(entry)
      const earlier = read(key)
      if (earlier) return earlier
      try {
        if (!storage) throw new Error('no storage')
        storage.setItem(key, JSON.stringify(entry))
      } catch {
        memory.set(key, JSON.stringify(entry))
      }
      return entry
    },
    forget: (entry) => {
      memory.delete(pendingAnswerKey(entry))
      storage?.removeItem(pendingAnswerKey(entry))
    },
    all: (studentId) => {
      const mine = pendingAnswerPrefix(studentId)
      return [...listKeys(storage), ...memory.keys()]
        .filter((key) => key.startsWith(mine))
        .flatMap((key) => read(key) ?? [])
    },
  }
}

/** Whatever else lies under our key is none of ours. */
function parse(value: string | null): PendingAnswer | undefined {
  if (value === null) return undefined
  try {
    return PendingAnswer.safeParse(JSON.parse(value)).data
  } catch {
    return undefined
  }
}
