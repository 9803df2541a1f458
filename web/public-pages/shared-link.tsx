// What chats and social networks show with a link to a page: a title, a description and a picture.
import type { PageMeta } from '../app/shell/page-meta.ts'
import { text } from '../app/ui/text.ts'

/** Page pictures drawn by the build (build-shared-pictures.ts). */
export type PagePicture = 'home' | 'leaderboard' | 'scholarship' | 'certificate'

/** Returns the address of a picture, of a page by name or of a video by `_id`. It never expires. */
export const toPictureUrl = (origin: string, picture: string) => `${origin}/og/${encodeURIComponent(picture)}.jpg`

export type SharedLink = {
  meta: PageMeta
  /** The page's address without its origin. */
  address: string
  /** The name of its picture, or the `_id` of the video that the picture shows. */
  picture: PagePicture | (string & {})
}

/** Open Graph tags, which all chats read. */
export function SharedLinkTags({ meta, address, picture, origin }: SharedLink & { origin: string }) {
  const title = meta.find((entry) => 'title' in entry)?.title
  const description = meta.find((entry) => 'name' in entry && entry.name === 'description')?.content
  const properties = {
    'og:type': 'website',
    'og:site_name': text.productName,
    'og:locale': 'en_NG',
    'og:title': title,
    'og:description': description,
    'og:url': origin + address,
    'og:image': toPictureUrl(origin, picture),
    'og:image:type': 'image/jpeg',
    'og:image:width': '1200',
    'og:image:height': '630',
  }
  return (
    <>
      {Object.entries(properties).map(
        ([property, content]) => content !== undefined && <meta key={property} property={property} content={content} />,
      )}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
