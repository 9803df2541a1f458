import { ageCategories, DEFAULT_CATEGORY, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { flaggedStates, listFlagged, readFlagged, type FlaggedStudent } from '@baobab/contract/fair-play/admin.ts'
import { fairPlayText } from '@baobab/contract/fair-play/text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { apiQuery, prefetch } from '../../api/query.ts'
import { adminPaths } from '../../admin-paths.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { useAddressParams } from '../../shell/use-address-params.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime, formatShortDay } from '../../ui/dates.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { FlaggedStudentView } from './flagged-student.tsx'
import { decisionLabels, flagLabels, reasonLabels, text } from './text.ts'

/** Reads which list an address selects. Unknown values count as the default. */
function parseSelection(params: URLSearchParams) {
  return {
    ageCategory: ageCategories.find((category) => category === params.get('ageCategory')) ?? DEFAULT_CATEGORY,
    show: flaggedStates.find((state) => state === params.get('show')) ?? 'open',
  }
}

export function clientLoader({ request }: { request: Request }) {
  const params = new URL(request.url).searchParams
  const username = params.get('student')
  if (username) prefetch(readFlagged, { params: { username } })
  else prefetch(listFlagged, { query: parseSelection(params) })
  return null
}

export const meta = () => pageMeta(text.fairPlay)

/** Shows who of the top of a leaderboard is flagged, or the evidence about the student in `?student=`. */
export default function Flagged() {
  const [params] = useSearchParams()
  const username = params.get('student')
  return username ? <FlaggedStudentView key={username} username={username} /> : <FlaggedList />
}

const stateOptions = flaggedStates.map((value) => ({ value, label: text.states[value] }))
const categoryOptions = ageCategories.map((value) => ({ value, label: text.ages(value) }))

function FlaggedList() {
  const [params, setParams] = useAddressParams()
  const selection = parseSelection(params)
  const list = useQuery({ ...apiQuery(listFlagged, { query: selection }), placeholderData: keepPreviousData })
  const select = (change: Partial<typeof selection>) =>
    setParams((now) => new URLSearchParams({ ...parseSelection(now), ...change }), {
      replace: true,
      preventScrollReset: true,
    })
  return (
    <>
      <PageHead title={text.fairPlay} lead={text.lead} />
      <div className="row between">
        <Segmented
          label={text.show}
          options={stateOptions}
          value={selection.show}
          onChange={(show) => select({ show })}
        />
        <Segmented<AgeCategory>
          label={text.ageCategory}
          options={categoryOptions}
          value={selection.ageCategory}
          onChange={(ageCategory) => select({ ageCategory })}
        />
      </div>
      <QueryView
        query={list}
        failed={fairPlayText.flaggedFailed}
        loading={
          <Card>
            <Loading text={fairPlayText.flaggedLoading}>
              <RowsSkeleton rows={5} />
            </Loading>
          </Card>
        }
      >
        {({ students }) =>
          students.length === 0 ? (
            <Empty {...text.none[selection.show]} />
          ) : (
            <Card flush aria-label={text.students} aria-busy={list.isPlaceholderData}>
              <ul className="inbox__rows">
                {students.map((student) => (
                  <StudentRow key={student._id} student={student} />
                ))}
              </ul>
            </Card>
          )
        }
      </QueryView>
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
