import type { MoralValue } from '@baobab/contract/moral-values.ts'
import { VideoForm, VideoUpdate, VideoValues, type AdminVideo } from '@baobab/contract/videos-admin.ts'

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
  new: VideoForm.pick(fields).required().extend({ values: VideoValues }),
  replacement: VideoUpdate.pick(fields).required().extend({ values: VideoValues }),
}

export function toDetails(video: AdminVideo | undefined): VideoDetails {
  if (!video) return { title: '', description: '', access: 'free', transcript: '', values: [], seriesId: '' }
  const { title, description, access, transcript, values, series } = video
  return { title, description, access, transcript, values, seriesId: series?._id ?? '' }
}
