import { VideoForm, VideoUpdate, type AdminVideo } from '@baobab/contract/videos-admin.ts'

/** What an admin types and selects for a video, except its file. */
export type VideoDetails = { title: string; description: string; access: 'free' | 'premium'; transcript: string }

const fields = { title: true, description: true, access: true, transcript: true } as const
export const detailSchemas = {
  new: VideoForm.pick(fields).required(),
  replacement: VideoUpdate.pick(fields).required(),
}

export function toDetails(video: AdminVideo | undefined): VideoDetails {
  if (!video) return { title: '', description: '', access: 'free', transcript: '' }
  const { title, description, access, transcript } = video
  return { title, description, access, transcript }
}
