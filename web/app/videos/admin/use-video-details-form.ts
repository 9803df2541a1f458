// The form of a video, new or changed: texts by the contract, the file on its own way, and where each refusal is read.
import { ApiError } from '@baobab/contract/api-error.ts'
import { updateVideo, uploadVideo, type AdminVideo } from '@baobab/contract/videos-admin.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState, type SyntheticEvent } from 'react'
import { useForm } from 'react-hook-form'
import { callApi } from '../../api/call-api.ts'
import { errorMessage, showFieldErrors } from '../../api/error-message.ts'
import { checkVideoFile } from './video-file.ts'
import { detailFields, detailSchemas, toDetails, type VideoDetails } from './video-details.ts'
import { useMarkUploading } from './uploads/use-is-uploading.ts'
import { useTransfer } from './uploads/use-transfer.ts'
import { useTitleFromFile } from './use-title-from-file.ts'
import { invalidateVideos } from './use-admin-videos.ts'

export type SavedVideo = { message: string; video: AdminVideo }
export type VideoDetailsFormOptions = {
  /** The video that is changed; without one, a new one. */
  video?: AdminVideo | undefined
  file: File | undefined
  otherwise: string
  onDone: (reply: SavedVideo) => void
}

export function useVideoDetailsForm({ video, file, otherwise, onDone }: VideoDetailsFormOptions) {
  const use = video ? 'replacement' : 'new'
  const form = useForm<VideoDetails>({
    defaultValues: toDetails(video),
    mode: 'onTouched',
    resolver: zodResolver(detailSchemas[use], undefined, { raw: true }),
  })
  const { send, forget, ...way } = useTransfer(video?._id ?? null)
  const [fileRefusal, setFileRefusal] = useState<{ file: File | undefined; message: string }>()
  const [refusal, setRefusal] = useState<string>()
  const isBusy = form.formState.isSubmitting
  useMarkUploading(isBusy)
  useTitleFromFile(form, video ? undefined : file)

  async function store(texts: VideoDetails) {
    const upload = file && (await send(file, texts))
    if (file && upload === undefined) return setRefusal('Upload stopped. Nothing was saved.')
    const reply = await save(video, { ...texts, ...(upload !== undefined && { upload }) })
    forget()
    form.reset(toDetails(video && reply.video))
    onDone(reply)
    await invalidateVideos()
  }

  function refuse(error: unknown) {
    if (error instanceof ApiError && isAboutFile(error)) {
      forget()
      return setFileRefusal({ file, message: errorMessage(error, otherwise) })
    }
    if (!showFieldErrors(error, detailFields, form.setError)) setRefusal(errorMessage(error, otherwise))
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const element = event.currentTarget
    const problem = checkVideoFile(file, use)
    setFileRefusal(problem === undefined ? undefined : { file, message: problem })
    setRefusal(undefined)
    void form.handleSubmit(async (texts) => {
      if (problem) return element.querySelector<HTMLElement>('input[type=file]')?.focus()
      await store(texts).catch(refuse)
    })()
  }

  const fileError = fileRefusal?.file === file ? fileRefusal?.message : file && checkVideoFile(file, use)
  return { form, way, fileError, refusal, submit, isBusy }
}

function save(video: AdminVideo | undefined, texts: VideoDetails & { upload?: string }): Promise<SavedVideo> {
  if (!video) return callApi(uploadVideo, { body: texts })
  return callApi(updateVideo, { params: { id: video._id }, body: texts })
}

/** Of the file's content, its size, or an upload that the server has lost meanwhile. */
function isAboutFile({ code, errors }: ApiError): boolean {
  const isNamed = errors.some(({ path }) => path === 'video' || path === 'upload')
  return code === 'not_playable' || code === 'too_large' || isNamed
}
