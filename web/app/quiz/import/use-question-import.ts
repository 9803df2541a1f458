import { ApiError } from '@baobab/contract/api-error.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { QUESTION_FILE_BYTES } from '@baobab/contract/limits.ts'
import {
  importQuestions,
  listImports,
  previewImport,
  importRefusals,
  type ImportPreview,
} from '@baobab/contract/question-import.ts'
import { questionImportText } from '@baobab/contract/question-import-text.ts'
import { listQuestionsWithAnswers, questionStatistics } from '@baobab/contract/quiz-admin.ts'
import { listAdminVideos } from '@baobab/contract/videos-admin.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { useRef, useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { invalidate } from '../../api/query.ts'
import { upload } from '../../api/upload.ts'
import { toast } from '../../ui/toast.tsx'

export type Imported = ReplyOf<typeof importQuestions> & { fileName: string }

/** What went wrong, and why where it is known. */
export type Refused = { title: string; reason?: string | undefined }

export function toForm(file: File): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}

function refusedBy(error: unknown): Refused {
  const [first] = error instanceof ApiError && error.code === 'not_a_sheet' ? error.errors : []
  const sentence = errorMessage(error, questionImportText.importFailed)
  if (first) return { title: sentence, reason: first.message }
  return sentence === questionImportText.importFailed
    ? { title: sentence }
    : { title: questionImportText.importFailed, reason: sentence }
}

/** A chosen sheet: what it would do, then doing it. A newer choice makes an answer to an older one void. */
export function useQuestionImport() {
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<ImportPreview>()
  const [refused, setRefused] = useState<Refused>()
  const [missing, setMissing] = useState<string>()
  const [imported, setImported] = useState<Imported>()
  const [busy, setBusy] = useState<'reading' | 'importing'>()
  const newest = useRef<File>(undefined)

  async function read(chosen: File) {
    setBusy('reading')
    setPreview(undefined)
    try {
      const found = await upload(previewImport, { form: toForm(chosen) })
      if (newest.current === chosen) setPreview(found)
    } catch (error) {
      if (newest.current === chosen) setRefused(refusedBy(error))
    } finally {
      if (newest.current === chosen) setBusy(undefined)
    }
  }

  async function choose(chosen: File) {
    newest.current = chosen
    setFile(chosen)
    setMissing(undefined)
    setImported(undefined)
    setRefused(undefined)
    setPreview(undefined)
    if (chosen.size > QUESTION_FILE_BYTES)
      setRefused({ title: questionImportText.importFailed, reason: importRefusals.tooLarge })
    else await read(chosen)
  }

  async function send() {
    if (!file) return setMissing(questionImportText.spreadsheetMissing)
    setBusy('importing')
    setRefused(undefined)
    try {
      const reply = await upload(importQuestions, { form: toForm(file) })
      toast(reply.message)
      setImported({ ...reply, fileName: file.name })
      setPreview(undefined)
      setFile(undefined)
      setBusy(undefined)
      await invalidate(listImports, listVideos, listAdminVideos, listQuestionsWithAnswers, questionStatistics)
    } catch (error) {
      setRefused(refusedBy(error))
      setBusy(undefined)
      // Somebody else was quicker with a question or a title: the rows are judged anew.
      if (error instanceof ApiError && error.code === 'not_a_sheet') await read(file)
    }
  }

  return { file, preview, refused, missing, imported, busy, choose, send, readAgain: () => file && choose(file) }
}
export type QuestionImportState = ReturnType<typeof useQuestionImport>
