// The form of a video, new or changed: texts by the contract, the file beside them, and where each refusal is read.
import { ApiError } from '@baobab/contract/api-error.ts'
import { VideoChange, VideoForm, updateVideo, uploadVideo, type AdminVideo } from '@baobab/contract/videos.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState, type SyntheticEvent } from 'react'
import { useForm } from 'react-hook-form'
import { applyServerErrors } from '../api/errors.ts'
import { filmProblem } from './film-file.ts'
import { wordsOf } from './refusal.ts'
import { videosChanged } from './use-console-videos.ts'
import { useFilmUpload } from './use-film-upload.ts'

export type FilmTexts = { title: string; description: string; access: 'free' | 'premium' }
const fields = ['title', 'description', 'access'] as const
const texts = { title: true, description: true, access: true } as const
const schemas = { new: VideoForm.pick(texts).required(), replacement: VideoChange.pick(texts).required() }

type Options = {
  /** The video that is changed; without one, a new one. */
  video?: AdminVideo
  otherwise: string
  onDone: (reply: { message: string; video: AdminVideo }) => void
}

export function useFilmForm({ video, otherwise, onDone }: Options) {
  const use = video ? 'replacement' : 'new'
  const form = useForm<FilmTexts>({
    defaultValues: textsOf(video),
    mode: 'onTouched',
    resolver: zodResolver(schemas[use], undefined, { raw: true }),
  })
  const { progress, send, stop } = useFilmUpload(video ? updateVideo : uploadVideo)
  const [file, setFile] = useState<File>()
  const [fileError, setFileError] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [round, setRound] = useState(0)

  function chooseFile(chosen: File | undefined) {
    setFile(chosen)
    setFileError(chosen && filmProblem(chosen, use))
  }

  async function sendAll(texts: FilmTexts) {
    const body = new FormData()
    for (const name of fields) body.set(name, texts[name])
    if (file) body.set('video', file)
    const reply = await send({ form: body, params: video ? { id: video._id } : {}, bytes: file?.size ?? 0 })
    if (!reply) return setRefusal('Upload stopped. Nothing was saved.')
    form.reset(textsOf(video && reply.video))
    setFile(undefined)
    setRound((before) => before + 1)
    onDone(reply)
    await videosChanged()
  }

  function refuse(error: unknown) {
    if (error instanceof ApiError && isAboutFile(error)) return setFileError(wordsOf(error, otherwise))
    if (!applyServerErrors(error, fields, form.setError)) setRefusal(wordsOf(error, otherwise))
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (form.formState.isSubmitting) return
    const element = event.currentTarget
    const problem = filmProblem(file, use)
    setFileError(problem)
    setRefusal(undefined)
    void form.handleSubmit(async (texts) => {
      if (problem) return element.querySelector<HTMLElement>('input[type=file]')?.focus()
      await sendAll(texts).catch(refuse)
    })()
  }

  const isBusy = form.formState.isSubmitting
  return { form, file, chooseFile, fileError, progress, refusal, submit, stop, isBusy, round }
}

function textsOf(video: AdminVideo | undefined): FilmTexts {
  if (!video) return { title: '', description: '', access: 'free' }
  return { title: video.title, description: video.description, access: video.access }
}

function isAboutFile({ code, errors }: ApiError): boolean {
  return code === 'not_playable' || code === 'too_large' || errors.some((one) => one.path === 'video')
}
