// The checklist of a complete video.
import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { Language } from '@baobab/contract/kernel/languages.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { listCaptions } from '../captions.ts'

/** One item of the checklist. `ageCategory` is set only for questions, `languages` only for captions. */
export type ChecklistItem = {
  kind: 'file' | 'description' | 'poster' | 'captions' | 'questions'
  ageCategory?: AgeCategory
  languages?: readonly Language[]
  isDone: boolean
}

type Checked = Pick<AdminVideo, 'state' | 'description' | 'posterUrl' | 'captionsUrl' | 'otherCaptions' | 'poolCounts'>

/** Returns the checklist of a video, in the order in which an admin completes it. */
export function listChecklist({ state, description, posterUrl, poolCounts, ...video }: Checked): ChecklistItem[] {
  const captions = listCaptions(video).map(({ language }) => language)
  return [
    { kind: 'file', isDone: state === 'ready' },
    { kind: 'description', isDone: description.trim() !== '' },
    { kind: 'poster', isDone: posterUrl !== null },
    { kind: 'captions', isDone: captions.length > 0, languages: captions },
    ...ageCategories.map((ageCategory) => ({
      kind: 'questions' as const,
      ageCategory,
      isDone: poolCounts[ageCategory] > 0,
    })),
  ]
}

/** Returns the age categories for which a video has no quiz. */
export function listCategoriesWithoutQuiz(video: Checked): AgeCategory[] {
  return listChecklist(video).flatMap(({ ageCategory, isDone }) => (ageCategory && !isDone ? [ageCategory] : []))
}
