import { count, desc, eq, sql } from 'drizzle-orm'
import type { ParsedOf, ReplyOf } from '@baobab/contract/endpoint.ts'
import type { listImports as endpoint } from '@baobab/contract/question-import.ts'
import { admins } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import { toPage, decodeCursor } from '../../platform/database/pagination.ts'
import { questions, questionImports } from '../tables.ts'

/** Lists one page of the imports, newest first, with how many of their questions still exist. */
export async function listImports(
  app: App,
  { limit, cursor }: ParsedOf<typeof endpoint>['query'],
): Promise<ReplyOf<typeof endpoint>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const left = app.db.select({ count: count() }).from(questions).where(eq(questions.importId, questionImports.id))
  const rows = await app.db
    .select({ one: questionImports, adminUsername: admins.username, left: sql<string>`(${left})` })
    .from(questionImports)
    .innerJoin(admins, eq(admins.id, questionImports.adminId))
    .where(
      after &&
        sql`(${questionImports.createdAt}, ${questionImports.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
    .orderBy(desc(questionImports.createdAt), desc(questionImports.id))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ one }) => ({ at: one.createdAt, id: one.id }))
  return {
    imports: page.map(({ one, adminUsername, left: number }) => ({
      _id: one.id,
      fileName: one.fileName,
      adminUsername,
      added: one.addedCount,
      updated: one.updatedCount,
      skipped: one.skippedCount,
      left: Number(number),
      createdAt: one.createdAt.toISOString(),
      undoneAt: one.undoneAt?.toISOString() ?? null,
    })),
    nextCursor,
  }
}
