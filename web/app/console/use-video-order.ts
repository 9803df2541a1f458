import { listAdminVideos, listVideos, orderVideos } from '@baobab/contract/videos.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { useQuery } from '@tanstack/react-query'
import { q, useSend } from '../api/q.ts'
import { toast } from '../ui/toast.tsx'
import { wordsOf } from './refusal.ts'
import { placeFor, type Move } from './video-order.ts'

export const moveButtonId = (id: string, move: Move) => `move-${move}-${id}`

/** The order that students see, and a way to change it. */
export function useVideoOrder(isAsked: boolean) {
  const list = useQuery({ ...q(listVideos, {}), enabled: isAsked })
  const send = useSend(orderVideos, { changes: [listAdminVideos, listVideos] })
  const ids = list.data?.map(({ _id }) => _id)

  async function move(id: string, move: Move) {
    const place = ids && placeFor(ids, id, move)
    if (!place || send.isPending) return
    try {
      const { message } = await send.mutateAsync({ body: { id, ...place } })
      toast(message)
    } catch (error) {
      toast(wordsOf(error, commonText.somethingWentWrong), { kind: 'bad' })
    }
    // The card has moved in the page, and a browser may take the focus from what moves.
    document.getElementById(moveButtonId(id, move))?.focus()
  }

  return { ids, move }
}
