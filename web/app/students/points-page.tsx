import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { studentsText } from '@baobab/contract/students/endpoints.ts'
import {
  listPointChanges,
  pointsText,
  type CategoryPoints,
  type PointChange,
} from '@baobab/contract/students/points.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery } from '../api/query.ts'
import { BackToList } from '../shell/admin/back-to-list.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { formatDateTime } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { TableCard, type Column } from '../ui/table.tsx'
import { formatChange } from './attempt-text.ts'
import { describeChange, explainScore } from './point-reasons.ts'
import { pointsPageText as text } from './points-text.ts'
import { text as studentText } from './text.ts'

export const meta = () => pageMeta(text.title)

/** Shows every change of a student's points, and how the scores follow from them. */
export default function PointsPage() {
  const [params] = useSearchParams()
  const username = params.get('username') ?? ''
  return (
    <>
      <BackToList to={adminPaths.users} label={text.users} />
      {username === '' ? <NoStudent /> : <Points key={username} username={username} />}
    </>
  )
}

function Points({ username }: { username: string }) {
  const query = usePointChanges(username)
  const { error } = query
  if (!query.data && error instanceof ApiError && error.status === 404) return <NoStudent help={error.message} />
  return (
    <>
      <PageHead title={text.titleOf(query.data?.pages[0]?.username ?? username)} lead={text.lead}>
        <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.student(username)}>
          {text.openAccount}
        </Link>
      </PageHead>
      <QueryView query={query} failed={pointsText.pointsFailed} help={errorMessage(error)} loading={<LoadingPoints />}>
        {({ pages }) => <Ledger pages={pages} />}
      </QueryView>
      {query.hasNextPage && (
        <div>
          <Button
            kind="line"
            busyLabel={query.isFetchingNextPage && text.loadingMore}
            onClick={() => void query.fetchNextPage()}
          >
            {text.showMore}
          </Button>
        </div>
      )}
    </>
  )
}

/** Every request is written to the audit log, so none is repeated when the window regains focus. */
function usePointChanges(username: string) {
  const params = { username }
  return useInfiniteQuery({
    queryKey: [...apiQuery(listPointChanges, { params, query: {} }).queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callApi(listPointChanges, { params, query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

function LoadingPoints() {
  return (
    <Card>
      <Loading text={pointsText.pointsLoading}>
        <RowsSkeleton rows={6} />
      </Loading>
    </Card>
  )
}

/** @param props.help the server's sentence, which says where a merged account is now */
function NoStudent({ help = commonText.notFound }: { help?: string }) {
  const isUnknown = help === commonText.notFound
  return (
    <Empty heading="h1" title={studentsText.noStudents} help={isUnknown ? studentText.mayBeDeleted : help}>
      <Link className={buttonClass({ kind: 'line' })} to={adminPaths.users}>
        {text.users}
      </Link>
    </Empty>
  )
}

type Page = { heldAt: string | null; categories: CategoryPoints[]; changes: PointChange[] }

function Ledger({ pages }: { pages: readonly Page[] }) {
  const [first] = pages
  const changes = pages.flatMap((page) => page.changes)
  if (!first || changes.length === 0) return <Empty title={text.none} help={text.noneHelp} />
  return (
    <>
      <Scores {...first} />
      <TableCard id="changes" title={text.changes} columns={columns} rows={changes} rowKey={({ _id }) => _id} />
    </>
  )
}

/** Says for each age category how the score on the leaderboard follows from the changes. */
function Scores({ heldAt, categories }: Pick<Page, 'heldAt' | 'categories'>) {
  return (
    <Card className="stack" aria-labelledby="scores">
      <h2 className="card__h" id="scores">
        {text.scores}
      </h2>
      {heldAt !== null && (
        <Note kind="warn" icon="pause">
          {text.held(formatDateTime(new Date(heldAt)))}
        </Note>
      )}
      {categories.map((category) => (
        <div key={category.ageCategory}>
          <h3 className="points__h">{text.inCategory(category.ageCategory)}</h3>
          <p>
            <b>{explainScore(category)}</b>
          </p>
          <p className="muted">{category.rank === null ? text.listings[category.listing] : text.rank(category.rank)}</p>
        </div>
      ))}
    </Card>
  )
}

const columns: readonly Column<PointChange>[] = [
  {
    title: text.what,
    kind: 'who',
    cell: (change) => (
      <>
        {describeChange(change)}
        {change.attemptId !== null && (
          <>
            {' '}
            <Link className="nobr" to={adminPaths.attempt(change.attemptId)}>
              {text.openQuiz}
            </Link>
          </>
        )}
      </>
    ),
  },
  { title: text.date, kind: 'detail', cell: ({ at }) => <span className="nobr">{formatDateTime(new Date(at))}</span> },
  { title: text.ageCategory, kind: 'detail', cell: ({ ageCategory }) => <span className="nobr">{ageCategory}</span> },
  { title: text.change, kind: 'detail', cell: ({ delta }) => <b>{formatChange(delta)}</b> },
  { title: text.scoreAfter, kind: 'detail', cell: ({ scoreAfter }) => scoreAfter.toLocaleString('en-NG') },
]
