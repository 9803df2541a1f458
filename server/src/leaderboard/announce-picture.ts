// Tells every server that the drawn picture of a student on a board has changed. Does not use the ledger, which students could
// otherwise fill by changing their pictures.
import { and, eq } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { leaderboardEntries } from './tables.ts'

const BOARD_PICTURES_TOPIC = 'board-pictures'

/** Renders this server's boards again whenever a picture on them has changed. */
export function followPictures({ pubSub, ranking }: Pick<App, 'pubSub' | 'ranking'>): () => void {
  return pubSub.subscribe(BOARD_PICTURES_TOPIC, () => ranking.renderAgain())
}

/** Announces a student's new picture if it can be on a board. */
export async function announcePicture(app: Pick<App, 'pubSub' | 'ranking'>, tx: Tx, studentId: string): Promise<void> {
  const entries = await tx
    .select({ ageCategory: leaderboardEntries.ageCategory, score: leaderboardEntries.score })
    .from(leaderboardEntries)
    .where(and(eq(leaderboardEntries.studentId, studentId), eq(leaderboardEntries.isListed, true)))
  if (entries.some(({ ageCategory, score }) => score >= app.ranking.board(ageCategory).cut))
    await app.pubSub.publish(tx, BOARD_PICTURES_TOPIC, '')
}
