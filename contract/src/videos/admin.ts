// Moral videos as admins manage them: uploads, posters, captions, the order, and the admin's own list.
import * as mini from 'zod/mini'
import * as field from '../kernel/fields.ts'
import {
  DESCRIPTION_MAX,
  TRANSCRIPT_MAX,
  VIDEO_VALUES_MAX,
  CAPTIONS_BYTES,
  POSTER_BYTES,
  VIDEO_BYTES,
  TITLE_MAX,
} from './rules.ts'
import { access, moralValue, publications, QuestionCounts, speech, Video, videoParams } from './endpoints.ts'
import { videosReplyText, videosText } from './text.ts'
import { z } from 'zod'
import { languages } from '../kernel/languages.ts'
import { commonText } from '../kernel/text.ts'
import { endpoint } from '../kernel/endpoint.ts'

// How admins describe a video.

const title = field
  .requiredText({ name: 'Title', max: TITLE_MAX })
  .check(mini.refine((value) => value !== '.' && value !== '..', 'Title cannot be a dot'))
const descriptionRules = { name: 'Description', max: DESCRIPTION_MAX, lines: true }
const description = field.optionalText(descriptionRules)

/** The text that students can read instead of watching. */
const transcript = field.optionalText({ name: 'Transcript', max: TRANSCRIPT_MAX, lines: true })

/** The id of a finished resumable upload (tus), sent in place of the file. */
const upload = mini.string().check(mini.regex(/^[0-9a-f]{32}$/, videosReplyText.uploadGone))

/** The moral values of a video. */
export const VideoValues = mini.array(moralValue).check(
  mini.maxLength(VIDEO_VALUES_MAX, videosText.tooManyValues),
  mini.refine((all) => new Set(all).size === all.length, 'Choose each value once.'),
)

/** The moral values in multipart forms, which send them as one comma-separated text; '' for none. */
const values = mini.pipe(
  mini.pipe(
    mini.union(
      [mini.array(mini.string().check(mini.maxLength(40))), mini.string().check(mini.maxLength(400))],
      'Unknown value',
    ),
    mini.transform((value: string | string[]) =>
      typeof value === 'string' ? value.split(',').filter(Boolean) : value,
    ),
  ),
  VideoValues,
)

/** When students see the video: now, not yet, or at `publishAt`. */
export const publishChoices = ['now', 'draft', 'later'] as const
export const visibility = {
  access: mini.optional(access),
  publish: mini.optional(mini.enum(publishChoices)),
  publishAt: mini.optional(
    mini.iso.datetime({ offset: true, error: field.INVALID_DATE }).check(mini.maxLength(40, field.INVALID_DATE)),
  ),
}

/** The series of the video; '' for none. */
const seriesId = mini.string().check(mini.maxLength(100))

export const VideoForm = mini.strictObject({
  title,
  description: mini.optional(description),
  ...visibility,
  transcript: mini.optional(transcript),
  values: mini.optional(values),
  speech: mini.optional(speech),
  seriesId: mini.optional(seriesId),
  upload: mini.optional(upload),
  /** With 'ask', a file that another video already has is refused, so that the form can ask; otherwise the file is accepted. */
  sameFile: mini.optional(mini.enum(['ask', 'accept'])),
})

/** Who sees a video. Omitted fields stay unchanged. */
export const VideoVisibility = mini.strictObject(visibility)

/** Unlike for a new video, the description is required. */
export const VideoUpdate = mini.strictObject({
  title,
  description: field.requiredText(descriptionRules),
  access: mini.optional(access),
  transcript: mini.optional(transcript),
  values: mini.optional(values),
  speech: mini.optional(speech),
  seriesId: mini.optional(seriesId),
  upload: mini.optional(upload),
})

const group = 'Videos'

/** The maximum size of a text field in bytes: the longest transcript, plus the overhead of its encoding. */
const TEXT_BYTES = 8 * TRANSCRIPT_MAX

/** A video as admins see it. */
export const AdminVideo = Video.extend({
  /** How many questions there are; students may be asked fewer. */
  poolCounts: QuestionCounts,
  publication: z.enum(publications),
  /** When students can see it or could first see it; null for drafts and for videos that were never scheduled. */
  publishAt: z.nullable(field.instant),
  /** Its position in the list of all videos, including those that students cannot see. */
  position: z.number().int(),
  state: z.enum(['processing', 'ready', 'failed']),
  failure: z.string().nullable(),
  /** Progress of the stream's encoding, 0 to 100; null while none is being encoded. */
  progress: z.number().int().nullable(),
  /** A warning that this server cannot make streams, or that it could not convert HDR; null otherwise. */
  note: z.string().nullable(),
}).meta({ id: 'AdminVideo' })
export type AdminVideo = z.infer<typeof AdminVideo>

