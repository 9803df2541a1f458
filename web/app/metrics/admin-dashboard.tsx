import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { metrics, overview, popular, metricsText } from '@baobab/contract/metrics/endpoints.ts'
import { addQuestion } from '@baobab/contract/quiz/admin.ts'
import { listStudents, studentsText } from '@baobab/contract/students/endpoints.ts'
import { readClock } from '@baobab/contract/system/endpoints.ts'
import { uploadVideo } from '@baobab/contract/videos/admin.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { apiQuery, prefetch } from '../api/query.ts'
import { serverDate } from '../api/server-time.ts'
import { useServerTime } from '../api/use-server-time.ts'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { studentColumns } from '../students/student-columns.tsx'
import { ClockHold } from '../system/clock-hold.tsx'
import { useBrokenParts } from '../system/use-findings.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton, Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { AttentionList } from './attention-list.tsx'
import { OverviewTiles } from './overview-tiles.tsx'
import { PeriodMetrics, REFRESH_MS, StaleNote } from './period-metrics.tsx'
import { defaultPeriod, hasPeriod, parsePeriod } from './period.ts'
import { Popular, PopularSkeleton } from './popular.tsx'
import { text } from './text.ts'

const NEWEST_STUDENTS = 3
const shownColumns = new Set(['username', 'gender', 'ageCategory', 'score', 'payment', 'details'])
const columns = studentColumns.filter(({ id }) => shownColumns.has(id))

export function clientLoader({ request }: { request: Request }) {
  const params = new URL(request.url).searchParams
  const { from, to } = parsePeriod(params, lagosDate(serverDate()))
  prefetch(readClock, {})
  prefetch(popular, {})
  prefetch(overview, {})
  prefetch(listStudents, { query: { limit: NEWEST_STUDENTS } })
  if (hasPeriod(params)) prefetch(metrics, { query: { from, to } })
  return null
}

export const meta = () => pageMeta(text.documentTitle)

const fullDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Africa/Lagos' })

export default function AdminDashboard() {
  const today = useServerTime((nowMs) => fullDate.format(nowMs))
  return (
    <div className="stack stack-6 adash">
      <PageHead title={text.title} lead={today}>
        <div className="row no-print">
          <IfAllowed who={addQuestion.who}>
            <Link className={buttonClass({ kind: 'line' })} to={adminPaths.triviaForm}>
              <Icon name="plus" />
              {text.addTrivia}
            </Link>
          </IfAllowed>
          <IfAllowed who={uploadVideo.who}>
            <Link className={buttonClass()} to={adminPaths.videoUpload}>
              <Icon name="upload-simple" />
              {text.uploadVideo}
            </Link>
          </IfAllowed>
        </div>
      </PageHead>
      <ClockHold />
      <Overview />
      <IfAllowed who={listStudents.who}>
        <NewestStudents />
      </IfAllowed>
      <MostPopular />
      <Charts />
    </div>
  )
}

/** The most watched videos and most taken quizzes. */
function MostPopular() {
  const query = useQuery(apiQuery(popular, {}))
  return (
    <QueryView query={query} failed={metricsText.popularFailed} loading={<PopularSkeleton />}>
      {(data) => <Popular {...data} />}
    </QueryView>
  )
}

/** Shows what needs attention, and the current numbers. */
function Overview() {
  const query = useQuery({ ...apiQuery(overview, {}), refetchInterval: REFRESH_MS })
  const broken = useBrokenParts()
  return (
    <QueryView query={query} failed={metricsText.overviewFailed} loading={<OverviewSkeleton />}>
      {(data) => (
        <>
          <StaleNote query={query} />
          <AttentionList items={data.attention} broken={broken} />
          <OverviewTiles {...data} />
        </>
      )}
    </QueryView>
  )
}

/** The charts. Before the first registration there is nothing to chart. */
function Charts() {
  const { data } = useQuery(apiQuery(overview, {}))
  if (!data) return null
  return data.students.all > 0 ? <ChartsOnDemand /> : <NoStudentsYet hasVideos={data.videos.ready > 0} />
}

/** The charts, loaded once they are opened. They are open if the address has a period. */
function ChartsOnDemand() {
  const [params, setParams] = useSearchParams()
  const isOpen = hasPeriod(params)
  const toggle = () => setParams(isOpen ? {} : defaultPeriod(), { replace: true, preventScrollReset: true })
  return (
    <section className="stack stack-4" aria-label={text.metricsOfPeriod}>
      <div className="row between no-print">
        <h2 className="card__h">{text.metricsOfPeriod}</h2>
        <Button kind="line" size="sm" aria-expanded={isOpen} onClick={toggle}>
          <Icon name={isOpen ? 'x' : 'ranking'} />
          {isOpen ? text.hideCharts : text.showCharts}
        </Button>
      </div>
      {isOpen && <PeriodMetrics />}
    </section>
  )
}

const tiles = ['students', 'videos', 'storage', 'month']

function OverviewSkeleton() {
  return (
    <Loading text={metricsText.overviewLoading}>
      <Card as="div" className="stack" aria-hidden="true">
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton shape="short" />
      </Card>
      <TilesSkeleton />
    </Loading>
  )
}

function TilesSkeleton() {
  return (
    <div className="grid tiles" aria-hidden="true">
      {tiles.map((tile) => (
        <div key={tile} className="card figure figure--waiting">
          <Skeleton />
          <Skeleton shape="title" />
        </div>
      ))}
    </div>
  )
}

function NoStudentsYet({ hasVideos }: { hasVideos: boolean }) {
  const link = hasVideos
    ? { to: adminPaths.content, label: text.checkContent }
    : { to: adminPaths.videoUpload, label: text.uploadVideo }
  return (
    <Empty title={studentsText.noStudents} help={text.noStudentsHelp}>
      <IfAllowed who={uploadVideo.who}>
        <Link className={buttonClass({ kind: 'line' })} to={link.to}>
          {link.label}
        </Link>
      </IfAllowed>
    </Empty>
  )
}

function NewestStudents() {
  const students = useQuery(apiQuery(listStudents, { query: { limit: NEWEST_STUDENTS } }))
  return (
    <section className="card card--flush" aria-labelledby="students">
      <div className="row between topten__h">
        <h2 className="card__h" id="students">
          {text.students}
        </h2>
        <Link className={`${buttonClass({ kind: 'quiet', size: 'sm' })} no-print`} to={adminPaths.users}>
          {text.allStudents}
        </Link>
      </div>
      <QueryView
        query={students}
        failed={studentsText.studentsFailed}
        heading="h3"
        loading={
          <div className="topten__b">
            <Loading text={studentsText.studentsLoading}>
              <RowsSkeleton rows={NEWEST_STUDENTS} />
            </Loading>
          </div>
        }
      >
        {({ studentData }) =>
          studentData.length === 0 ? (
            <p className="topten__b muted">{studentsText.noStudents}</p>
          ) : (
            <Table caption={text.newestStudents} columns={columns} rows={studentData} rowKey={({ _id }) => _id} />
          )
        }
      </QueryView>
    </section>
  )
}
