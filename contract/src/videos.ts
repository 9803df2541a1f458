// Moral videos: the list, what a student has watched, and what an admin uploads.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { CAPTIONS_BYTES, DESCRIPTION_MAX, POSTER_BYTES, TRANSCRIPT_MAX, TITLE_MAX, VIDEO_BYTES } from './limits.ts'
import { commonText } from './common-text.ts'
import { videosText } from './videos-text.ts'

const group = 'Videos'

export const title = field
  .requiredText({ name: 'Title', max: TITLE_MAX })
  .refine((value) => value !== '.' && value !== '..', 'Title cannot be a dot')
const describing = { name: 'Description', max: DESCRIPTION_MAX, lines: true }
export const description = field.optionalText(describing)
export const access = z.enum(['free', 'premium'])

/** The text that stands in for a film where somebody has no data for it; where there is none, the captions do. */
export const transcript = field.optionalText({ name: 'Story', max: TRANSCRIPT_MAX, lines: true })

/** What a student chooses between: the lowest picture, up to 480 lines, up to 720 lines, the sound alone. */
export const qualities = ['saver', 'standard', 'sharp', 'sound'] as const
export const Quality = z.enum(qualities)
export type Quality = z.infer<typeof Quality>

/** One choice of a film with what a whole play of it costs. A film without a stream has none. */
export const Rendition = z.object({
  quality: Quality,
  /** Lines of the picture at most; null for the sound. */
  height: z.number().int().nullable(),
  bytes: z.number().int(),
  /** The playlist of this one rung, and the one file it names; neither where the video is locked. */
  playlistUrl: z.string().optional(),
  fileUrl: z.string().optional(),
})
export type Rendition = z.infer<typeof Rendition>

/** The key under which titles are unique (decisions 3). */
export function titleKey(value: string): string {
  return field.normalizeText(value).toLowerCase()
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
    /** The playlist of all rungs (HLS); missing while the stream is not made. */
    streamUrl: z.string().optional(),
    renditions: z.array(Rendition),
    transcript: z.string(),
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
  unauthorised: commonText.authenticationRequired,
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
  unauthorised: commonText.authenticationRequired,
  params: ofVideo,
  body: z.strictObject({ positionSeconds: z.number().min(0).max(86_400) }),
  reply: z.object({ positionSeconds: z.number() }),
  fails: ['video_not_found', 'payment_needed'],
})

/** A resumable upload that has arrived whole (tus); it takes the place of the file in the form. */
const upload = z.string().regex(/^[0-9a-f]{32}$/, videosText.uploadGone)

export const VideoForm = z.strictObject({
  title,
  description: description.optional(),
  access: access.optional(),
  transcript: transcript.optional(),
  upload: upload.optional(),
})

/** What an update holds: both texts are needed there (spec 5). */
export const VideoChange = z.strictObject({
  title,
  description: field.requiredText(describing),
  access: access.optional(),
  transcript: transcript.optional(),
  upload: upload.optional(),
})

/** Bytes of a form's texts: the longest story, however its characters are written. */
const TEXT_BYTES = 8 * TRANSCRIPT_MAX

/** What the console sees of a video besides what students see. */
export const AdminVideo = Video.extend({
  state: z.enum(['processing', 'ready', 'failed']),
  failure: z.string().nullable(),
  /** How far the making of the stream is, 0 to 100; null where none is being made. */
  progress: z.number().int().nullable(),
  /** What is missing for more than the film as it came; null where nothing is. */
  note: z.string().nullable(),
}).meta({ id: 'AdminVideo' })
export type AdminVideo = z.infer<typeof AdminVideo>

export const uploadVideo = endpoint({
  group,
  method: 'POST',
  path: '/api/videos/upload',
  who: 'admin',
  summary: 'Uploads a video as multipart: video, title, description, access',
  unauthorised: commonText.authenticationRequired,
  body: VideoForm,
  files: ['video'],
  bodyLimit: VIDEO_BYTES,
  textLimit: TEXT_BYTES,
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
  textLimit: TEXT_BYTES,
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

/** Where resumable uploads go: the tus protocol 1.0, outside this contract's JSON. Admins only. */
export const UPLOADS_PATH = '/api/uploads'

/** Seconds from a film's start; a form sends its digits. */
const moment = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,5}(\.\d{1,9})?$/)
      .transform(Number),
  ])
  .pipe(z.number().min(0).max(86_400))

export const setPoster = endpoint({
  group,
  method: 'PUT',
  path: '/api/videos/:id/poster',
  who: 'admin',
  summary: 'Takes a picture, or a frame of the film, as the poster',
  params: ofVideo,
  body: z.strictObject({ atSeconds: moment.optional() }),
  files: ['poster'],
  bodyLimit: POSTER_BYTES,
  reply: z.object({ message: z.string(), video: AdminVideo }),
  fails: ['video_not_found', 'not_a_picture', 'storage_full'],
})

export const setCaptions = endpoint({
  group,
  method: 'PUT',
  path: '/api/videos/:id/captions',
  who: 'admin',
  summary: 'Takes captions (WebVTT) in place of those before; without a file it takes them away',
  params: ofVideo,
  body: z.strictObject({}),
  files: ['captions'],
  bodyLimit: CAPTIONS_BYTES,
  reply: z.object({ message: z.string(), video: AdminVideo }),
  fails: ['video_not_found', 'not_captions', 'storage_full'],
})

export const reprocessVideo = endpoint({
  group,
  method: 'POST',
  path: '/api/videos/:id/process',
  who: 'admin',
  summary: 'Makes the stream of a video again',
  params: ofVideo,
  reply: z.object({ message: z.string(), video: AdminVideo }),
  fails: ['video_not_found'],
})

export const orderVideos = endpoint({
  group,
  method: 'PUT',
  path: '/api/videos/order',
  who: 'admin',
  summary: "Puts a video before another in everybody's list, or at its end",
  body: z.strictObject({ id: field.id, before: field.id.nullable() }),
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
    search: z.string().max(TITLE_MAX).optional(),
  }),
  reply: z.object({ videos: z.array(AdminVideo), nextCursor: z.string().nullable() }),
})
