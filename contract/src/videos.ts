// Moral videos: the list, what a student has watched, and what an admin uploads.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { DESCRIPTION_MAX, TITLE_MAX, VIDEO_BYTES } from './limits.ts'
import { text } from './text.ts'

const group = 'Videos'

export const title = field
  .requiredText({ name: 'Title', max: TITLE_MAX })
  .refine((value) => value !== '.' && value !== '..', 'Title cannot be a dot')
const describing = { name: 'Description', max: DESCRIPTION_MAX, lines: true }
export const description = field.optionalText(describing)
export const access = z.enum(['free', 'premium'])

/** The key under which titles are unique (decisions 3). */
export function titleKey(value: string): string {
  return field.tidy(value).toLowerCase()
}

export const Video = z
  .object({
    _id: z.string(),
    title: z.string(),
    description: z.string(),
    access,
    /** Premium and not paid for: the title and the poster show, the file does not. */
    isLocked: z.boolean(),
    videoUrl: z.string().optional(),
    posterUrl: z.string().nullable(),
    captionsUrl: z.string().nullable(),
    durationSeconds: z.number().nullable(),
    sizeBytes: z.number().int(),
    questionCounts: z.object({ '5-10': z.number().int(), '11-20': z.number().int() }),
    /** The caller's own; false and null for visitors. */
    isWatched: z.boolean(),
    positionSeconds: z.number().nullable(),
    seenAt: field.instant.nullable(),
    createdAt: field.instant,
  })
  .meta({ id: 'Video' })
export type Video = z.infer<typeof Video>

/** The video to resume: the last one left unfinished, else the first unwatched, else none (decisions 3). */
export function videoToResume<V extends Pick<Video, 'isLocked' | 'isWatched' | 'seenAt'>>(
  videos: readonly V[],
): V | undefined {
  const open = videos.filter((video) => !video.isWatched && !video.isLocked)
  const begun = open.filter((video) => video.seenAt !== null)
  begun.sort((a, b) => (b.seenAt ?? '').localeCompare(a.seenAt ?? ''))
  return begun[0] ?? open[0]
}

export const listVideos = endpoint({
  group,
  method: 'GET',
  path: '/api/videos',
  who: 'anyone',
  summary: "All videos in the operator's order; with a student's token also what that student has watched",
  reply: z.array(Video),
})

const ofVideo = z.object({ id: field.id })

export const watchVideo = endpoint({
  group,
  method: 'PUT',
  path: '/api/videos/:id/watch',
  who: 'student',
  summary: 'Marks a video as watched',
  unauthorised: text.authenticationRequired,
  params: ofVideo,
  reply: z.object({ message: z.string(), isWatched: z.literal(true) }),
  fails: ['video_not_found', 'payment_needed'],
})

export const saveProgress = endpoint({
  group,
  method: 'PUT',
  path: '/api/videos/:id/progress',
  who: 'student',
  summary: 'Keeps the place at which the student left a video',
  unauthorised: text.authenticationRequired,
  params: ofVideo,
  body: z.strictObject({ positionSeconds: z.number().min(0).max(86_400) }),
  reply: z.object({ positionSeconds: z.number() }),
  fails: ['video_not_found', 'payment_needed'],
})

export const VideoForm = z.strictObject({ title, description: description.optional(), access: access.optional() })

/** What an update holds: both texts are needed there (spec 5). */
export const VideoChange = z.strictObject({
  title,
  description: field.requiredText(describing),
  access: access.optional(),
})

/** What the console sees of a video besides what students see. */
export const AdminVideo = Video.extend({
  state: z.enum(['processing', 'ready', 'failed']),
  failure: z.string().nullable(),
}).meta({ id: 'AdminVideo' })
export type AdminVideo = z.infer<typeof AdminVideo>

export const uploadVideo = endpoint({
  group,
  method: 'POST',
  path: '/api/videos/upload',
  who: 'admin',
  summary: 'Uploads a video as multipart: video, title, description, access',
  unauthorised: text.authenticationRequired,
  body: VideoForm,
  files: ['video'],
  bodyLimit: VIDEO_BYTES,
  status: 201,
  reply: z.object({ message: z.string(), video: AdminVideo }),
  fails: ['title_taken', 'not_playable', 'storage_full'],
})

export const updateVideo = endpoint({
  group,
  method: 'PUT',
  path: '/api/videos/:id',
  who: 'admin',
  summary: 'Changes title and description, and the file where one is sent (mp4)',
  params: ofVideo,
  body: VideoChange,
  files: ['video'],
  bodyLimit: VIDEO_BYTES,
  reply: z.object({ message: z.string(), video: AdminVideo }),
  fails: ['video_not_found', 'title_taken', 'not_playable', 'storage_full'],
})

export const deleteVideo = endpoint({
  group,
  method: 'DELETE',
  path: '/api/videos/:id',
  who: 'admin',
  summary: 'Deletes a video and its trivia; points already earned stay',
  params: ofVideo,
  reply: z.object({ message: z.string() }),
  fails: ['video_not_found'],
})

export const listAdminVideos = endpoint({
  group,
  method: 'GET',
  path: '/admin/video-list',
  who: 'admin',
  summary: "The console's own list of videos, newest first, the failed ones too",
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    cursor: z.string().max(200).optional(),
  }),
  reply: z.object({ videos: z.array(AdminVideo), nextCursor: z.string().nullable() }),
})
