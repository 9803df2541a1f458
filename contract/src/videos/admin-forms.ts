// How admins describe a video.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { TITLE_MAX } from '../kernel/limits.ts'
import { DESCRIPTION_MAX, TRANSCRIPT_MAX, VIDEO_VALUES_MAX } from './limits.ts'
import { access, moralValue } from './fields.ts'
import { videosReplyText } from './replies-text.ts'
import { videosText } from './text.ts'

const title = field
  .requiredText({ name: 'Title', max: TITLE_MAX })
  .check(z.refine((value) => value !== '.' && value !== '..', 'Title cannot be a dot'))
const descriptionRules = { name: 'Description', max: DESCRIPTION_MAX, lines: true }
const description = field.optionalText(descriptionRules)

/** The text that students can read instead of watching. */
const transcript = field.optionalText({ name: 'Transcript', max: TRANSCRIPT_MAX, lines: true })

/** The id of a finished resumable upload (tus), sent in place of the file. */
const upload = z.string().check(z.regex(/^[0-9a-f]{32}$/, videosReplyText.uploadGone))

/** The moral values of a video. */
export const VideoValues = z.array(moralValue).check(
  z.maxLength(VIDEO_VALUES_MAX, videosText.tooManyValues),
  z.refine((all) => new Set(all).size === all.length, 'Choose each value once.'),
)

/** The same. A multipart form sends them as one text, separated by commas; '' for none. */
const values = z.pipe(
  z.pipe(
    z.union([z.array(z.string().check(z.maxLength(40))), z.string().check(z.maxLength(400))], 'Unknown value'),
    z.transform((value: string | string[]) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value)),
  ),
  VideoValues,
)

/** When students see the video: now, not yet, or at `publishAt`. */
export const publishChoices = ['now', 'draft', 'later'] as const
export const visibility = {
  access: z.optional(access),
  publish: z.optional(z.enum(publishChoices)),
  publishAt: z.optional(
    z.iso.datetime({ offset: true, error: field.INVALID_DATE }).check(z.maxLength(40, field.INVALID_DATE)),
  ),
}

/** The series of the video; '' for none. */
const seriesId = z.string().check(z.maxLength(100))

export const VideoForm = z.strictObject({
  title,
  description: z.optional(description),
  ...visibility,
  transcript: z.optional(transcript),
  values: z.optional(values),
  seriesId: z.optional(seriesId),
  upload: z.optional(upload),
  /** 'ask' refuses a file that a video has already, so that the form can ask. Without it such a file is accepted. */
  sameFile: z.optional(z.enum(['ask', 'accept'])),
})

/** Who sees a video. What is left out stays as it is. */
export const VideoVisibility = z.strictObject(visibility)

/** Required, unlike for a new video. */
export const VideoUpdate = z.strictObject({
  title,
  description: field.requiredText(descriptionRules),
  access: z.optional(access),
  transcript: z.optional(transcript),
  values: z.optional(values),
  seriesId: z.optional(seriesId),
  upload: z.optional(upload),
})
