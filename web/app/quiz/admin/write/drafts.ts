// Questions of a quiz that are not saved yet. The browser stores them, so that a closed tab or a lost connection loses nothing.
import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { OPTIONS } from '@baobab/contract/quiz/rules.ts'
import * as z from 'zod/mini'
import { phoneStorage } from '../../../browser/storage.ts'
import type { QuizKey } from '../with-questions.tsx'
import { isEmpty, isSameValues, type QuestionValues } from './question-values.ts'
import { text } from './text.ts'

/** A question that is not saved yet. */
export type Draft = {
  key: string
  values: QuestionValues
  /** The age categories for which it is already saved, if it is written for both. */
  savedFor: AgeCategory[]
  state: 'typing' | 'saving'
  /** Why it could not be saved. */
  problem?: string | undefined
  /** Whether the last reply was lost, so that the question may already be in the quiz. */
  isUnsure?: boolean
}

export type DraftAction =
  | { kind: 'added'; drafts: readonly Draft[] }
  | { kind: 'typed'; key: string; values: QuestionValues }
  | { kind: 'saving'; key: string }
  | { kind: 'saved-for'; key: string; ageCategory: AgeCategory }
  | { kind: 'refused'; key: string; problem: string; isUnsure?: boolean }
  | { kind: 'removed'; key: string }
  /** `values` were saved for all age categories. */
  | { kind: 'saved'; key: string; values: QuestionValues }
  /** Another tab has stored `theirs` in place of `base`. */
  | { kind: 'merged'; base: readonly Draft[]; theirs: readonly Draft[] }

export function reduceDrafts(drafts: readonly Draft[], action: DraftAction): readonly Draft[] {
  if (action.kind === 'added') return [...drafts.filter(({ values }) => !isEmpty(values)), ...action.drafts]
  if (action.kind === 'removed') return drafts.filter(({ key }) => key !== action.key)
  if (action.kind === 'saved') return withoutSaved(drafts, action)
  if (action.kind === 'merged') return mergeDrafts(action, drafts)
  return drafts.map((draft) => (draft.key === action.key ? changeDraft(draft, action) : draft))
}

export function toDraft(values: QuestionValues): Draft {
  return { key: crypto.randomUUID(), values, savedFor: [], state: 'typing' }
}

function changeDraft(
  draft: Draft,
  action: Exclude<DraftAction, { kind: 'added' | 'removed' | 'saved' | 'merged' }>,
): Draft {
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

/** Removes a draft that was saved. If another tab has changed it since, the change stays as an unsaved draft. */
function withoutSaved(drafts: readonly Draft[], saved: { key: string; values: QuestionValues }): Draft[] {
  return drafts.flatMap((draft) => {
    if (draft.key !== saved.key) return [draft]
    return isSameValues(draft.values, saved.values) ? [] : [{ ...toDraft(draft.values), key: draft.key }]
  })
}

const isSame = (one: Draft | undefined, other: Draft | undefined) =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    JSON.stringify([one.values, one.savedFor]) === JSON.stringify([other.values, other.savedFor]))

/** Whether two lists would be stored as the same text. */
export function isStoredAlike(some: readonly Draft[], others: readonly Draft[]): boolean {
  return (
    some.length === others.length &&
    some.every((draft, at) => isSame(draft, others[at]) && draft.key === others[at]?.key)
  )
}

/**
 * Joins this tab's drafts with those that another tab has stored in the meantime. If both tabs changed a draft, both versions are
 * kept, with a note; a draft that was changed in one tab and discarded in the other is kept.
 * @param base the drafts that both tabs had before
 */
function mergeDrafts({ base, theirs }: { base: readonly Draft[]; theirs: readonly Draft[] }, mine: readonly Draft[]) {
  const find = (drafts: readonly Draft[], wanted: string) => drafts.find(({ key }) => key === wanted)
  const kept = mine.flatMap((draft): Draft[] => {
    const [before, other] = [find(base, draft.key), find(theirs, draft.key)]
    const isMineChanged = isEmpty(draft.values) || !isSame(draft, before)
    if (isSame(before, other) || isSame(draft, other)) return [draft]
    if (!isMineChanged) return other ? [{ ...draft, ...pickStored(other), problem: undefined }] : []
    if (!other) return [draft]
    const problem = text.changedInOtherTab
    let key = `${draft.key}+`
    while (find(mine, key) || find(theirs, key)) key += '+'
    return [
      { ...draft, problem },
      { ...toDraft(other.values), ...pickStored(other), key, problem },
    ]
  })
  const added = theirs.filter((draft) => !find(kept, draft.key) && !isSame(draft, find(base, draft.key)))
  return [...kept, ...added]
}

const pickStored = ({ values, savedFor }: Draft) => ({ values, savedFor })

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

/** The key under which the drafts of a quiz are stored. */
export const storageKey = ({ videoId, ageCategory }: QuizKey) => `quiz-drafts ${videoId} ${ageCategory}`

/** Returns the stored drafts of a quiz, or none if nothing can be read. */
export function readDrafts(quiz: QuizKey): Draft[] {
  try {
    const stored = Stored.parse(JSON.parse(phoneStorage.getItem(storageKey(quiz)) ?? '[]'))
    return stored.map(({ key, values, savedFor }) => ({ ...toDraft(values), key, savedFor }))
  } catch {
    return []
  }
}

/** Returns the drafts in which something was typed. */
export const listTyped = (drafts: readonly Draft[]): Draft[] => drafts.filter(({ values }) => !isEmpty(values))

/** Stores the drafts of a quiz. */
export function storeDrafts(quiz: QuizKey, drafts: readonly Draft[]): void {
  const typed = listTyped(drafts)
  if (typed.length === 0) return phoneStorage.removeItem(storageKey(quiz))
  const stored = typed.map(({ key, values, savedFor }) => ({ key, values, savedFor }))
  phoneStorage.setItem(storageKey(quiz), JSON.stringify(stored))
}

/**
 * Notes in the storage that a draft was saved for an age category. The page stores its drafts itself, but it may be left while they are
 * being saved.
 */
export function storeSavedFor(quiz: QuizKey, key: string, ageCategory: AgeCategory): void {
  const add = (draft: Draft) => (draft.key === key ? { ...draft, savedFor: [...draft.savedFor, ageCategory] } : draft)
  storeDrafts(quiz, readDrafts(quiz).map(add))
}

/** Notes in the storage that a draft was saved for all age categories. */
export function storeSaved(quiz: QuizKey, saved: { key: string; values: QuestionValues }): void {
  storeDrafts(quiz, withoutSaved(readDrafts(quiz), saved))
}
