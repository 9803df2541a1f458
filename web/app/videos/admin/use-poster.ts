import { listAdminVideos, setPoster, type AdminVideo } from '@baobab/contract/videos-admin.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import { POSTER_BYTES } from '@baobab/contract/limits.ts'
import { errorCodes } from '@baobab/contract/errors.ts'
import { useState } from 'react'
import { useApiMutation } from '../../api/query.ts'
import { errorMessage } from '../../api/error-message.ts'
import { toast } from '../../ui/toast.tsx'

/** Sends a poster: a picture, or the moment of the film that is to be one. */
export function usePoster(video: AdminVideo) {
  const send = useApiMutation(setPoster, { changes: [listAdminVideos, listVideos] })
  const [problem, setProblem] = useState<string>()

  async function store(body: FormData | { atSeconds: number }) {
    setProblem(undefined)
    const reply = await send.mutateAsync({ params: { id: video._id }, body }).catch(() => undefined)
    if (reply) toast(reply.message)
  }

  async function takePicture(picture: Blob) {
    if (picture.size > POSTER_BYTES) return setProblem(errorCodes.too_large.message)
    const form = new FormData()
    form.set('poster', picture, 'poster')
    await store(form)
  }

  /** A server without ffmpeg cannot take a frame; the browser that shows it can. */
  async function takeFrame(film: HTMLVideoElement) {
    const picture = video.note === null ? undefined : await pictureOf(film)
    await (picture ? takePicture(picture) : store({ atSeconds: film.currentTime }))
  }

  const error = problem ?? (send.error ? errorMessage(send.error, videosText.videoUpdateFailed) : undefined)
  return { takePicture, takeFrame, isSending: send.isPending, error }
}

/** Undefined where the browser may not read the film's pixels, as from another origin. */
async function pictureOf(film: HTMLVideoElement): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = film.videoWidth
  canvas.height = film.videoHeight
  try {
    canvas.getContext('2d')?.drawImage(film, 0, 0)
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    return picture ?? undefined
  } catch {
    return undefined
  }
}
