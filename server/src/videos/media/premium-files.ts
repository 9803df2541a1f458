// Finds out which stored files belong to premium videos. A public link is valid for hours, but must stop working when
// its video becomes premium.
import { and, eq, isNull } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { videos } from '../tables.ts'

/** How long the list is cached, because every range request needs it. */
const CACHE_MS = 2_000

async function selectPremiumFiles(app: Pick<App, 'db'>): Promise<Set<string>> {
  const rows = await app.db
    .select({ file: videos.file, captions: videos.captions, stream: videos.stream })
    .from(videos)
    .where(and(eq(videos.access, 'premium'), isNull(videos.deletedAt)))
  return new Set(
    rows.flatMap(({ file, captions, stream }) =>
      [file, captions, stream?.folder].filter((name) => typeof name === 'string'),
    ),
  )
}

/**
 * Returns a function that checks whether a key is the file, the captions or a part of the stream of a premium video. A
 * change of access takes effect within two seconds.
 */
export function createPremiumFileCheck(app: Pick<App, 'db'>): (file: string) => Promise<boolean> {
  let cached: { names: Promise<Set<string>>; until: number } | undefined
  return async (file) => {
    if (!cached || performance.now() > cached.until)
      cached = { names: selectPremiumFiles(app), until: performance.now() + CACHE_MS }
    const names = await cached.names.catch((error: unknown) => {
      cached = undefined
      throw error
    })
    return names.has(file) || names.has(file.slice(0, file.lastIndexOf('/')))
  }
}
