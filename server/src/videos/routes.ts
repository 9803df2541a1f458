import * as contract from '@baobab/contract/videos/endpoints.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { readList } from '../platform/database/read-list.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { sendVisitorReply } from '../platform/http/visitor-replies.ts'
import { addBookmark, removeBookmark } from './bookmark-video.ts'
import { listVideos } from './queries.ts'
import { reportPlayed } from './report-played.ts'
import { saveProgress } from './save-progress.ts'
import { addSharedPictureRoute } from './shared-picture.ts'
import type { CountQuestions } from './video-reply.ts'
import { addVisitorVideos, asksForPage, readVideoPage, renderVideoPage } from './visitor-videos.ts'
import { watchVideo } from './watch-video.ts'

export function addVideoRoutes(context: RouteContext, countQuestions: CountQuestions): void {
  const { app } = context
  addSharedPictureRoute(context)
  const readVisitorVideos = addVisitorVideos(context.visitorReplies, app, countQuestions)
  route(context, contract.listVideoPage, async ({ who, query, request, reply }) => {
    const isPage = asksForPage(query)
    if (!who) {
      const visitorReply = await readVisitorVideos()
      const document = isPage ? renderVideoPage(visitorReply.value as Video[], query) : visitorReply.document
      // The cursor's video may have been withdrawn since.
      if (document) return sendVisitorReply(request, reply, { ...visitorReply, document })
    }
    if (isPage) return readVideoPage(app, who, query, countQuestions)
    return readList(app, (reader) => listVideos(reader, who, countQuestions))
  })
  route(context, contract.watchVideo, async ({ who, params }) => {
    await watchVideo(app, who, params.id)
    return { message: videosText.videoWatched, isWatched: true as const }
  })
  route(context, contract.saveProgress, async ({ who, params, body }) => ({
    positionSeconds: await saveProgress(app, who, { videoId: params.id, ...body }),
  }))
  route(context, contract.reportPlayed, ({ who, params, body }) =>
    reportPlayed(app, who, { videoId: params.id, ...body }),
  )
  route(context, contract.addBookmark, async ({ who, params }) => {
    await addBookmark(app, who, params.id)
    return { message: videosText.bookmarkAdded, isBookmarked: true as const }
  })
  route(context, contract.removeBookmark, async ({ who, params }) => {
    await removeBookmark(app, who, params.id)
    return { message: videosText.bookmarkRemoved, isBookmarked: false as const }
  })
}
