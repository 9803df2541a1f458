// Moral videos: the list of videos, and what a student has watched. Endpoints for admins are in admin.ts.
import * as mini from 'zod/mini'
import { z } from 'zod'
import { commonText } from '../kernel/text.ts'
import { languages } from '../kernel/languages.ts'
import { endpoint, type DeclarationOf, type Endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { DESCRIPTION_MAX, PLAYED_RANGES_MAX, TITLE_MAX, VIDEO_SECONDS } from './rules.ts'

// The moral values with which admins tag videos. Students find videos by them, and earn a badge for each.
export const moralValues = [
  'honesty',
  'courage',
  'kindness',
  'respect',
  'responsibility',
  'patience',
  'fairness',
  'hard-work',
  'gratitude',
  'forgiveness',
  'self-control',
  'friendship',
] as const
export type MoralValue = (typeof moralValues)[number]

export const moralValueLabels: Readonly<Record<MoralValue, string>> = {
  honesty: 'Honesty',
  courage: 'Courage',
  kindness: 'Kindness',
  respect: 'Respect',
  responsibility: 'Responsibility',
  patience: 'Patience',
  fairness: 'Fairness',
  'hard-work': 'Hard work',
  gratitude: 'Gratitude',
  forgiveness: 'Forgiveness',
  'self-control': 'Self-control',
  friendship: 'Friendship',
}

// The fields of a video that browsers check too.

/** Whether students can see a video: not yet, from a set time, or now. */
export const publications = ['draft', 'scheduled', 'published'] as const
export type Publication = (typeof publications)[number]

export const access = mini.enum(['free', 'premium'])

/** Whether somebody speaks in a video. 'unknown' until an admin has said, for example for videos from earlier releases. */
export const speechChoices = ['unknown', 'spoken', 'none'] as const
export const speech = mini.enum(speechChoices)

/** The qualities that a student can choose: the lowest resolution, up to 480 lines, up to 720 lines, audio only. */
export const qualities = ['saver', 'standard', 'sharp', 'sound'] as const
export const Quality = mini.enum(qualities)
export type Quality = mini.infer<typeof Quality>

export const moralValue = mini.enum(moralValues, 'Unknown value')

const group = 'Videos'

/** One quality of a video and the number of bytes needed to play all of it. A video without a stream has none. */
export const Rendition = z.object({
  quality: Quality,
  /** The shorter side of the picture in pixels; null for audio only. */
  height: z.number().int().nullable(),
  bytes: z.number().int(),
  /** The HLS playlist of this quality and the one file that it names; both are missing while the video is locked. */
  playlistUrl: z.string().optional(),
  fileUrl: z.string().optional(),
})
export type Rendition = z.infer<typeof Rendition>

/** The number of questions in each age category. */
export const QuestionCounts = z.object({ '5-10': z.number().int(), '11-20': z.number().int() })

/** The series that a video belongs to, as it appears in each of its videos. */
export const VideoSeries = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Orders the series among all series. */
  order: z.number().int(),
  /** Orders the video in its series. */
  position: z.number().int(),
})
export type VideoSeries = z.infer<typeof VideoSeries>

export const Video = z
  .object({
    _id: z.string(),
    title: z.string(),
    description: z.string(),
    access,
    /** The moral values of the video, at most three. */
    values: z.array(moralValue),
    series: VideoSeries.nullable(),
    /**
     * True if the video is premium and not paid for: its title and poster are shown, but links to its files are left
     * out.
     */
    isLocked: z.boolean(),
    videoUrl: z.string().optional(),
    /** The HLS master playlist; missing until the stream has been made. */
    streamUrl: z.string().optional(),
    renditions: z.array(Rendition),
    /** Empty while the video is locked, or if no transcript was written: the web app then shows the captions. */
    transcript: z.string(),
    posterUrl: z.string().nullable(),
    /** The English captions. */
    captionsUrl: z.string().nullable(),
    /** The captions in other languages; missing while the video is locked, and if there are none. */
    otherCaptions: z.array(z.object({ language: z.enum(languages), url: z.string() })).optional(),
    /** With 'none' there is no audio-only rendition. Captions are read aloud unless it is 'spoken'. */
    speech: z.enum(speechChoices),
    durationSeconds: z.number().nullable(),
    sizeBytes: z.number().int(),
    /** How many questions a student is asked. */
    questionCounts: QuestionCounts,
    /** What the calling student has watched; false and null for visitors. */
    isWatched: z.boolean(),
    positionSeconds: z.number().nullable(),
    /**
     * How many more seconds the student must play before the video counts for badges and certificates; 0 once it was
     * played or read. Null for visitors, and while the length of the video is unknown.
     */
    secondsToPlay: z.number().int().nullable(),
    seenAt: z.nullable(field.instant),
    /** Whether the calling student has bookmarked the video; false for visitors. */
    isBookmarked: z.boolean(),
    /** When it was added, or published if that was later. */
    createdAt: field.instant,
  })
  .meta({ id: 'Video' })
