import { listReportGroups, readReportGroup, type ReportGroup } from '@baobab/contract/quiz/corrections.ts'
import { quizReportsText } from '@baobab/contract/quiz/text.ts'
import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { prefetch } from '../../api/query.ts'
import { AdminList } from '../../lists/admin/admin-list.tsx'
import { ListFilter } from '../../lists/admin/list-filter.tsx'
import { adminList, prefetchList, useAdminList } from '../../lists/admin/use-admin-list.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { Chip } from '../../ui/chip.tsx'
import { formatShortDay, formatCount } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { reasonLabels } from '../text.ts'
import { ReportedQuestion } from './reported-question.tsx'
import { text } from './text.ts'

const groups = adminList({
  endpoint: listReportGroups,
  rows: (reply) => reply.groups,
  perPage: 25,
  address: 'full',
  filters: {
    show: {
      kind: 'choice',
      look: 'seg',
      label: text.showReports,
      otherwise: 'open',
      options: [
        { value: 'open', label: text.openReports },
        { value: 'answered', label: text.answeredReports },
      ],
    },
    order: {
      kind: 'choice',
      look: 'seg',
      label: text.sortReports,
      otherwise: 'most-reported',
      options: [
        { value: 'most-reported', label: text.mostReported },
        { value: 'newest', label: text.newestReported },
      ],
    },
  },
  failed: quizReportsText.reportsFailed,
  loading: quizReportsText.reportsLoading,
})

export function clientLoader({ request }: { request: Request }) {
  const reportGroupId = new URL(request.url).searchParams.get('report')
  if (reportGroupId) prefetch(readReportGroup, { params: { reportGroupId } })
  else prefetchList(groups, request)
  return null
}

export const meta = () => pageMeta(text.reports)

/** Shows the questions that students reported, or the one in `?report=` with its reports. */
export default function Reports() {
  const [params] = useSearchParams()
  const id = params.get('report')
  return id ? <ReportedQuestion key={id} reportGroupId={id} /> : <ReportList />
}

function ReportList() {
  const list = useAdminList(groups)
  return (
    <>
      <PageHead title={text.reports} lead={text.reportsLead} />
      <div className="row between">
        <ListFilter of={list} name="show" />
        <ListFilter of={list} name="order" />
      </div>
      <AdminList of={list} title={text.reportedQuestions} empty={text.noReports[list.selection.show]}>
        {(rows) => (
          <ul className="inbox__rows" aria-busy={list.query.isPlaceholderData}>
            {rows.map((group) => (
              <GroupRow key={group._id} group={group} />
            ))}
          </ul>
        )}
      </AdminList>
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
