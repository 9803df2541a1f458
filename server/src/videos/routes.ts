import { videosText } from '@baobab/contract/videos-text.ts'
import * as adminContract from '@baobab/contract/videos-admin.ts'
import * as contract from '@baobab/contract/videos.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { deleteVideo } from './admin/delete-video.ts'
import { orderVideos } from './admin/order-videos.ts'
import { reprocessVideo } from './admin/reprocess-video.ts'
import { listAdminVideos, listVideos } from './queries.ts'
import { addResumableUploadRoutes } from './resumable-upload/routes.ts'
import { saveProgress } from './save-progress.ts'
import { setCaptions } from './admin/set-captions.ts'
import { setPoster } from './admin/set-poster.ts'
import { updateVideo } from './admin/update-video.ts'
import { uploadVideo } from './admin/upload-video.ts'
import { watchVideo } from './watch-video.ts'

export function addVideoRoutes(context: RouteContext): void {
  const { app } = context
  addResumableUploadRoutes(context)
  route(context, contract.listVideos, ({ who }) => listVideos(app, who))
  route(context, contract.watchVideo, async ({ who, params }) => {
    await watchVideo(app, who, params.id)
    return { message: videosText.videoWatched, isWatched: true as const }
  })
  route(context, contract.saveProgress, async ({ who, params, body }) => ({
    positionSeconds: await saveProgress(app, who, { videoId: params.id, ...body }),
  }))
  route(context, adminContract.listAdminVideos, ({ who, query }) => listAdminVideos(app, who, query))
  route(context, adminContract.uploadVideo, async ({ who, body, uploads }) => ({
    message: videosText.videoUploaded,
    video: await uploadVideo(app, who, { form: body, upload: uploads['video'] }),
  }))
  route(context, adminContract.updateVideo, async ({ who, params, body, uploads }) => ({
    message: videosText.videoUpdated,
    video: await updateVideo(app, who, { id: params.id, form: body, upload: uploads['video'] }),
  }))
  route(context, adminContract.setPoster, async ({ who, params, body, uploads }) => ({
    message: videosText.posterChanged,
    video: await setPoster(app, who, { id: params.id, atSeconds: body.atSeconds, upload: uploads['poster'] }),
  }))
  route(context, adminContract.setCaptions, async ({ who, params, uploads }) => ({
    message: videosText.captionsChanged,
    video: await setCaptions(app, who, { id: params.id, upload: uploads['captions'] }),
  }))
  route(context, adminContract.reprocessVideo, async ({ who, params }) => ({
    message: videosText.processingAgain,
    video: await reprocessVideo(app, who, params.id),
  }))
  route(context, adminContract.orderVideos, async ({ who, body }) => {
    await orderVideos(app, who, body)
    return { message: videosText.videosOrdered }
  })
  route(context, adminContract.deleteVideo, async ({ who, params }) => {
    await deleteVideo(app, who, params.id)
    return { message: videosText.videoDeleted }
  })
}
