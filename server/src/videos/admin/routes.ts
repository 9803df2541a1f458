import * as contract from '@baobab/contract/videos/admin.ts'
import { readCalendar as readCalendarEndpoint } from '@baobab/contract/videos/calendar.ts'
import { videosAdminText, videosReplyText } from '@baobab/contract/videos/text.ts'
import { readList } from '../../platform/database/read-list.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import type { VideoRow } from '../tables.ts'
import { findSeriesOf } from '../queries.ts'
import { toAdminVideoReply, type CountQuestions } from '../video-reply.ts'
import { deleteVideo } from './delete-video.ts'
import { listAdminVideos } from './list-admin-videos.ts'
import { orderVideos } from './order-videos.ts'
import { readCalendar } from './read-calendar.ts'
import { reprocessVideo } from './reprocess-video.ts'
import { setCaptions } from './captions/set-captions.ts'
import { setPoster } from './set-poster.ts'
import { setVisibility } from './set-visibility.ts'
import { updateVideo } from './update-video.ts'
import { uploadVideo } from './upload-video.ts'

export function addVideoAdminRoutes(context: RouteContext, countQuestions: CountQuestions): void {
  const { app } = context
  const reply = async (message: string, who: AdminUser, video: VideoRow) => {
    const questionCounts = await countQuestions(app.db, [video.id])
    const series = await findSeriesOf(app.db, video)
    return { message, video: toAdminVideoReply(app, who, { video, series, questionCounts: questionCounts(video.id) }) }
  }
  route(context, contract.listAdminVideos, ({ who, query }) =>
    readList(app, (reader) => listAdminVideos(reader, who, query, countQuestions)),
  )
  route(context, readCalendarEndpoint, ({ who, query }) =>
    readList(app, (reader) => readCalendar(reader, who, query.month)),
  )
  route(context, contract.uploadVideo, async ({ who, body, uploads }) => {
    const video = await uploadVideo(app, who, { form: body, upload: uploads['video'] })
    return reply(videosReplyText.videoUploaded, who, video)
  })
  route(context, contract.updateVideo, async ({ who, params, body, uploads }) => {
    const video = await updateVideo(app, who, { id: params.id, form: body, upload: uploads['video'] })
    return reply(videosReplyText.videoUpdated, who, video)
  })
  route(context, contract.setVisibility, async ({ who, params, body }) => {
    const video = await setVisibility(app, who, { id: params.id, choice: body })
    return reply(videosAdminText.visibilityChanged, who, video)
  })
  route(context, contract.setPoster, async ({ who, params, body, uploads }) => {
    const { atSeconds } = body
    const video = await setPoster(app, who, { id: params.id, atSeconds, upload: uploads['poster'] })
    return reply(videosReplyText.posterChanged, who, video)
  })
  route(context, contract.setCaptions, async ({ who, params, body, uploads }) => {
    const video = await setCaptions(app, who, { id: params.id, language: body.language, upload: uploads['captions'] })
    return reply(videosReplyText.captionsChanged, who, video)
  })
  route(context, contract.reprocessVideo, async ({ who, params }) => {
    const video = await reprocessVideo(app, who, params.id)
    return reply(videosReplyText.processingAgain, who, video)
  })
  route(context, contract.orderVideos, async ({ who, body }) => {
    await orderVideos(app, who, body)
    return { message: videosReplyText.videosOrdered }
  })
  route(context, contract.deleteVideo, async ({ who, params }) => {
    await deleteVideo(app, who, params.id)
    return { message: videosReplyText.videoDeleted }
  })
}
