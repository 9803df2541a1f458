// Admin actions on many videos.
import { z } from 'zod'
import { clearDeletedVideo, deleteVideoForUndo } from '../videos/admin/delete-video.ts'
import { orderVideos, undoMove, VideoMove } from '../videos/admin/order-videos.ts'
import { DeletedVideo, restoreVideo } from '../videos/admin/restore-video.ts'
import { restoreVisibility, setVisibility } from '../videos/admin/set-visibility.ts'
import { findVideoById } from '../videos/queries.ts'
import { fail } from '../platform/http/errors.ts'
import type { BulkActions } from './action.ts'

const Visibility = z.object({
  access: z.enum(['free', 'premium']),
  isDraft: z.boolean(),
  publishAt: z.coerce.date().nullable(),
})
const VisibilityChange = z.object({ from: Visibility, to: Visibility })

export const videoActions: BulkActions<`videos.${'visibility' | 'move' | 'delete'}`> = {
  'videos.visibility': {
    run: async (app, who, { target: { id }, options: choice }) => {
      const from = (await findVideoById(app.db, id)) ?? fail('video_not_found')
      const to = await setVisibility(app, who, { id, choice })
      return VisibilityChange.parse({ from, to })
    },
    undo: (app, who, { target: { id }, before }) =>
      restoreVisibility(app, who, { id, ...VisibilityChange.parse(before) }),
  },
  'videos.move': {
    isOrdered: true,
    run: (app, who, { target: { id }, options: { before } }) => orderVideos(app, who, { id, before }),
    undo: (app, who, { target: { id }, before }) => {
      // Runs from an earlier version stored less.
      const moved = VideoMove.safeParse(before)
      return moved.success ? undoMove(app, who, { id, moved: moved.data }) : fail('cannot_undo')
    },
  },
  'videos.delete': {
    run: async (app, who, { target: { id } }) => DeletedVideo.parse(await deleteVideoForUndo(app, who, id)),
    undo: (app, who, { target: { id }, before }) => restoreVideo(app, who, { id, before: DeletedVideo.parse(before) }),
    forget: (app, { target: { id } }) => clearDeletedVideo(app, id),
  },
}
