// What a complete video has.
import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'

/** One thing that a complete video has. `ageCategory` is set for the questions of one. */
export type ChecklistItem = {
  kind: 'file' | 'description' | 'poster' | 'captions' | 'questions'
  ageCategory?: AgeCategory
  isDone: boolean
}

type Checked = Pick<AdminVideo, 'state' | 'description' | 'posterUrl' | 'captionsUrl' | 'poolCounts'>

/** Returns what a complete video has, in the order in which an admin adds it. */
export function listChecklist({ state, description, posterUrl, captionsUrl, poolCounts }: Checked): ChecklistItem[] {
  return [
    { kind: 'file', isDone: state === 'ready' },
    { kind: 'description', isDone: description.trim() !== '' },
    { kind: 'poster', isDone: posterUrl !== null },
    { kind: 'captions', isDone: captionsUrl !== null },
    ...ageCategories.map((ageCategory) => ({
      kind: 'questions' as const,
      ageCategory,
      isDone: poolCounts[ageCategory] > 0,
    })),
  ]
}

/** Returns the age categories that would find no quiz. */
export function listCategoriesWithoutQuiz(video: Checked): AgeCategory[] {
  return listChecklist(video).flatMap(({ ageCategory, isDone }) => (ageCategory && !isDone ? [ageCategory] : []))
}
