import { ApiError, type ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { QUESTION_FILE_BYTES } from '@baobab/contract/quiz/rules.ts'
import { importRefusals, type RowPlace } from '@baobab/contract/quiz/import-text.ts'
import {
  importPreviewed,
  listImports,
  previewImport,
  type ImportPreview,
  type ImportSettings,
} from '@baobab/contract/quiz/question-import.ts'
import { allImportColumns, type ImportColumn } from '@baobab/contract/quiz/import-columns.ts'
import { questionImportText } from '@baobab/contract/quiz/text.ts'
import { listQuestionsWithAnswers, questionStatistics } from '@baobab/contract/quiz/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { useRef, useState } from 'react'
import { connectionMessage, errorMessage } from '../../api/error-message.ts'
import { invalidate } from '../../api/query.ts'
import { upload } from '../../api/upload.ts'
import { toast } from '../../ui/toast.tsx'
import { findRememberedColumns, rememberColumns } from './remembered-columns.ts'

/** The reason why a file was refused. */
type Refusal = { title: string; reason?: string | undefined }

/** Returns the body of a request that sends a spreadsheet, and how to read it. */
export function toFormData(file: File, settings: ImportSettings, digest?: string): FormData {
  const form = new FormData()
  form.set('file', file)
  form.set('settings', JSON.stringify(settings))
  if (digest !== undefined) form.set('digest', digest)
  return form
}

function toRefusal(error: unknown): Refusal {
  const title = questionImportText.importFailed
  const [first] = error instanceof ApiError && error.code === 'not_a_sheet' ? error.errors : []
  if (first) return { title: errorMessage(error, title), reason: first.message }
  const reason = connectionMessage(error) ?? errorMessage(error, title)
  return reason === title ? { title } : { title, reason }
}

/**
 * The chosen file, how the admin wants it to be read, its preview and its import. A reply is ignored if another file has
 * been chosen in the meantime.
 */
export function useQuestionImport() {
  const [file, setFile] = useState<File>()
  const [settings, setSettings] = useState<ImportSettings>({})
  const [preview, setPreview] = useState<ImportPreview>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [missing, setMissing] = useState<string>()
  const [result, setResult] = useState<ReplyOf<typeof importPreviewed> & { fileName: string }>()
  const [busy, setBusy] = useState<'reading' | 'importing'>()
  const newest = useRef<File>(undefined)

  async function requestPreview(chosen: File, wanted: ImportSettings): Promise<[ImportPreview, ImportSettings]> {
    const reply = await upload(previewImport, { form: toFormData(chosen, wanted) })
    const columns = wanted.columns ? undefined : findRememberedColumns(reply)
    if (!columns) return [reply, wanted]
    const remembered = { ...wanted, columns }
    return [await upload(previewImport, { form: toFormData(chosen, remembered) }), remembered]
  }

  async function read(chosen: File, wanted: ImportSettings) {
    setBusy('reading')
    try {
      const [reply, used] = await requestPreview(chosen, wanted)
      if (newest.current !== chosen) return
      setPreview(reply)
      setSettings(used)
    } catch (error) {
      if (newest.current !== chosen) return
      setRefusal(toRefusal(error))
      setPreview(undefined)
    } finally {
      if (newest.current === chosen) setBusy(undefined)
    }
  }

  async function choose(chosen: File) {
    newest.current = chosen
    setFile(chosen)
    setSettings({})
    setMissing(undefined)
    setResult(undefined)
    setRefusal(undefined)
    setPreview(undefined)
    if (chosen.size > QUESTION_FILE_BYTES)
      setRefusal({ title: questionImportText.importFailed, reason: importRefusals.tooLarge })
    else await read(chosen, {})
  }

  /** Reads the file again in another way. The former preview stays until the new one has come. */
  async function change(changes: ImportSettings) {
    if (!file) return
    setRefusal(undefined)
    if (changes.columns && preview) rememberColumns(preview, changes.columns)
    await read(file, { ...settings, ...changes })
  }

  /** Sets the text of cells in one row. */
  async function correct({ sheet, row }: RowPlace, texts: Partial<Record<ImportColumn, string>>) {
    const others = (settings.corrections ?? []).filter(
      (one) => one.sheet !== sheet || one.row !== row || texts[one.column] === undefined,
    )
    const corrections = allImportColumns.flatMap((column) => {
      const text = texts[column]
      return text === undefined ? [] : [{ sheet, row, column, text }]
    })
    await change({ corrections: [...others, ...corrections] })
  }

  async function send({ leavesOutBadRows }: { leavesOutBadRows: boolean }) {
    if (!file || !preview) return setMissing(questionImportText.spreadsheetMissing)
    setBusy('importing')
    setRefusal(undefined)
    try {
      const form = toFormData(file, { ...settings, leavesOutBadRows }, preview.digest)
      const reply = await upload(importPreviewed, { form })
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
      if (error instanceof ApiError && (error.code === 'not_a_sheet' || error.code === 'preview_outdated'))
        await read(file, settings)
    }
  }

  const readAgain = () => file && choose(file)
  return { file, settings, preview, refusal, missing, result, busy, choose, change, correct, send, readAgain }
}
export type QuestionImportState = ReturnType<typeof useQuestionImport>
