import { videosText } from '@baobab/contract/videos-text.ts'
import { listAdminVideos, setCaptions, type AdminVideo } from '@baobab/contract/videos-admin.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { useState } from 'react'
import { useApiMutation } from '../../api/query.ts'
import { toast } from '../../ui/toast.tsx'
import { errorMessage } from '../../api/error-message.ts'
import { checkCaptionsFile } from './captions-file.ts'

/** Sends captions, or takes them away. */
export function useCaptionsFile({ _id }: AdminVideo) {
  const send = useApiMutation(setCaptions, { changes: [listAdminVideos, listVideos] })
  const [problem, setProblem] = useState<string>()
  const [isRemoving, setRemoving] = useState(false)

  async function store(body: FormData) {
    const reply = await send.mutateAsync({ params: { id: _id }, body }).catch(() => undefined)
    if (reply) toast(reply.message)
  }

  async function put(file: File) {
    const found = checkCaptionsFile(file)
    setProblem(found)
    setRemoving(false)
    if (found !== undefined) return
    const form = new FormData()
    form.set('captions', file)
    await store(form)
  }

  async function remove() {
    setProblem(undefined)
    setRemoving(true)
    await store(new FormData())
  }

  const error = problem ?? (send.error ? errorMessage(send.error, videosText.videoUpdateFailed) : undefined)
  return { put, remove, isPutting: send.isPending && !isRemoving, isRemoving: send.isPending && isRemoving, error }
}
