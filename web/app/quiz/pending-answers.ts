// Answers that the server has not acknowledged yet, stored on the phone so that a reload or an empty battery does not lose them.
import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { listKeys, type KeyValueStorage } from '../browser/storage.ts'

const texts = ['studentId', 'attemptId', 'videoId', 'videoTitle', 'deadline', 'triviaId', 'answer'] as const

/** `deadline` is the attempt's deadline from the server when the answer was given. Maintenance may have moved it since. */
export type PendingAnswer = Record<(typeof texts)[number], string> & {
  ageCategory: AgeCategory
  /** When the student tapped it, in milliseconds of the phone's clock. Missing if an earlier release stored the answer. */
  tappedAt?: number
}

/** Checked by hand, because quiz pages do not load a schema library. */
function isPendingAnswer(value: unknown): value is PendingAnswer {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  const category = fields.get('ageCategory')
  return texts.every((name) => typeof fields.get(name) === 'string') && ageCategories.some((one) => one === category)
}

export type PendingAnswerStore = {
  /** Stores an answer unless the question already has one. Returns the stored answer: the first, whichever tab it was given in. */
  add: (answer: PendingAnswer) => PendingAnswer
  remove: (answer: PendingAnswer) => void
  list: (studentId: string) => PendingAnswer[]
}

/** Returns an answer's storage key. Each answer has its own key, so that two tabs never overwrite each other's. */
export function pendingAnswerKey({
  studentId,
  attemptId,
  triviaId,
}: Pick<PendingAnswer, 'studentId' | 'attemptId' | 'triviaId'>): string {
  return `${pendingAnswerPrefix(studentId)}${attemptId}_${triviaId}`
}

/** Opens the store of answers that have not been sent yet. */
export function createPendingAnswerStore(storage: KeyValueStorage): PendingAnswerStore {
  const read = (key: string) => parse(storage.getItem(key))
  return {
    add: (answer) => {
      const key = pendingAnswerKey(answer)
      const earlier = read(key)
      if (earlier) return earlier
      storage.setItem(key, JSON.stringify(answer))
      return answer
    },
    remove: (answer) => storage.removeItem(pendingAnswerKey(answer)),
    list: (studentId) => {
      const prefix = pendingAnswerPrefix(studentId)
      return listKeys(storage)
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => read(key) ?? [])
    },
  }
}

/** Ignores values of another shape, which other code may have written. */
function parse(value: string | null): PendingAnswer | undefined {
  if (value === null) return undefined
  try {
    const stored: unknown = JSON.parse(value)
    return isPendingAnswer(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

// The storage keys of unsent answers. Kept small, because every student page checks for such answers

const PREFIX = 'quizAnswer_'

/** Returns the prefix of the storage keys of a student's pending answers. */
function pendingAnswerPrefix(studentId: string): string {
  return `${PREFIX}${studentId}_`
}

/** Returns whether this phone stores unsent answers of a student. */
export function hasPendingAnswers(storage: KeyValueStorage, studentId: string): boolean {
  return listKeys(storage).some((key) => key.startsWith(pendingAnswerPrefix(studentId)))
}
