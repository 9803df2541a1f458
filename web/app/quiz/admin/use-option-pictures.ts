// The pictures that an admin has chosen for the options of a question, until all four are there and are sent.
import { OPTION_PICTURE_SIDE, toComparisonKey } from '@baobab/contract/quiz/rules.ts'
import { optionPictureFiles, setOptionPictures, type Question } from '@baobab/contract/quiz/admin.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { invalidate } from '../../api/query.ts'
import { upload } from '../../api/upload.ts'
import { shrinkPicture } from '../../forms/shrink-picture.ts'
import { toast } from '../../ui/toast.tsx'
import { questionChanges } from './use-questions.ts'

/** A chosen file and the address of its preview. */
type ChosenPicture = { file: File; url: string }

/** Keeps the chosen files with their previews by the text of their option, then scales them down and sends them. */
export function useOptionPictures({ _id: triviaId, options }: Pick<Question, '_id' | 'options'>) {
  const [choices, setChoices] = useState<ReadonlyMap<string, ChosenPicture>>(new Map())
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  const previews = useRef<string[]>([])
  useEffect(() => {
    const made = previews.current
    return () => made.forEach((url) => URL.revokeObjectURL(url))
  }, [])
  const chosen = options.map((option) => choices.get(toComparisonKey(option)))
  const files = chosen.flatMap((choice) => choice?.file ?? [])
  const isComplete = files.length === optionPictureFiles.length

  function choose(option: string, file: File) {
    const url = URL.createObjectURL(file)
    previews.current.push(url)
    setChoices((before) => new Map(before).set(toComparisonKey(option), { file, url }))
  }

  /** Returns whether the pictures were saved. */
  async function save(): Promise<boolean> {
    setError(undefined)
    setSending(true)
    try {
      const form = new FormData()
      for (const [index, name] of optionPictureFiles.entries()) {
        const file = files[index]
        if (file) form.set(name, await shrinkPicture(file, OPTION_PICTURE_SIDE), name)
      }
      const { message } = await upload(setOptionPictures, { params: { triviaId }, form })
      await invalidate(...questionChanges)
      // A picture that was chosen meanwhile stays.
      setChoices((now) => new Map([...now].filter(([key, choice]) => choices.get(key) !== choice)))
      toast(message)
      return true
    } catch (failure) {
      setError(errorMessage(failure, quizAdminText.triviaUpdateFailed))
      return false
    } finally {
      setSending(false)
    }
  }

  return { chosen, choose, save, isSending, error, isComplete, hasUnsaved: files.length > 0 }
}

export type OptionPicturesState = ReturnType<typeof useOptionPictures>
