// What admins do with many videos.
import { z } from 'zod'
import { deleteVideo } from '../videos/admin/delete-video.ts'
import { restoreVisibility, setVisibility } from '../videos/admin/set-visibility.ts'
import { findVideoById } from '../videos/queries.ts'
import { fail } from '../platform/http/errors.ts'
import type { BulkActions } from './action.ts'

const VisibilityBefore = z.object({
  access: z.enum(['free', 'premium']),
  isDraft: z.boolean(),
  publishAt: z.coerce.date().nullable(),
})

export const videoActions: BulkActions<`videos.${'visibility' | 'delete'}`> = {
  'videos.visibility': {
    run: async (app, who, { target: { id }, options: choice }) => {
      const { access, isDraft, publishAt } = (await findVideoById(app.db, id)) ?? fail('video_not_found')
      await setVisibility(app, who, { id, choice })
      return { access, isDraft, publishAt }
    },
    undo: (app, who, { target: { id }, before }) =>
      restoreVisibility(app, who, { id, before: VisibilityBefore.parse(before) }),
  },
  // Not in a transaction with others, because it removes the files of the video once its row is deleted. Repeated after a
  // crash, it finds no video.
  'videos.delete': { isOutside: true, run: (app, who, { target }) => deleteVideo(app, who, target.id) },
}
