import { listReportGroups, readReportGroup, type ReportGroup } from '@baobab/contract/quiz/corrections.ts'
import { quizReportsText } from '@baobab/contract/quiz/text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { apiQuery, prefetch } from '../../api/query.ts'
import { adminPaths } from '../../admin-paths.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { useCursorPages } from '../../shell/use-cursor-pages.ts'
import { useAddressParams } from '../../shell/use-address-params.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Pager } from '../../ui/data-table/pager.tsx'
import { formatShortDay } from '../../ui/dates.ts'
import { Empty } from '../../ui/empty.tsx'
import { formatCount } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { reasonLabels } from '../report-labels.ts'
import { ReportedQuestion } from './reported-question.tsx'
import { GROUPS_PER_PAGE, parseSelection, toReportsQuery, withSelection } from './reports-view.ts'
import { text } from './text.ts'

export function clientLoader({ request }: { request: Request }) {
  const params = new URL(request.url).searchParams
  const reportGroupId = params.get('report')
  if (reportGroupId) prefetch(readReportGroup, { params: { reportGroupId } })
  else prefetch(listReportGroups, { query: toReportsQuery(params) })
  return null
}

export const meta = () => pageMeta(text.reports)

/** Shows the questions that students reported, or the one in `?report=` with its reports. */
export default function Reports() {
  const [params] = useSearchParams()
  const id = params.get('report')
  return id ? <ReportedQuestion key={id} reportGroupId={id} /> : <ReportList />
}

const stateOptions = [
  { value: 'open', label: text.openReports },
  { value: 'answered', label: text.answeredReports },
] as const
const orderOptions = [
  { value: 'most-reported', label: text.mostReported },
  { value: 'newest', label: text.newestReported },
] as const

function ReportList() {
  const [params, setParams] = useAddressParams()
  const { show, order } = parseSelection(params)
  const list = useQuery({
    ...apiQuery(listReportGroups, { query: toReportsQuery(params) }),
    placeholderData: keepPreviousData,
  })
  const select = (change: Parameters<typeof withSelection>[1]) =>
    setParams((now) => withSelection(now, change), { replace: true, preventScrollReset: true })
  return (
    <>
      <PageHead title={text.reports} lead={text.reportsLead} />
      <div className="row between">
        <Segmented
          label={text.showReports}
          options={stateOptions}
          value={show}
          onChange={(value) => select({ show: value })}
        />
        <Segmented
          label={text.sortReports}
          options={orderOptions}
          value={order}
          onChange={(value) => select({ order: value })}
        />
      </div>
      <QueryView
        query={list}
        failed={quizReportsText.reportsFailed}
        loading={
          <Card>
            <Loading text={quizReportsText.reportsLoading}>
              <RowsSkeleton rows={5} />
            </Loading>
          </Card>
        }
      >
        {({ groups, nextCursor }) =>
          groups.length === 0 ? (
            <Empty {...text.noReports[show]} />
          ) : (
            <Groups groups={groups} nextCursor={nextCursor} isStale={list.isPlaceholderData} />
          )
        }
      </QueryView>
    </>
  )
}

type GroupsProps = { groups: readonly ReportGroup[]; nextCursor: string | null; isStale: boolean }

function Groups({ groups, nextCursor, isStale }: GroupsProps) {
  const { page, onNext, onPrevious } = useCursorPages()
  const first = page * GROUPS_PER_PAGE + 1
  const last = first + groups.length - 1
  return (
    <>
      <Card flush aria-label={text.reportedQuestions} aria-busy={isStale}>
        <ul className="inbox__rows">
          {groups.map((group) => (
            <GroupRow key={group._id} group={group} />
          ))}
        </ul>
      </Card>
      {(onPrevious || nextCursor !== null) && (
        <Pager
          isStale={isStale}
          shown={text.reportsRange(first.toLocaleString('en-NG'), last.toLocaleString('en-NG'))}
          onPrevious={onPrevious}
          onNext={nextCursor === null ? undefined : () => onNext(nextCursor)}
        />
      )}
    </>
  )
}

function GroupRow({ group }: { group: ReportGroup }) {
  const { _id, question, videoTitle, ageCategory, reportCount, lastReportedAt, reasons, answer } = group
  return (
    <li>
      <Link className="inbox__row" to={adminPaths.report(_id)}>
        <b className="inbox__x">{question}</b>
        <span className="inbox__who small muted">
          <span className="clip">{text.quizOf(videoTitle ?? text.deletedVideo, ageCategory)}</span>
          <time dateTime={lastReportedAt}>{formatShortDay(new Date(lastReportedAt))}</time>
        </span>
        <span className="chips">
          <Chip kind={answer ? 'plain' : 'warn'}>{formatCount(reportCount, 'report')}</Chip>
          {reasons.map(({ reason, count }) => (
            <Chip key={reason}>{text.reasonCount(reasonLabels[reason], count)}</Chip>
          ))}
          {answer && (
            <Chip kind="ok" icon="check">
              {text.outcomes[answer.outcome]}
            </Chip>
          )}
        </span>
      </Link>
    </li>
  )
}
