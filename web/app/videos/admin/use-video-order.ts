import { listAdminVideos, orderVideos } from '@baobab/contract/videos-admin.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { findMoveTarget, moveButtonId, type MoveDirection } from '../../ui/list-order.ts'
import { toast } from '../../ui/toast.tsx'

/** The order in which students see videos, and how to change it. Reads nothing until `isEnabled`. */
export function useVideoOrder(isEnabled: boolean) {
  const list = useQuery({ ...apiQuery(listVideos, {}), enabled: isEnabled })
  const send = useApiMutation(orderVideos, { changes: [listAdminVideos, listVideos] })
  const ids = list.data?.map(({ _id }) => _id)

  async function move(id: string, direction: MoveDirection) {
    const target = ids && findMoveTarget(ids, id, direction)
    if (!target || send.isPending) return
    try {
      const { message } = await send.mutateAsync({ body: { id, ...target } })
      toast(message)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
    }
    // The card has moved in the page, and a browser may take the focus from an element that moves.
    document.getElementById(moveButtonId(id, direction))?.focus()
  }

  return { ids, move }
}
