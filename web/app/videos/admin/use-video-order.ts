import { listAdminVideos, listVideos, orderVideos } from '@baobab/contract/videos.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { errorMessage } from '../../api/error-message.ts'
import { toast } from '../../ui/toast.tsx'
import { findMoveTarget, type MoveDirection } from '../../ui/list-order.ts'

export const moveButtonId = (id: string, move: MoveDirection) => `move-${move}-${id}`

/** The order that students see, and a way to change it. */
export function useVideoOrder(isAsked: boolean) {
  const list = useQuery({ ...apiQuery(listVideos, {}), enabled: isAsked })
  const send = useApiMutation(orderVideos, { changes: [listAdminVideos, listVideos] })
  const ids = list.data?.map(({ _id }) => _id)

  async function move(id: string, move: MoveDirection) {
    const place = ids && findMoveTarget(ids, id, move)
    if (!place || send.isPending) return
    try {
      const { message } = await send.mutateAsync({ body: { id, ...place } })
      toast(message)
    } catch (error) {
      toast(errorMessage(error, commonText.somethingWentWrong), { kind: 'bad' })
    }
    // The card has moved in the page, and a browser may take the focus from what moves.
    document.getElementById(moveButtonId(id, move))?.focus()
  }

  return { ids, move }
}
