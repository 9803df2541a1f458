import { count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { listImports as endpoint } from '@baobab/contract/quiz/question-import.ts'
import { admins } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import { toPage, decodeCursor } from '../../platform/database/pagination.ts'
import { questions, questionImports } from '../tables.ts'
import { givenBy, isAsGiven } from './imported-updates.ts'

/** Lists one page of imports, newest first, with how many of their questions still exist, and how many are unchanged. */
export async function listImports(
  app: App,
  { limit, cursor }: ParsedOf<typeof endpoint>['query'],
): Promise<ReplyOf<typeof endpoint>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const left = app.db.select({ count: count() }).from(questions).where(eq(questions.importId, questionImports.id))
  const updatedLeft = sql`select count(*) from ${givenBy(sql`${questionImports.updates}`)}, questions where ${isAsGiven}`
  const { updates: _, ...columns } = getTableColumns(questionImports)
  const rows = await app.db
    .select({
      one: columns,
      adminUsername: admins.username,
      left: sql<string>`(${left})`,
      updatedLeft: sql<string>`(${updatedLeft})`,
    })
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
    imports: page.map(({ one, adminUsername, ...counts }) => ({
      _id: one.id,
      fileName: one.fileName,
      adminUsername,
      added: one.addedCount,
      updated: one.updatedCount,
      skipped: one.skippedCount,
      left: Number(counts.left),
      updatedLeft: one.undoneAt ? 0 : Number(counts.updatedLeft),
      createdAt: one.createdAt.toISOString(),
      undoneAt: one.undoneAt?.toISOString() ?? null,
    })),
    nextCursor,
  }
}
