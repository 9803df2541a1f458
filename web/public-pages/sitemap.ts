// The addresses of all public pages, for search engines.
import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import type { Page } from '@baobab/contract/kernel/page.ts'
import { pages } from '@baobab/contract/kernel/page-table.ts'
import { listVideos, type Video } from '@baobab/contract/videos/endpoints.ts'
import { paths } from '../app/paths.ts'

/** The API addresses whose replies the sitemap shows. */
export const sitemapReads: readonly string[] = [listVideos.path]

/** The pages' canonical addresses: the leaderboard has one for each age category. */
const addresses = (pages as readonly Page[])
  .filter(({ isInSitemap }) => isInSitemap)
  .flatMap(({ path }): string[] =>
    path === paths.leaderboard ? ageCategories.map((category) => paths.publicBoard(category)) : [path],
  )

/** Returns the sitemap, with each page's canonical address. */
export function renderSitemap([reply]: readonly unknown[], origin: string): string {
  const videos = (reply as readonly Video[] | null) ?? []
  const urls = [...addresses, ...videos.map(({ _id }) => paths.videoOfList(_id))]
    .map((path) => `<url><loc>${escapeXml(origin + path)}</loc></url>`)
    .join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`
}

function escapeXml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
