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

/** Why a file was refused. */
type Refusal = { title: string; reason?: string | undefined }

/** Returns the body of a request with a spreadsheet and how to read it. */
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
 * The chosen file, how the admin wants it to be read, and its preview. A reply is ignored if another file has been chosen in
 * the meantime.
 */
function useFilePreview(start: ImportSettings) {
  const [file, setFile] = useState<File>()
  const [settings, setSettings] = useState(start)
  const [preview, setPreview] = useState<ImportPreview>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [isReading, setReading] = useState(false)
  const newest = useRef<File>(undefined)

  async function read(chosen: File, wanted: ImportSettings) {
    setReading(true)
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
      if (newest.current === chosen) setReading(false)
    }
  }

  /** Sets the chosen file; undefined after it was imported. */
  async function choose(chosen: File | undefined) {
    newest.current = chosen
    setFile(chosen)
    setSettings(start)
    setRefusal(undefined)
    setPreview(undefined)
    if (chosen && chosen.size > QUESTION_FILE_BYTES)
      setRefusal({ title: questionImportText.importFailed, reason: importRefusals.tooLarge })
    else if (chosen) await read(chosen, start)
  }

  /** Reads the file again with other settings. The previous preview stays until the new one arrives. */
  async function change(changes: ImportSettings) {
    if (!file) return
    setRefusal(undefined)
    if (changes.columns && preview) rememberColumns(preview, changes.columns)
    await read(file, { ...settings, ...changes })
  }

  const readAgain = async () => file && (await read(file, settings))
  return { file, settings, preview, refusal, setRefusal, isReading, choose, change, readAgain }
}

/** Returns the preview of a file and the settings used, with any columns chosen earlier for a file with the same headers. */
async function requestPreview(chosen: File, wanted: ImportSettings): Promise<[ImportPreview, ImportSettings]> {
  const reply = await upload(previewImport, { form: toFormData(chosen, wanted) })
  const columns = wanted.columns ? undefined : findRememberedColumns(reply)
  if (!columns) return [reply, wanted]
  const remembered = { ...wanted, columns }
  return [await upload(previewImport, { form: toFormData(chosen, remembered) }), remembered]
}

/** Returns the corrections of a file with the texts of cells in one row. */
function addCorrections(
  { corrections = [] }: ImportSettings,
  { sheet, row }: RowPlace,
  texts: Partial<Record<ImportColumn, string>>,
): ImportSettings['corrections'] {
  const others = corrections.filter((one) => one.sheet !== sheet || one.row !== row || texts[one.column] === undefined)
  return [
    ...others,
    ...allImportColumns.flatMap((column) => {
      const text = texts[column]
      return text === undefined ? [] : [{ sheet, row, column, text }]
    }),
  ]
}

/**
 * The preview of a file, and its import.
 * @param start how a file is read until the admin changes it
 */
export function useQuestionImport(start: ImportSettings = {}) {
  const { isReading, setRefusal, ...reading } = useFilePreview(start)
  const { file, settings, preview, change } = reading
  const [missing, setMissing] = useState<string>()
  const [result, setResult] = useState<ReplyOf<typeof importPreviewed> & { fileName: string }>()
  const [isImporting, setImporting] = useState(false)

  async function choose(chosen: File) {
    setMissing(undefined)
    setResult(undefined)
    setImporting(false)
    await reading.choose(chosen)
  }

  async function send({ leavesOutBadRows }: { leavesOutBadRows: boolean }) {
    if (!file || !preview) return setMissing(questionImportText.spreadsheetMissing)
    setImporting(true)
    setRefusal(undefined)
    try {
      const form = toFormData(file, { ...settings, leavesOutBadRows }, preview.digest)
      const reply = await upload(importPreviewed, { form })
      toast(questionImportText.importToast)
      setResult({ ...reply, fileName: file.name })
      setImporting(false)
      await reading.choose(undefined)
      await invalidate(listImports, listVideos, listAdminVideos, listQuestionsWithAnswers, questionStatistics)
    } catch (error) {
      setRefusal(toRefusal(error))
      setImporting(false)
      // Another admin has changed a question or a title since the preview, so the preview is requested again.
      if (error instanceof ApiError && (error.code === 'not_a_sheet' || error.code === 'preview_outdated'))
        await reading.readAgain()
    }
  }

  const busy = isReading ? ('reading' as const) : isImporting ? ('importing' as const) : undefined
  const readAgain = () => file && choose(file)
  /** Sets the text of cells in one row. */
  const correct = (place: RowPlace, texts: Partial<Record<ImportColumn, string>>) =>
    change({ corrections: addCorrections(settings, place, texts) })
  return { ...reading, missing, result, busy, choose, correct, send, readAgain }
}
export type QuestionImportState = ReturnType<typeof useQuestionImport>