export type Video = z.infer<typeof Video>

/** Returns the video to resume: the last one left unfinished, else the first unwatched, else undefined. */
export function videoToResume<V extends Pick<Video, 'isLocked' | 'isWatched' | 'seenAt'>>(
  videos: readonly V[],
): V | undefined {
  const unwatched = videos.filter((video) => !video.isWatched && !video.isLocked)
  const started = unwatched.filter((video) => video.seenAt !== null)
  started.sort((a, b) => (b.seenAt ?? '').localeCompare(a.seenAt ?? ''))
  return started[0] ?? unwatched[0]
}

/** A page of the list, and the cursor of the next page; null at the end. */
export const VideoPage = z.object({ videos: z.array(Video), nextCursor: z.string().nullable() })
export type VideoPage = z.infer<typeof VideoPage>

/** The list of videos: all of it without parameters, one page with any of them. */
export const listVideoPage = endpoint({
  group,
  method: 'GET',
  path: '/api/videos',
  who: 'anyone',
  summary:
    "All videos in the admins' order; with a student's token also what that student has watched. With limit or cursor a page of them",
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).optional(),
    cursor: z.string().max(200).optional(),
  }),
  reply: z.union([z.array(Video), VideoPage]),
})

type WholeList = Omit<DeclarationOf<typeof listVideoPage>, 'query' | 'reply'> & { reply: z.ZodArray<typeof Video> }
/** The same endpoint, typed for callers who send no parameters. */
export const listVideos = listVideoPage as unknown as Endpoint<WholeList>

export const videoParams = z.object({ id: field.id })

export const watchVideo = endpoint({
  group,
  method: 'PUT',
  path: '/api/videos/:id/watch',
  who: 'student',
  summary: 'Marks a video as watched',
  unauthorised: commonText.authenticationRequired,
  params: videoParams,
  reply: z.object({ message: z.string(), isWatched: z.literal(true) }),
  fails: ['video_not_found', 'payment_needed'],
})

export const saveProgress = endpoint({
  group,
  method: 'PUT',
  path: '/api/videos/:id/progress',
  who: 'student',
  summary: 'Stores the position at which the student left a video',
  unauthorised: commonText.authenticationRequired,
  params: videoParams,
  body: z.strictObject({ positionSeconds: z.number().min(0).max(86_400) }),
  reply: z.object({ positionSeconds: z.number() }),
  fails: ['video_not_found', 'payment_needed'],
})

/** Whole seconds of a video, from the beginning of one to the beginning of another. */
export const PlayedRange = z
  .strictObject({ from: z.number().int().min(0).max(VIDEO_SECONDS), to: z.number().int().min(0).max(VIDEO_SECONDS) })
  .refine(({ from, to }) => from < to, 'Invalid range')
export type PlayedRange = z.infer<typeof PlayedRange>

export const ReportedPlay = z.object({
  /** False if it was too early for what was reported. The caller sends it again later. */
  isAccepted: z.boolean(),
  secondsToPlay: Video.shape.secondsToPlay,
})
export type ReportedPlay = z.infer<typeof ReportedPlay>

