import { ageCategories, DEFAULT_CATEGORY } from '@baobab/contract/accounts/rules.ts'
import { flaggedStates, listFlagged, readFlagged, type FlaggedStudent } from '@baobab/contract/fair-play/admin.ts'
import { fairPlayText } from '@baobab/contract/fair-play/text.ts'
import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { prefetch } from '../../api/query.ts'
import { AdminList } from '../../lists/admin/admin-list.tsx'
import { ListFilter } from '../../lists/admin/list-filter.tsx'
import { adminList, prefetchList, useAdminList } from '../../lists/admin/use-admin-list.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime, formatShortDay } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { FlaggedStudentView } from './flagged-student.tsx'
import { decisionLabels, flagLabels, reasonLabels, text } from './text.ts'

const flagged = adminList({
  endpoint: listFlagged,
  rows: (reply) => reply.students,
  address: 'full',
  filters: {
    ageCategory: {
      kind: 'choice',
      look: 'seg',
      label: text.ageCategory,
      otherwise: DEFAULT_CATEGORY,
      options: ageCategories.map((value) => ({ value, label: text.ages(value) })),
    },
    show: {
      kind: 'choice',
      look: 'seg',
      label: text.show,
      otherwise: 'open',
      options: flaggedStates.map((value) => ({ value, label: text.states[value] })),
    },
  },
  failed: fairPlayText.flaggedFailed,
  loading: fairPlayText.flaggedLoading,
})

export function clientLoader({ request }: { request: Request }) {
  const username = new URL(request.url).searchParams.get('student')
  if (username) prefetch(readFlagged, { params: { username } })
  else prefetchList(flagged, request)
  return null
}

export const meta = () => pageMeta(text.fairPlay)

/** Shows which students at the top of a leaderboard are flagged, or the evidence about the student in `?student=`. */
export default function Flagged() {
  const [params] = useSearchParams()
  const username = params.get('student')
  return username ? <FlaggedStudentView key={username} username={username} /> : <FlaggedList />
}

function FlaggedList() {
  const list = useAdminList(flagged)
  return (
    <>
      <PageHead title={text.fairPlay} lead={text.lead} />
      <div className="row between">
        <ListFilter of={list} name="show" />
        <ListFilter of={list} name="ageCategory" />
      </div>
      <AdminList of={list} title={text.students} empty={text.none[list.selection.show]}>
        {(rows) => (
          <ul className="inbox__rows" aria-busy={list.query.isPlaceholderData}>
            {rows.map((student) => (
              <StudentRow key={student._id} student={student} />
            ))}
          </ul>
        )}
      </AdminList>
    </>
  )
}

function StudentRow({ student }: { student: FlaggedStudent }) {
  const { username, rank, score, kinds, lastFlagAt, lastDecision, appealDueAt, isHeld, isDisqualified } = student
  return (
    <li>
      <Link className="inbox__row" to={adminPaths.flagged(username)}>
        <b>{username}</b>
        <span className="inbox__who small muted">
          <span>{text.rankAndScore(rank, score)}</span>
          {lastFlagAt !== null && <time dateTime={lastFlagAt}>{formatShortDay(new Date(lastFlagAt))}</time>}
        </span>
        <span className="chips">
          {appealDueAt !== null && (
            <Chip kind="bad" icon="timer">
              {text.appealDue(formatDateTime(new Date(appealDueAt)))}
            </Chip>
          )}
          {isHeld && <Chip kind="warn">{text.onHold}</Chip>}
          {isDisqualified && <Chip kind="bad">{text.disqualifiedChip}</Chip>}
          {kinds.map((kind) => (
            <Chip key={kind}>{flagLabels[kind]}</Chip>
          ))}
        </span>
        {lastDecision && (
          <span className="small muted">
            {decisionLabels[lastDecision.kind]}
            {lastDecision.reason && `: ${reasonLabels[lastDecision.reason]}`}
            {`. ${text.decidedBy(lastDecision.by, formatDateTime(new Date(lastDecision.at)))}`}
          </span>
        )}
      </Link>
    </li>
  )
}
