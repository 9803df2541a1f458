import type { MoralValue } from '@baobab/contract/videos/endpoints.ts'
import { type AdminVideo, publishChoices, VideoForm, VideoUpdate, VideoValues } from '@baobab/contract/videos/admin.ts'
import { videosAdminText } from '@baobab/contract/videos/text.ts'
import * as z from 'zod/mini'
import { fromLagosField, toLagosField } from '../../notifications/admin/lagos-time.ts'

export type PublishChoice = (typeof publishChoices)[number]

/** Who sees a video, as form fields. */
export type VideoVisibility = {
  access: 'free' | 'premium'
  publish: PublishChoice
  /** In Lagos time, in the format of a datetime-local input; '' if no time was chosen. */
  publishAt: string
}

/** What an admin types and selects for a video, except its file. Who sees an existing video is changed in another form. */
export type VideoDetails = VideoVisibility & {
  title: string
  description: string
  transcript: string
  values: MoralValue[]
  speech: AdminVideo['speech']
  /** '' for no series. */
  seriesId: string
}

const fields = {
  title: true,
  description: true,
  access: true,
  transcript: true,
  values: true,
  speech: true,
  seriesId: true,
} as const
const publication = { publish: z.enum(publishChoices), publishAt: z.string() }
const hasTime = z.refine<VideoVisibility>(
  ({ publish, publishAt }) => publish !== 'later' || fromLagosField(publishAt) !== undefined,
  { path: ['publishAt'], error: videosAdminText.publishAtMissing },
)
export const detailSchemas = {
  new: z.extend(z.required(z.pick(VideoForm, fields)), { values: VideoValues, ...publication }).check(hasTime),
  replacement: z.extend(z.required(z.pick(VideoUpdate, fields)), { values: VideoValues, ...publication }),
}
export const visibilitySchema = z.object({ access: z.enum(['free', 'premium']), ...publication }).check(hasTime)

export function toDetails(video: AdminVideo | undefined): VideoDetails {
  const visibility = toVisibility(video)
  if (!video)
    return { title: '', description: '', transcript: '', values: [], speech: 'unknown', seriesId: '', ...visibility }
  const { title, description, transcript, values, speech, series } = video
  return { title, description, transcript, values, speech, seriesId: series?._id ?? '', ...visibility }
}

/** Returns who sees a video, as form fields. A new video starts as a draft, so that an admin can look at it first. */
export function toVisibility(video: AdminVideo | undefined): VideoVisibility {
  const access = video?.access ?? 'free'
  if (!video || video.publication === 'draft') return { access, publish: 'draft', publishAt: '' }
  if (video.publication !== 'scheduled' || video.publishAt === null) return { access, publish: 'now', publishAt: '' }
  return { access, publish: 'later', publishAt: toLagosField(new Date(video.publishAt)) }
}

/** Returns what the endpoints expect: a time only for a video that is published later. */
export function toVisibilityBody({ access, publish, publishAt }: VideoVisibility) {
  const at = publish === 'later' ? fromLagosField(publishAt) : undefined
  return { access, publish, ...(at !== undefined && { publishAt: at }) }
}
