import { VideoChange, VideoForm, type AdminVideo } from '@baobab/contract/videos.ts'

/** What is typed and chosen about a film, besides its file. */
export type FilmTexts = { title: string; description: string; access: 'free' | 'premium'; story: string }
export const filmFields = ['title', 'description', 'access', 'story'] as const

const texts = { title: true, description: true, access: true, story: true } as const
export const filmSchemas = {
  new: VideoForm.pick(texts).required(),
  replacement: VideoChange.pick(texts).required(),
}

export function textsOf(video: AdminVideo | undefined): FilmTexts {
  if (!video) return { title: '', description: '', access: 'free', story: '' }
  const { title, description, access, story } = video
  return { title, description, access, story }
}
