import { videosText } from '@baobab/contract/videos-text.ts'
import * as contract from '@baobab/contract/videos.ts'
import { route, type RouteContext } from '../platform/route.ts'
import { deleteVideo } from './delete-video.ts'
import { orderVideos } from './order-videos.ts'
import { processAgain } from './process-again.ts'
import { listAdminVideos, listVideos } from './queries.ts'
import { addResumableRoutes } from './resumable/routes.ts'
import { saveProgress } from './save-progress.ts'
import { setCaptions } from './set-captions.ts'
import { setPoster } from './set-poster.ts'
import { updateVideo } from './update-video.ts'
import { uploadVideo } from './upload-video.ts'
import { watchVideo } from './watch-video.ts'

export function addVideoRoutes(context: RouteContext): void {
  const { app } = context
  addResumableRoutes(context)
  route(context, contract.listVideos, ({ who }) => listVideos(app, who))
  route(context, contract.watchVideo, async ({ who, params }) => {
    await watchVideo(app, who, params.id)
    return { message: videosText.videoWatched, isWatched: true as const }
  })
  route(context, contract.saveProgress, async ({ who, params, body }) => ({
    positionSeconds: await saveProgress(app, who, { videoId: params.id, ...body }),
  }))
  route(context, contract.listAdminVideos, ({ who, query }) => listAdminVideos(app, who, query))
  route(context, contract.uploadVideo, async ({ who, body, uploads }) => ({
    message: videosText.videoUploaded,
    video: await uploadVideo(app, who, { form: body, upload: uploads['video'] }),
  }))
  route(context, contract.updateVideo, async ({ who, params, body, uploads }) => ({
    message: videosText.videoUpdated,
    video: await updateVideo(app, who, { id: params.id, form: body, upload: uploads['video'] }),
  }))
  route(context, contract.setPoster, async ({ who, params, body, uploads }) => ({
    message: videosText.posterChanged,
    video: await setPoster(app, who, { id: params.id, atSeconds: body.atSeconds, upload: uploads['poster'] }),
  }))
  route(context, contract.setCaptions, async ({ who, params, uploads }) => ({
    message: videosText.captionsChanged,
    video: await setCaptions(app, who, { id: params.id, upload: uploads['captions'] }),
  }))
  route(context, contract.processAgain, async ({ who, params }) => ({
    message: videosText.processingAgain,
    video: await processAgain(app, who, params.id),
  }))
  route(context, contract.orderVideos, async ({ who, body }) => {
    await orderVideos(app, who, body)
    return { message: videosText.videosOrdered }
  })
  route(context, contract.deleteVideo, async ({ who, params }) => {
    await deleteVideo(app, who, params.id)
    return { message: videosText.videoDeleted }
  })
}
