// Two examples of what a new page needs: an admin list with a filter, and a student page with one call.
// bin/example/new-pages.rest.test.ts adds them to a copy of the repository, and counts the files.

/** A change to a file: text inserted before the first match of a pattern, appended to the file, or the content of a new file. */
export type Change = { file: string; before?: RegExp; add: string }

/** A searchable list of draft videos. */
export const adminList: readonly Change[] = [
  {
    file: 'contract/src/videos/admin.ts',
    add: `
export const Draft = z.object({ _id: z.string(), title: z.string(), createdAt: field.instant }).meta({ id: 'Draft' })
export type Draft = z.infer<typeof Draft>

export const listDrafts = endpoint({
  group,
  method: 'GET',
  path: '/admin/drafts',
  who: ['owner', 'content', 'auditor'],
  summary: 'The videos that students do not see yet, newest first',
  query: z.strictObject({
    /** Part of a title. */
    search: z._default(field.optionalText({ name: 'Search', max: TITLE_MAX }), ''),
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: z.string().max(200).optional(),
  }),
  reply: z.object({ drafts: z.array(Draft), nextCursor: z.string().nullable() }),
})
`,
  },
  {
    file: 'contract/src/kernel/admin-pages.ts',
    before: /^import /m,
    add: "import { listDrafts } from '../videos/admin.ts'\n",
  },
  {
    file: 'contract/src/kernel/admin-pages.ts',
    before: /^\] as const satisfies/m,
    add: "  { path: '/admin/drafts', kind: 'admin', who: listDrafts.who, file: 'videos/admin/drafts.tsx', title: 'Drafts' },\n",
  },
  {
    file: 'contract/src/kernel/admin-pages.test.ts',
    before: /(?<='\/admin\/regrades'),?\s*\],/m,
    add: ", '/admin/drafts'",
  },
  {
    file: 'server/src/videos/admin/list-drafts.ts',
    add: `import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { listDrafts as endpoint } from '@baobab/contract/videos/admin.ts'
import type { App } from '../../platform/app.ts'
import { containsSearch } from '../../platform/database/compare-texts.ts'
import { decodeCursor, toPage } from '../../platform/database/pagination.ts'
import { videos } from '../tables.ts'

/** Returns a page of the drafts, newest first. */
export async function listDrafts(
  app: App,
  { search, limit, cursor }: ParsedOf<typeof endpoint>['query'],
): Promise<ReplyOf<typeof endpoint>> {
  const { createdAt, id, title } = videos
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await app.db
    .select({ _id: id, title, createdAt })
    .from(videos)
    .where(
      and(
        isNull(videos.deletedAt),
        eq(videos.isDraft, true),
        search === '' ? undefined : containsSearch(videos.title, search),
        after && sql\`(\${createdAt}, \${id}) < (\${after.at}::timestamptz, \${after.id}::uuid)\`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, (row) => ({ at: row.createdAt, id: row._id }))
  return { drafts: page.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), nextCursor }
}
`,
  },
  {
    file: 'server/src/videos/admin/routes.ts',
    before: /^import \{ orderVideos/m,
    add: "import { listDrafts } from './list-drafts.ts'\n",
  },
  {
    file: 'server/src/videos/admin/routes.ts',
    before: /^ {2}route\(/m,
    add: '  route(context, contract.listDrafts, ({ query }) => listDrafts(app, query))\n',
  },
  {
    file: 'server/src/videos/feature.test-data.ts',
    before: /^ {2}'GET \/api\/videos'/m,
    add: "  'GET /admin/drafts': { callers: 'owner content auditor' },\n",
  },
  {
    file: 'server/src/videos/admin/list-drafts.test.ts',
    add: `import { listDrafts } from '@baobab/contract/videos/admin.ts'
import { expect, it } from 'vitest'
import { makeAdmin } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeStoredVideo } from '../../../test/videos.ts'

const t = await openTestApp()

it('lists the drafts whose title has what was searched for', async () => {
  const { token } = await makeAdmin(t)
  await makeStoredVideo(t)
  const draft = await makeStoredVideo(t, { isDraft: true })
  const find = async (search: string) => (await t.as(token)(listDrafts, { query: { search } })).drafts
  expect(await find('')).toMatchObject([{ _id: draft._id, title: draft.title }])
  expect(await find('no such title')).toEqual([])
})
`,
  },
  {
    file: 'web/app/videos/admin/text.ts',
    add: `
export const draftsText = {
  title: 'Drafts',
  lead: 'Students do not see these videos yet.',
  video: 'Video',
  added: 'Added',
  search: 'Search titles',
  placeholder: 'Part of a title',
  failed: 'We could not load the drafts.',
  loading: 'Loading drafts...',
  none: 'There are no drafts.',
  noneHelp: 'A video that you keep as a draft is listed here.',
  tryOther: 'Try another title.',
} as const
`,
  },
  {
    file: 'web/app/videos/admin/drafts.tsx',
    add: `import { listDrafts, type Draft } from '@baobab/contract/videos/admin.ts'
import { AdminTable } from '../../lists/admin/admin-table.tsx'
import { ListFilter } from '../../lists/admin/list-filter.tsx'
import { adminList, prefetchList, useAdminList } from '../../lists/admin/use-admin-list.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import type { DataColumn } from '../../ui/data-table/columns.ts'
import { formatDateTime } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { draftsText as text } from './text.ts'

const drafts = adminList({
  endpoint: listDrafts,
  rows: (reply) => reply.drafts,
  perPage: 25,
  filters: { search: { kind: 'search', label: text.search, placeholder: text.placeholder } },
  failed: text.failed,
  loading: text.loading,
})

export const clientLoader = ({ request }: { request: Request }) => prefetchList(drafts, request)

export const meta = () => pageMeta(text.title)

const columns: readonly DataColumn<Draft>[] = [
  { id: 'video', title: text.video, kind: 'who', cell: ({ title }) => <b>{title}</b> },
  { id: 'added', title: text.added, kind: 'detail', cell: ({ createdAt }) => formatDateTime(new Date(createdAt)) },
]

/** Lists the videos that students do not see yet. */
export default function Drafts() {
  const list = useAdminList(drafts)
  return (
    <>
      <PageHead title={text.title} lead={text.lead}>
        <ListFilter of={list} name="search" />
      </PageHead>
      <AdminTable
        of={list}
        title={text.title}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={{ title: text.none, help: text.noneHelp, narrowed: text.tryOther }}
      />
    </>
  )
}
`,
  },
]

/** A student's bookmarks. */
export const studentPage: readonly Change[] = [
  {
    file: 'contract/src/videos/endpoints.ts',
    add: `
export const listBookmarks = endpoint({
  group,
  method: 'GET',
  path: '/api/bookmarks',
  who: 'student',
  summary: "The student's bookmarks",
  reply: z.array(z.object({ _id: z.string(), title: z.string() })),
})
`,
  },
  {
    file: 'contract/src/kernel/page-table.ts',
    before: /^ {2}\{ path: '\/student\/badges'/m,
    add: "  { path: '/student/bookmarks', kind: 'app', who: 'student', file: 'videos/bookmarks.tsx' },\n",
  },
  {
    file: 'server/src/videos/queries.ts',
    add: `
/** Lists the videos that a student has bookmarked and may see. */
export async function listBookmarks(app: App, studentId: string): Promise<{ _id: string; title: string }[]> {
  return app.db
    .select({ _id: videos.id, title: videos.title })
    .from(bookmarks)
    .innerJoin(videos, eq(videos.id, bookmarks.videoId))
    .where(and(eq(bookmarks.studentId, studentId), isListed(app.clock.now())))
}
`,
  },
  {
    file: 'server/src/videos/routes.ts',
    before: /^import \{ addBookmark/m,
    add: "import { listBookmarks } from './queries.ts'\n",
  },
  {
    file: 'server/src/videos/routes.ts',
    before: /^ {2}route\(context, contract\.addBookmark/m,
    add: '  route(context, contract.listBookmarks, ({ who }) => listBookmarks(app, who.id))\n',
  },
  {
    file: 'server/src/videos/feature.test-data.ts',
    before: /^ {2}'GET \/api\/videos'/m,
    add: "  'GET /api/bookmarks': { callers: 'student' },\n",
  },
  {
    file: 'server/src/videos/list-bookmarks.test.ts',
    add: `import { addBookmark, listBookmarks } from '@baobab/contract/videos/endpoints.ts'
import { expect, it } from 'vitest'
import { makeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { makeStoredVideo } from '../../test/videos.ts'

const t = await openTestApp()

it('lists only what the student has bookmarked', async () => {
  const [student, other] = [await makeStudent(t), await makeStudent(t)]
  const { _id, title } = await makeStoredVideo(t)
  await t.as(student.token)(addBookmark, { params: { id: _id } })
  expect(await t.as(student.token)(listBookmarks, {})).toEqual([{ _id, title }])
  expect(await t.as(other.token)(listBookmarks, {})).toEqual([])
})
`,
  },
  {
    file: 'web/app/videos/text.ts',
    add: `
export const bookmarksText = {
  title: 'Bookmarks',
  description: 'The videos that you have bookmarked.',
  failed: 'We could not load your bookmarks.',
  loading: 'Loading your bookmarks...',
  none: 'You have no bookmarks yet.',
} as const
`,
  },
  {
    file: 'web/app/videos/bookmarks.tsx',
    add: `import { listBookmarks } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, prefetch } from '../api/query.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { bookmarksText as text } from './text.ts'

export function clientLoader() {
  prefetch(listBookmarks, {})
  return null
}

export const meta = () => pageMeta(text.title, text.description)

/** The videos that a student has bookmarked. */
export default function Bookmarks() {
  const bookmarks = useQuery(apiQuery(listBookmarks, {}))
  const loading = (
    <Loading text={text.loading}>
      <RowsSkeleton rows={4} />
    </Loading>
  )
  return (
    <>
      <PageHead title={text.title} lead={text.description} />
      <QueryView query={bookmarks} failed={text.failed} loading={loading}>
        {(videos) => (videos.length === 0 ? <p>{text.none}</p> : <ul>{videos.map(toRow)}</ul>)}
      </QueryView>
    </>
  )
}

const toRow = ({ _id, title }: { _id: string; title: string }) => <li key={_id}>{title}</li>
`,
  },
]
