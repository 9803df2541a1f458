// The form of a video, new or changed: texts by the contract, the file on its own way, and where each refusal is read.
import { ApiError } from '@baobab/contract/api-error.ts'
import { updateVideo, uploadVideo, type AdminVideo } from '@baobab/contract/videos.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState, type SyntheticEvent } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../api/call.ts'
import { applyServerErrors } from '../api/errors.ts'
import { filmProblem } from './film-file.ts'
import { filmFields, filmSchemas, textsOf, type FilmTexts } from './film-texts.ts'
import { wordsOf } from './refusal.ts'
import { useBusyMark } from './uploads/use-busy.ts'
import { useTransfer } from './uploads/use-transfer.ts'
import { useTitleFromFile } from './use-title-from-file.ts'
import { videosChanged } from './use-console-videos.ts'

export type Stored = { message: string; video: AdminVideo }
export type FilmFormOptions = {
  /** The video that is changed; without one, a new one. */
  video?: AdminVideo | undefined
  file: File | undefined
  otherwise: string
  onDone: (reply: Stored) => void
}

export function useFilmForm({ video, file, otherwise, onDone }: FilmFormOptions) {
  const use = video ? 'replacement' : 'new'
  const form = useForm<FilmTexts>({
    defaultValues: textsOf(video),
    mode: 'onTouched',
    resolver: zodResolver(filmSchemas[use], undefined, { raw: true }),
  })
  const { send, forget, ...way } = useTransfer(video?._id ?? null)
  const [fileRefusal, setFileRefusal] = useState<{ file: File | undefined; message: string }>()
  const [refusal, setRefusal] = useState<string>()
  const isBusy = form.formState.isSubmitting
  useBusyMark(isBusy)
  useTitleFromFile(form, video ? undefined : file)

  async function store(texts: FilmTexts) {
    const upload = file && (await send(file, texts))
    if (file && upload === undefined) return setRefusal('Upload stopped. Nothing was saved.')
    const reply = await save(video, { ...texts, ...(upload !== undefined && { upload }) })
    forget()
    form.reset(textsOf(video && reply.video))
    onDone(reply)
    await videosChanged()
  }

  function refuse(error: unknown) {
    if (error instanceof ApiError && isAboutFile(error)) {
      forget()
      return setFileRefusal({ file, message: wordsOf(error, otherwise) })
    }
    if (!applyServerErrors(error, filmFields, form.setError)) setRefusal(wordsOf(error, otherwise))
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const element = event.currentTarget
    const problem = filmProblem(file, use)
    setFileRefusal(problem === undefined ? undefined : { file, message: problem })
    setRefusal(undefined)
    void form.handleSubmit(async (texts) => {
      if (problem) return element.querySelector<HTMLElement>('input[type=file]')?.focus()
      await store(texts).catch(refuse)
    })()
  }

  const fileError = fileRefusal?.file === file ? fileRefusal?.message : file && filmProblem(file, use)
  return { form, way, fileError, refusal, submit, isBusy }
}

function save(video: AdminVideo | undefined, texts: FilmTexts & { upload?: string }): Promise<Stored> {
  if (!video) return call(uploadVideo, { body: texts })
  return call(updateVideo, { params: { id: video._id }, body: texts })
}

/** Of the file's content, its size, or an upload that the server has lost meanwhile. */
function isAboutFile({ code, errors }: ApiError): boolean {
  const isNamed = errors.some(({ path }) => path === 'video' || path === 'upload')
  return code === 'not_playable' || code === 'too_large' || isNamed
}