export const uploadVideo = endpoint({
  group,
  method: 'POST',
  path: '/api/videos/upload',
  who: ['owner', 'content'],
  summary: 'Uploads a video as multipart: video, title, description, access, values, seriesId, publish, publishAt',
  unauthorised: commonText.authenticationRequired,
  body: VideoForm,
  files: ['video'],
  bodyLimit: VIDEO_BYTES,
  textLimit: TEXT_BYTES,
  status: 201,
  reply: z.object({ message: z.string(), video: AdminVideo }),
  fails: ['title_taken', 'same_file', 'series_not_found', 'not_playable', 'storage_full'],
})

export const updateVideo = endpoint({
  group,
  method: 'PUT',
  path: '/api/videos/:id',
  who: ['owner', 'content'],
  summary: 'Changes title, description, values and series, and the file where one is sent',
  params: videoParams,
  body: VideoUpdate,
  files: ['video'],
  bodyLimit: VIDEO_BYTES,
  textLimit: TEXT_BYTES,
  reply: z.object({ message: z.string(), video: AdminVideo }),
  fails: ['video_not_found', 'title_taken', 'series_not_found', 'not_playable', 'storage_full'],
})

export const deleteVideo = endpoint({
  group,
  method: 'DELETE',
  path: '/api/videos/:id',
  who: ['owner', 'content'],
  summary: 'Deletes a video and its trivia; points already earned stay',
  params: videoParams,
  reply: z.object({ message: z.string() }),
  fails: ['video_not_found'],
})

export const setVisibility = endpoint({
  group,
  method: 'PUT',
  path: '/api/videos/:id/visibility',
  who: ['owner', 'content'],
  summary: 'Sets who sees a video: free or premium; now, as a draft (admins only), or from a time on',
  params: videoParams,
  body: VideoVisibility,
  reply: z.object({ message: z.string(), video: AdminVideo }),
  fails: ['video_not_found'],
})

/** The path of resumable uploads, which use the tus protocol 1.0 and not this contract's JSON. Admins only. */
export const UPLOADS_PATH = '/api/uploads'

/** Seconds from the video's start; a multipart form sends them as text. */
const position = z
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
  who: ['owner', 'content'],
  summary: 'Sets the poster: a picture, or the frame of the video at a position',
  params: videoParams,
  body: z.strictObject({ atSeconds: position.optional() }),
  files: ['poster'],
  bodyLimit: POSTER_BYTES,
  reply: z.object({ message: z.string(), video: AdminVideo }),
  fails: ['video_not_found', 'not_a_picture', 'storage_full'],
})

export const setCaptions = endpoint({
  group,
  method: 'PUT',
  path: '/api/videos/:id/captions',
  who: ['owner', 'content'],
  summary:
    'Replaces the captions in one language (English by default): .vtt, .srt, .sbv, .ass or .ssa, stored as WebVTT; without a file it removes them',
  params: videoParams,
  body: z.strictObject({ language: z.enum(languages).optional() }),
  files: ['captions'],
  bodyLimit: CAPTIONS_BYTES,
  reply: z.object({ message: z.string(), video: AdminVideo }),
  fails: ['video_not_found', 'not_captions', 'storage_full'],
})

export const reprocessVideo = endpoint({
  group,
  method: 'POST',
  path: '/api/videos/:id/process',
  who: ['owner', 'content'],
  summary: 'Encodes the stream of a video again',
  params: videoParams,
  reply: z.object({ message: z.string(), video: AdminVideo }),
  fails: ['video_not_found'],
})

export const orderVideos = endpoint({
  group,
  method: 'PUT',
  path: '/api/videos/order',
  who: ['owner', 'content'],
  summary: 'Moves a video before another in the list of all videos, or to its end',
  body: z.strictObject({ id: field.id, before: z.nullable(field.id) }),
  reply: z.object({ message: z.string() }),
  fails: ['video_not_found'],
})

export const listAdminVideos = endpoint({
  group,
  method: 'GET',
  path: '/admin/video-list',
  who: ['owner', 'content', 'auditor'],
  summary: "The admin's list of videos, newest first, including failed ones",
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    cursor: z.string().max(200).optional(),
    search: z.string().max(TITLE_MAX).optional(),
  }),
  reply: z.object({ videos: z.array(AdminVideo), nextCursor: z.string().nullable() }),
})
