// The list of videos as visitors see it, whole and in pages.
import { VIDEOS_PER_PAGE } from '@baobab/contract/videos/rules.ts'
import { listVideos as listEndpoint, type Video, type VideoPage } from '@baobab/contract/videos/endpoints.ts'
import type { App } from '../platform/app.ts'
import { readList } from '../platform/database/read-list.ts'
import type { SessionUser } from '../platform/http/auth.ts'
import { failField } from '../platform/http/errors.ts'
import { createPageCache, toRenderedPage, type PageCache, type RenderedPage } from '../platform/http/rendered-page.ts'
import type { VisitorReplies, VisitorReply } from '../platform/http/visitor-replies.ts'
import { linkStepEnd } from '../platform/security/signed-links.ts'
import { findNextScheduled, findPosition, listVideos } from './queries.ts'
import type { CountQuestions } from './video-reply.ts'

/**
 * Adds the list to the replies for visitors. It is read from the primary, because a replica may lag behind a change
 * message. It expires when the next video is published or new links are signed.
 */
export function addVisitorVideos(
  replies: VisitorReplies,
  app: App,
  countQuestions: CountQuestions,
): () => Promise<VisitorReply> {
  return replies.add(listEndpoint.path, {
    endpoint: listEndpoint,
    data: 'videos',
    make: async () => {
      const linksUntil = linkStepEnd(app.clock.now())
      const [value, scheduled] = await Promise.all([listVideos(app, undefined, countQuestions), findNextScheduled(app)])
      return { value, until: scheduled && scheduled.publishAt < linksUntil ? scheduled.publishAt : linksUntil }
    },
  })
}

type PageQuery = { limit?: number | undefined; cursor?: string | undefined }

export const asksForPage = ({ limit, cursor }: PageQuery) => limit !== undefined || cursor !== undefined

/** Returns a page of the list. The cursor is the id of the last video of the page before. */
export function readVideoPage(
  app: App,
  user: SessionUser | undefined,
  { limit = VIDEOS_PER_PAGE, cursor }: PageQuery,
  countQuestions: CountQuestions,
): Promise<VideoPage> {
  return readList(app, async (reader) => {
    const after = cursor === undefined ? undefined : await findPosition(reader, cursor)
    if (cursor !== undefined && !after) failField('cursor', 'This cursor is not valid.')
    return toVideoPage(await listVideos(reader, user, countQuestions, { after, limit: limit + 1 }), limit)
  })
}

/** The maximum number of cached pages of a list. */
const KEPT_PAGES = 20
const keptPages = new WeakMap<readonly Video[], PageCache<RenderedPage>>()

/** Returns a page of the visitors' list as JSON; undefined if the cursor's video is not in it. */
export function renderVideoPage(
  all: readonly Video[],
  { limit = VIDEOS_PER_PAGE, cursor }: PageQuery,
): RenderedPage | undefined {
  const from = cursor === undefined ? 0 : all.findIndex(({ _id }) => _id === cursor) + 1
  if (cursor !== undefined && from === 0) return undefined
  const kept = keptPages.get(all) ?? createPageCache<RenderedPage>(KEPT_PAGES)
  keptPages.set(all, kept)
  const name = `${from} ${limit}`
  const page = kept.get(name) ?? toRenderedPage(JSON.stringify(toVideoPage(all.slice(from, from + limit + 1), limit)))
  kept.set(name, page)
  return page
}

/** @param rows one more than fits on the page, if there are more */
function toVideoPage(rows: readonly Video[], limit: number): VideoPage {
  const videos = rows.slice(0, limit)
  return { videos, nextCursor: rows.length > limit ? (videos.at(-1)?._id ?? null) : null }
}
