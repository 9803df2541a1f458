import { count, desc, eq, sql } from 'drizzle-orm'
import type { ParsedOf, ReplyOf } from '@baobab/contract/endpoint.ts'
import type { listImports as endpoint } from '@baobab/contract/sheets.ts'
import { admins } from '../../accounts/tables.ts'
import type { App } from '../../app.ts'
import { pageOf, readCursor } from '../../platform/cursors.ts'
import { questions, sheetImports } from '../tables.ts'

/** One page of the imports, the newest first, with how many of their questions are still there. */
export async function listImports(
  app: App,
  { limit, cursor }: ParsedOf<typeof endpoint>['query'],
): Promise<ReplyOf<typeof endpoint>> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const left = app.db.select({ count: count() }).from(questions).where(eq(questions.importId, sheetImports.id))
  const rows = await app.db
    .select({ one: sheetImports, adminUsername: admins.username, left: sql<string>`(${left})` })
    .from(sheetImports)
    .innerJoin(admins, eq(admins.id, sheetImports.adminId))
    .where(
      after && sql`(${sheetImports.createdAt}, ${sheetImports.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
    .orderBy(desc(sheetImports.createdAt), desc(sheetImports.id))
    .limit(limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, ({ one }) => ({ at: one.createdAt, id: one.id }))
  return {
    imports: page.map(({ one, adminUsername, left: number }) => ({
      _id: one.id,
      fileName: one.fileName,
      adminUsername,
      added: one.addedCount,
      skipped: one.skippedCount,
      left: Number(number),
      createdAt: one.createdAt.toISOString(),
      undoneAt: one.undoneAt?.toISOString() ?? null,
    })),
    nextCursor,
  }
}
