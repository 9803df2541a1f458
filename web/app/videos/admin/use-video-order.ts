import { listAdminVideos, orderVideos } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { findMoveTarget, findPlaceTarget, moveButtonId, type MoveDirection } from '../../ui/list-order.ts'
import { toast } from '../../ui/toast.tsx'
import { placeFieldId } from './place-form.tsx'
import { useAdminVideos } from './use-admin-videos.ts'

/** The order of all videos, and the ways to move one. */
export type VideoOrder = {
  ids: readonly string[]
  onMove: (id: string, direction: MoveDirection) => void
  /** Moves a video to a place, from 1. */
  onPlace: (id: string, place: number) => void
  onDrop: (id: string, target: { id: string; side: 'before' | 'after' }) => void
}

/** Returns the order in which students see all videos, which also has those that they do not see yet. */
export function useVideoOrder(): VideoOrder {
  const send = useApiMutation(orderVideos, { changes: [listAdminVideos, listVideos] })
  const videos = useAdminVideos().data ?? []
  const ids = videos.toSorted((a, b) => a.position - b.position || a._id.localeCompare(b._id)).map(({ _id }) => _id)

  async function move(id: string, target: { before: string | null } | undefined, focusId?: string) {
    if (!target || send.isPending) return
    try {
      const { message } = await send.mutateAsync({ body: { id, ...target } })
      toast(message)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
    }
    // The video has moved in the page, which in some browsers removes the focus from its control.
    if (focusId !== undefined) document.getElementById(focusId)?.focus()
  }

  return {
    ids,
    onMove: (id, direction) => void move(id, findMoveTarget(ids, id, direction), moveButtonId(id, direction)),
    onPlace: (id, place) => void move(id, findPlaceTarget(ids, id, place), placeFieldId(id)),
    onDrop: (id, { id: over, side }) => {
      const place = ids.filter((one) => one !== id).indexOf(over) + (side === 'before' ? 1 : 2)
      if (id !== over) void move(id, findPlaceTarget(ids, id, place))
    },
  }
}
