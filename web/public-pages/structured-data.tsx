// What search engines read about a page, in the schema.org vocabulary.
import { isShared } from '@baobab/contract/videos/rules.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { paths } from '../app/paths.ts'
import { text } from '../app/ui/text.ts'
import { toPictureUrl } from './shared-link.tsx'

export type StructuredData = Readonly<Record<string, unknown>>

/** Returns JSON for a script element. No text written by an admin can end the element, because `<` is escaped. */
export function toScriptJson(data: StructuredData): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c')
}

/** A data block, which browsers do not run, so the content policy needs no hash for it. */
export function StructuredDataBlock({ data }: { data: StructuredData }) {
  return <script type="application/ld+json">{toScriptJson(data)}</script>
}

/** Describes who runs the site. */
export function describeOrganization(origin: string): StructuredData {
  return {
    '@type': 'Organization',
    name: text.productName,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
  }
}

/** Describes a list of questions and answers. */
export function describeQuestions(questions: readonly { title: string; body: string }[]): StructuredData {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ title, body }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: body },
    })),
  }
}

/** Describes a video; undefined if it has no picture, because search engines require one. */
export function describeVideo(video: Video, origin: string): StructuredData | undefined {
  const { _id, title, description, access, posterUrl, durationSeconds, createdAt } = video
  if (posterUrl === null || !isShared(posterUrl)) return undefined
  return {
    '@type': 'VideoObject',
    name: title,
    description: description || title,
    url: origin + paths.videoOfList(_id),
    thumbnailUrl: toPictureUrl(origin, _id),
    uploadDate: createdAt,
    ...(durationSeconds !== null && { duration: toIsoDuration(durationSeconds) }),
    isAccessibleForFree: access === 'free',
    isFamilyFriendly: true,
  }
}

/** Describes a list of videos, those without a picture only by address. */
export function describeVideoList(videos: readonly Video[], origin: string): StructuredData {
  return {
    '@type': 'ItemList',
    itemListElement: videos.map((video, at) => {
      const item = describeVideo(video, origin)
      const content = item ? { item } : { url: origin + paths.videoOfList(video._id) }
      return { '@type': 'ListItem', position: at + 1, ...content }
    }),
  }
}

/** 83.4 -> 'PT83S'. */
function toIsoDuration(seconds: number): string {
  return `PT${Math.max(1, Math.round(seconds))}S`
}
