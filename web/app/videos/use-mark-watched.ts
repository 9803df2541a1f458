import { text } from '@baobab/contract/text.ts'
import { listVideos, watchVideo } from '@baobab/contract/videos.ts'
import { sentenceOf } from '../api/errors.ts'
import { invalidate, useSend } from '../api/q.ts'
import { toast } from '../ui/toast.tsx'
import { changeCachedVideo } from './cached-videos.ts'

/** Marks a video as watched; `onDone` runs once the server has said so. */
export function useMarkWatched(id: string, onDone: () => void) {
  const send = useSend(watchVideo)
  const mark = () =>
    send.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          changeCachedVideo(id, { isWatched: true })
          toast(text.videoWatched)
          onDone()
          void invalidate(listVideos)
        },
        onError: (error) => toast(sentenceOf(error, text.watchFailed), { kind: 'bad' }),
      },
    )
  return { mark, isSending: send.isPending }
}
