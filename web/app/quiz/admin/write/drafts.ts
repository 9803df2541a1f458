// Questions of a quiz that are not saved yet. The browser stores them, so that a closed tab or a lost connection loses nothing.
import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { OPTIONS } from '@baobab/contract/quiz/rules.ts'
import * as z from 'zod/mini'
import { phoneStorage } from '../../../browser/storage.ts'
import type { QuizKey } from '../with-questions.tsx'
import { isEmpty, type QuestionValues } from './question-values.ts'

/** A question that is not saved yet. */
export type Draft = {
  key: string
  values: QuestionValues
  /** The age categories that have it already, if it is written for both. */
  savedFor: AgeCategory[]
  state: 'typing' | 'saving'
  /** Why it is not saved. */
  problem?: string | undefined
  /** Whether the last reply was lost, so that the quiz may have the question already. */
  isUnsure?: boolean
}

export type DraftAction =
  | { kind: 'added'; drafts: readonly Draft[] }
  | { kind: 'typed'; key: string; values: QuestionValues }
  | { kind: 'saving'; key: string }
  | { kind: 'saved-for'; key: string; ageCategory: AgeCategory }
  | { kind: 'refused'; key: string; problem: string; isUnsure?: boolean }
  | { kind: 'removed'; key: string }

export function reduceDrafts(drafts: readonly Draft[], action: DraftAction): readonly Draft[] {
  if (action.kind === 'added') return [...drafts.filter(({ values }) => !isEmpty(values)), ...action.drafts]
  if (action.kind === 'removed') return drafts.filter(({ key }) => key !== action.key)
  return drafts.map((draft) => (draft.key === action.key ? changeDraft(draft, action) : draft))
}

export function toDraft(values: QuestionValues): Draft {
  return { key: crypto.randomUUID(), values, savedFor: [], state: 'typing' }
}

function changeDraft(draft: Draft, action: Exclude<DraftAction, { kind: 'added' | 'removed' }>): Draft {
  switch (action.kind) {
    case 'typed':
      return { ...draft, values: action.values, problem: undefined, isUnsure: false }
    case 'saving':
      return { ...draft, state: 'saving', problem: undefined }
    case 'saved-for':
      return { ...draft, savedFor: [...draft.savedFor, action.ageCategory] }
    case 'refused':
      return { ...draft, state: 'typing', problem: action.problem, isUnsure: action.isUnsure ?? false }
  }
}

const Stored = z.array(
  z.object({
    key: z.string(),
    values: z.object({
      question: z.string(),
      options: z.array(z.string()).check(z.length(OPTIONS)),
      correctAnswer: z.string(),
      explanation: z.string(),
      momentSeconds: z.string(),
    }),
    savedFor: z.array(z.enum(ageCategories)),
  }),
)

const storageKey = ({ videoId, ageCategory }: QuizKey) => `quiz-drafts ${videoId} ${ageCategory}`

/** Returns the stored drafts of a quiz, or none if nothing can be read. */
export function readDrafts(quiz: QuizKey): Draft[] {
  try {
    const stored = Stored.parse(JSON.parse(phoneStorage.getItem(storageKey(quiz)) ?? '[]'))
    return stored.map(({ key, values, savedFor }) => ({ ...toDraft(values), key, savedFor }))
  } catch {
    return []
  }
}

/** Stores the drafts of a quiz. */
export function storeDrafts(quiz: QuizKey, drafts: readonly Draft[]): void {
  const typed = drafts.filter(({ values }) => !isEmpty(values))
  if (typed.length === 0) return phoneStorage.removeItem(storageKey(quiz))
  const stored = typed.map(({ key, values, savedFor }) => ({ key, values, savedFor }))
  phoneStorage.setItem(storageKey(quiz), JSON.stringify(stored))
}

/**
 * Notes in the storage that a draft was saved, for one age category or for all. The page stores its drafts itself, but it may be
 * left while they are being saved.
 */
export function storeSaved(quiz: QuizKey, key: string, ageCategory: AgeCategory | 'all'): void {
  const drafts = readDrafts(quiz)
  const left =
    ageCategory === 'all'
      ? drafts.filter((draft) => draft.key !== key)
      : drafts.map((draft) => (draft.key === key ? { ...draft, savedFor: [...draft.savedFor, ageCategory] } : draft))
  storeDrafts(quiz, left)
}
