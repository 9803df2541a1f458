import type { MoralValue } from '@baobab/contract/moral-values.ts'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import { VideoForm, VideoUpdate, VideoValues } from '@baobab/contract/videos-admin-forms.ts'
import * as z from 'zod/mini'

/** What an admin types and selects for a video, except its file. */
export type VideoDetails = {
  title: string
  description: string
  access: 'free' | 'premium'
  transcript: string
  values: MoralValue[]
  /** '' for no series. */
  seriesId: string
}

const fields = {
  title: true,
  description: true,
  access: true,
  transcript: true,
  values: true,
  seriesId: true,
} as const
export const detailSchemas = {
  new: z.extend(z.required(z.pick(VideoForm, fields)), { values: VideoValues }),
  replacement: z.extend(z.required(z.pick(VideoUpdate, fields)), { values: VideoValues }),
}

export function toDetails(video: AdminVideo | undefined): VideoDetails {
  if (!video) return { title: '', description: '', access: 'free', transcript: '', values: [], seriesId: '' }
  const { title, description, access, transcript, values, series } = video
  return { title, description, access, transcript, values, seriesId: series?._id ?? '' }
}
