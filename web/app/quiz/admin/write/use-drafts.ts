import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { addQuestion } from '@baobab/contract/quiz/admin.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { useEffect, useReducer, useRef, type Dispatch } from 'react'
import { connectionMessage, errorMessage } from '../../../api/error-message.ts'
import { useApiMutation } from '../../../api/query.ts'
import { questionChanges, type QuizKey } from '../with-questions.tsx'
import {
  isStoredAlike,
  listTyped,
  readDrafts,
  reduceDrafts,
  storageKey,
  storeDrafts,
  storeSaved,
  storeSavedFor,
  toDraft,
  type Draft,
  type DraftAction,
} from './drafts.ts'
import { checkQuestion, isEmpty, type QuestionValues } from './question-values.ts'

/**
 * Returns the unsaved questions of a quiz and functions to save them, which run one after the other to keep the order.
 * @param alsoForOther whether they are saved for the other age category too
 */
export function useDrafts(video: AdminVideo, ageCategory: AgeCategory, alsoForOther: boolean) {
  const quiz = { videoId: video._id, ageCategory }
  const [drafts, dispatch] = useReducer(reduceDrafts, quiz, readDrafts)
  const { mutateAsync } = useApiMutation(addQuestion, { changes: questionChanges })
  const queue = useRef(Promise.resolve())
  useStoredDrafts(quiz, drafts, dispatch)

  async function send(draft: Draft) {
    const { key, values } = draft
    const categories = alsoForOther
      ? [ageCategory, ...ageCategories.filter((one) => one !== ageCategory)]
      : [ageCategory]
    for (const category of categories.filter((one) => !draft.savedFor.includes(one))) {
      const checked = checkQuestion(values, { videoTitle: video.title, ageCategory: category })
      if ('problem' in checked) return dispatch({ kind: 'refused', key, problem: checked.problem })
      try {
        await mutateAsync({ body: checked.body })
      } catch (error) {
        const isSaved = draft.isUnsure && error instanceof ApiError && error.code === 'question_exists'
        if (!isSaved) return refuse(key, error)
      }
      dispatch({ kind: 'saved-for', key, ageCategory: category })
      storeSavedFor(quiz, key, category)
    }
    dispatch({ kind: 'saved', key, values })
    storeSaved(quiz, { key, values })
  }

  function refuse(key: string, error: unknown) {
    const problem = errorMessage(error, quizAdminText.triviaAddFailed)
    dispatch({ kind: 'refused', key, problem, isUnsure: connectionMessage(error) !== undefined })
  }

  /** Saves a draft if it is complete; otherwise says what is missing. An empty one is left as it is. */
  function save(draft: Draft) {
    if (isEmpty(draft.values) || draft.state === 'saving') return
    dispatch({ kind: 'saving', key: draft.key })
    queue.current = queue.current.then(() => send(draft))
  }

  /** Adds questions that the admin still has to complete. */
  function add(values: readonly QuestionValues[]): Draft[] {
    const added = values.map(toDraft)
    dispatch({ kind: 'added', drafts: added })
    return added
  }

  /** Adds complete questions and saves them at once. */
  function addAndSave(values: readonly QuestionValues[]) {
    for (const draft of add(values)) save(draft)
  }

  return { drafts, dispatch, add, addAndSave, save }
}

/** Stores the drafts, and merges those that other tabs with the same quiz have stored, so that no tab overwrites another. */
function useStoredDrafts({ videoId, ageCategory }: QuizKey, drafts: readonly Draft[], dispatch: Dispatch<DraftAction>) {
  /** What this tab has last read or stored. */
  const base = useRef(listTyped(drafts))
  useEffect(() => {
    const quiz = { videoId, ageCategory }
    function synchronize() {
      const theirs = readDrafts(quiz)
      if (!isStoredAlike(theirs, base.current)) {
        dispatch({ kind: 'merged', base: base.current, theirs })
        base.current = theirs
        return
      }
      storeDrafts(quiz, drafts)
      base.current = listTyped(drafts)
    }
    // A tab in the background may not have received the storage event.
    const onShow = () => document.visibilityState === 'visible' && synchronize()
    const onStored = ({ key }: StorageEvent) => key === storageKey(quiz) && synchronize()
    synchronize()
    addEventListener('storage', onStored)
    document.addEventListener('visibilitychange', onShow)
    return () => {
      removeEventListener('storage', onStored)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [videoId, ageCategory, drafts, dispatch])
}
