import { VideoUpdate, VideoForm, type AdminVideo } from '@baobab/contract/videos-admin.ts'

/** What is typed and chosen about a film, besides its file. */
export type VideoDetails = { title: string; description: string; access: 'free' | 'premium'; transcript: string }
export const detailFields = ['title', 'description', 'access', 'transcript'] as const

const texts = { title: true, description: true, access: true, transcript: true } as const
export const detailSchemas = {
  new: VideoForm.pick(texts).required(),
  replacement: VideoUpdate.pick(texts).required(),
}

export function toDetails(video: AdminVideo | undefined): VideoDetails {
  if (!video) return { title: '', description: '', access: 'free', transcript: '' }
  const { title, description, access, transcript } = video
  return { title, description, access, transcript }
}
