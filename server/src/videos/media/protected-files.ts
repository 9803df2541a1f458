// Finds out which stored files belong to videos that are premium, not published or deleted. A public link is valid for
// hours, but must stop working when its video becomes one of them.
import { eq, isNotNull, not, or } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { listOtherCaptions } from '../caption-files.ts'
import { isPublished } from '../queries.ts'
import { publicationAt } from '../rules.ts'
import { videos } from '../tables.ts'

/** How long the list is cached, because every range request needs it. */
const CACHE_MS = 2_000

/** Who may open a file: students who paid, or only admins. */
export type Protection = 'premium' | 'unpublished'

async function selectProtectedFiles({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<Map<string, Protection>> {
  const now = clock.now()
  const rows = await db
    .select({
      file: videos.file,
      captions: videos.captions,
      otherCaptions: videos.otherCaptions,
      stream: videos.stream,
      isDraft: videos.isDraft,
      publishAt: videos.publishAt,
      deletedAt: videos.deletedAt,
    })
    .from(videos)
    .where(or(eq(videos.access, 'premium'), not(isPublished(now)), isNotNull(videos.deletedAt)))
  return new Map(
    rows.flatMap(({ file, captions, otherCaptions, stream, deletedAt, ...published }) => {
      const isPremium = deletedAt === null && publicationAt(published, now) === 'published'
      const protection = isPremium ? 'premium' : 'unpublished'
      const others = listOtherCaptions({ otherCaptions }).map(({ key }) => key)
      return [file, captions, ...others, stream?.folder].flatMap((name) =>
        typeof name === 'string' ? [[name, protection] as const] : [],
      )
    }),
  )
}

/**
 * Returns a function that returns how the file, the captions or a part of the stream of a video is protected; undefined
 * if it is public. A change takes effect within two seconds.
 */
export function createProtectionCheck(
  app: Pick<App, 'db' | 'clock'>,
): (file: string) => Promise<Protection | undefined> {
  let cached: { files: Promise<Map<string, Protection>>; until: number } | undefined
  return async (file) => {
    if (!cached || performance.now() > cached.until)
      cached = { files: selectProtectedFiles(app), until: performance.now() + CACHE_MS }
    const files = await cached.files.catch((error: unknown) => {
      cached = undefined
      throw error
    })
    return files.get(file) ?? files.get(file.slice(0, file.lastIndexOf('/')))
  }
}