export const reportPlayed = endpoint({
  group,
  method: 'POST',
  path: '/api/videos/:id/played',
  who: 'student',
  summary:
    'Reports which seconds of a video were played, or that its transcript was read. The first report starts a clock; no more is accepted than fits into the time since then at double speed. Repeating a report changes nothing',
  params: videoParams,
  body: z.strictObject({ ranges: z.array(PlayedRange).max(PLAYED_RANGES_MAX), hasRead: z.boolean().optional() }),
  reply: ReportedPlay,
  fails: ['video_not_found', 'payment_needed'],
})

export const addBookmark = endpoint({
  group,
  method: 'PUT',
  path: '/api/videos/:id/bookmark',
  who: 'student',
  summary: 'Bookmarks a video, also one that is locked. Repeating it changes nothing',
  unauthorised: commonText.authenticationRequired,
  params: videoParams,
  reply: z.object({ message: z.string(), isBookmarked: z.literal(true) }),
  fails: ['video_not_found', 'too_many_bookmarks'],
})

export const removeBookmark = endpoint({
  group,
  method: 'DELETE',
  path: '/api/videos/:id/bookmark',
  who: 'student',
  summary: 'Removes a bookmark. Repeating it changes nothing',
  unauthorised: commonText.authenticationRequired,
  params: videoParams,
  reply: z.object({ message: z.string(), isBookmarked: z.literal(false) }),
  fails: ['video_not_found'],
})

// How admins describe a series.

export const SeriesForm = mini.strictObject({
  title: field.requiredText({ name: 'Title', max: TITLE_MAX }),
  description: field.optionalText({ name: 'Description', max: DESCRIPTION_MAX, lines: true }),
})
export type SeriesForm = mini.output<typeof SeriesForm>

// Series of videos: admins make and order them, and each video belongs to at most one.

/** A series as admins see it. */
export const Series = z
  .object({
    _id: z.string(),
    title: z.string(),
    description: z.string(),
    /** Its videos in order, including those that students cannot see yet. */
    videos: z.array(z.object({ _id: z.string(), title: z.string() })),
  })
  .meta({ id: 'Series' })
export type Series = z.infer<typeof Series>

const seriesParams = z.object({ seriesId: field.id })
/** Moves the item `id` before another, or to the end if `before` is null. */
const Move = z.strictObject({ id: field.id, before: z.nullable(field.id) })

export const listSeries = endpoint({
  group,
  method: 'GET',
  path: '/admin/series-list',
  who: ['owner', 'content', 'auditor'],
  summary: 'All series in the order in which students see them, with their videos',
  reply: z.object({ series: z.array(Series) }),
})

export const createSeries = endpoint({
  group,
  method: 'POST',
  path: '/api/series',
  who: ['owner', 'content'],
  summary: 'Creates a series without videos, at the end of the list',
  body: SeriesForm,
  status: 201,
  reply: z.object({ message: z.string(), series: Series }),
  fails: ['series_title_taken'],
})

export const updateSeries = endpoint({
  group,
  method: 'PUT',
  path: '/api/series/:seriesId',
  who: ['owner', 'content'],
  summary: 'Changes the title and the description of a series',
  params: seriesParams,
  body: SeriesForm,
  reply: z.object({ message: z.string(), series: Series }),
  fails: ['series_not_found', 'series_title_taken'],
})

export const deleteSeries = endpoint({
  group,
  method: 'DELETE',
  path: '/api/series/:seriesId',
  who: ['owner', 'content'],
  summary: 'Deletes a series; its videos and the certificates of students stay',
  params: seriesParams,
  reply: z.object({ message: z.string() }),
  fails: ['series_not_found'],
})

export const orderSeries = endpoint({
  group,
  method: 'PUT',
  path: '/api/series/order',
  who: ['owner', 'content'],
  summary: 'Moves a series before another in the list of all series, or to its end',
  body: Move,
  reply: z.object({ message: z.string() }),
  fails: ['series_not_found'],
})

export const orderSeriesVideos = endpoint({
  group,
  method: 'PUT',
  path: '/api/series/:seriesId/order',
  who: ['owner', 'content'],
  summary: 'Moves a video before another of its series, or to the end of the series',
  params: seriesParams,
  body: Move,
  reply: z.object({ message: z.string() }),
  fails: ['series_not_found', 'video_not_found'],
})
