import { ApiError, type ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { QUESTION_FILE_BYTES } from '@baobab/contract/quiz/rules.ts'
import {
  importQuestions,
  importRefusals,
  listImports,
  previewImport,
  type ImportPreview,
} from '@baobab/contract/quiz/question-import.ts'
import { questionImportText } from '@baobab/contract/quiz/text.ts'
import { listQuestionsWithAnswers, questionStatistics } from '@baobab/contract/quiz/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { useRef, useState } from 'react'
import { connectionMessage, errorMessage } from '../../api/error-message.ts'
import { invalidate } from '../../api/query.ts'
import { upload } from '../../api/upload.ts'
import { toast } from '../../ui/toast.tsx'

/** The reason why a file was refused. */
type Refusal = { title: string; reason?: string | undefined }

/** Returns the body of a request that sends a spreadsheet. */
export function toFormData(file: File): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}

function toRefusal(error: unknown): Refusal {
  const title = questionImportText.importFailed
  const [first] = error instanceof ApiError && error.code === 'not_a_sheet' ? error.errors : []
  if (first) return { title: errorMessage(error, title), reason: first.message }
  const reason = connectionMessage(error) ?? errorMessage(error, title)
  return reason === title ? { title } : { title, reason }
}

/** The chosen file, its preview and its import. A reply is ignored if another file has been chosen in the meantime. */
export function useQuestionImport() {
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<ImportPreview>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [missing, setMissing] = useState<string>()
  const [result, setResult] = useState<ReplyOf<typeof importQuestions> & { fileName: string }>()
  const [busy, setBusy] = useState<'reading' | 'importing'>()
  const newest = useRef<File>(undefined)

  async function read(chosen: File) {
    setBusy('reading')
    setPreview(undefined)
    try {
      const reply = await upload(previewImport, { form: toFormData(chosen) })
      if (newest.current === chosen) setPreview(reply)
    } catch (error) {
      if (newest.current === chosen) setRefusal(toRefusal(error))
    } finally {
      if (newest.current === chosen) setBusy(undefined)
    }
  }

  async function choose(chosen: File) {
    newest.current = chosen
    setFile(chosen)
    setMissing(undefined)
    setResult(undefined)
    setRefusal(undefined)
    setPreview(undefined)
    if (chosen.size > QUESTION_FILE_BYTES)
      setRefusal({ title: questionImportText.importFailed, reason: importRefusals.tooLarge })
    else await read(chosen)
  }

  async function send() {
    if (!file) return setMissing(questionImportText.spreadsheetMissing)
    setBusy('importing')
    setRefusal(undefined)
    try {
      const reply = await upload(importQuestions, { form: toFormData(file) })
      toast(questionImportText.importToast)
      setResult({ ...reply, fileName: file.name })
      setPreview(undefined)
      setFile(undefined)
      setBusy(undefined)
      await invalidate(listImports, listVideos, listAdminVideos, listQuestionsWithAnswers, questionStatistics)
    } catch (error) {
      setRefusal(toRefusal(error))
      setBusy(undefined)
      // Another admin has changed a question or a title since the preview, so the preview is requested again.
      if (error instanceof ApiError && error.code === 'not_a_sheet') await read(file)
    }
  }

  return { file, preview, refusal, missing, result, busy, choose, send, readAgain: () => file && choose(file) }
}
export type QuestionImportState = ReturnType<typeof useQuestionImport>
