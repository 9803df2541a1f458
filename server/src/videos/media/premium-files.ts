// Which stored files belong to premium videos. A link that was signed for everybody stays good for hours: where its video
// has become premium meanwhile, it must open nothing.
import { and, eq, isNull } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { videos } from '../tables.ts'

/** How old what is known may be: every range of every film asks. */
const FRESH_MS = 2_000

async function premiumNames(app: Pick<App, 'db'>): Promise<Set<string>> {
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

/** Tells of a file whether it is a premium video's film, captions or part of its stream; true within two seconds. */
export function createPremiumFileCheck(app: Pick<App, 'db'>): (file: string) => Promise<boolean> {
  let known: { names: Promise<Set<string>>; until: number } | undefined
  return async (file) => {
    if (!known || performance.now() > known.until)
      known = { names: premiumNames(app), until: performance.now() + FRESH_MS }
    const names = await known.names.catch((error: unknown) => {
      known = undefined
      throw error
    })
    return names.has(file) || names.has(file.slice(0, file.lastIndexOf('/')))
  }
}
