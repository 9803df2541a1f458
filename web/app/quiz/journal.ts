// Answers that are given but not yet acknowledged, kept on the phone: a reload or a dead battery loses none of them.
import { ageCategory } from '@baobab/contract/fields.ts'
import { z } from 'zod'
import { keysOf, type Storing } from '../api/phone-storage.ts'
import { prefixOf } from './kept-keys.ts'

const Entry = z.object({
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
export type Entry = z.infer<typeof Entry>

export type Journal = {
  /** Keeps an answer and answers what stands: the first answer to a question, whichever tab gave it. */
  keep: (entry: Entry) => Entry
  forget: (entry: Entry) => void
  all: (studentId: string) => Entry[]
}

/** One key for each answer, so that two tabs never write over each other. */
export function keyOf({ studentId, attemptId, triviaId }: Pick<Entry, 'studentId' | 'attemptId' | 'triviaId'>): string {
  return `${prefixOf(studentId)}${attemptId}_${triviaId}`
}

/** A journal in a storage; where that is switched off or full, in memory, which lasts as long as the page. */
export function createJournal(storage: Storing | undefined): Journal {
  const memory = new Map<string, string>()

  const read = (key: string) => parse(memory.get(key) ?? storage?.getItem(key) ?? null)
  return {
    keep: (entry) => {
      const key = keyOf(entry)
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
      memory.delete(keyOf(entry))
      storage?.removeItem(keyOf(entry))
    },
    all: (studentId) => {
      const mine = prefixOf(studentId)
      return [...keysOf(storage), ...memory.keys()]
        .filter((key) => key.startsWith(mine))
        .flatMap((key) => read(key) ?? [])
    },
  }
}

/** Whatever else lies under our key is none of ours. */
function parse(value: string | null): Entry | undefined {
  if (value === null) return undefined
  try {
    return Entry.safeParse(JSON.parse(value)).data
  } catch {
    return undefined
  }
}
