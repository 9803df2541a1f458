import type { ErrorCodes } from '../kernel/error-codes.ts'
import { seriesText } from './series-text.ts'
import { videosAdminText } from './admin-text.ts'
import { videosReplyText } from './replies-text.ts'
import { videosText } from './text.ts'

export const videosErrors = {
  link_invalid: { status: 403, message: 'This link has expired. Please reload the page.' },
  video_not_found: { status: 404, message: videosText.videoNotFound },
  series_not_found: { status: 404, message: seriesText.seriesNotFound },
  title_taken: { status: 409, message: videosAdminText.titleTaken },
  same_file: { status: 409, message: videosAdminText.sameFile },
  series_title_taken: { status: 409, message: seriesText.seriesTitleTaken },
  too_many_bookmarks: { status: 409, message: videosText.tooManyBookmarks },
  upload_conflict: { status: 409, message: videosReplyText.uploadConflict },
  not_playable: { status: 422, message: videosText.notPlayable },
  not_captions: { status: 422, message: videosText.notCaptions },
} as const satisfies ErrorCodes
