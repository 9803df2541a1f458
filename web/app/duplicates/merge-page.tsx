import {
  listDuplicates,
  mergeStudents,
  previewMerge,
  type MergedQuiz,
  type MergePreview,
  MergeForm,
  duplicatesText,
  mergeRefusalSentences,
} from '@baobab/contract/duplicates/endpoints.ts'
import { noonInLagos } from '@baobab/contract/kernel/days.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { leaderboard } from '@baobab/contract/leaderboard/endpoints.ts'
import { listStaffNotes, listStudents, studentDetails } from '@baobab/contract/students/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, prefetch, useApiMutation } from '../api/query.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { BackLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { TextArea } from '../ui/fields.tsx'
import { formatDate, formatDateTime, formatCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { TableCard, type Column } from '../ui/table.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'

export function clientLoader({ request }: { request: Request }) {
  const params = new URL(request.url).searchParams
  const [from, into] = [params.get('from'), params.get('into')]
  if (from && into) prefetch(previewMerge, { params: { username: from }, query: { into } })
  return null
}

export const meta = () => pageMeta(text.title)

/** Compares a student's two accounts, shows what a merge would do, and merges them. */
export default function MergePage() {
  const [params] = useSearchParams()
  const [from, into] = [params.get('from') ?? '', params.get('into') ?? '']
  const isComplete = from !== '' && into !== ''
  return (
    <>
      {into === '' ? (
        <BackLink to={adminPaths.users} label={text.backTo('students')} />
      ) : (
        <BackLink to={adminPaths.student(into)} label={text.backTo(into)} />
      )}
      <PageHead title={text.title} lead={text.lead} />
      {isComplete ? <Comparison key={`${from} ${into}`} from={from} into={into} /> : <Unknown />}
    </>
  )
}

function Unknown({ title = text.noAccounts, help = text.noAccountsHelp }: { title?: string; help?: string }) {
  return (
    <Empty title={title} help={help}>
      <Link className={buttonClass({ kind: 'line' })} to={adminPaths.users}>
        {text.backTo('students')}
      </Link>
    </Empty>
  )
}

function Comparison({ from, into }: { from: string; into: string }) {
  // Every request is written to the audit log, so it is not repeated when the window regains focus.
  const query = useQuery({
    ...apiQuery(previewMerge, { params: { username: from }, query: { into } }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { error } = query
  if (!query.data && error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Unknown
        title={duplicatesText.previewFailed}
        help={error.status === 404 ? describeMissing(from, error) : error.message}
      />
    )
  return (
    <QueryView
      query={query}
      failed={duplicatesText.previewFailed}
      help={errorMessage(error)}
      loading={
        <Card>
          <Loading text={duplicatesText.previewLoading}>
            <RowsSkeleton rows={6} />
          </Loading>
        </Card>
      }
    >
      {(preview) => <Preview preview={preview} />}
    </QueryView>
  )
}

/** For a merged account, says where it is now. For an unknown one, the name may be wrong. */
const describeMissing = (username: string, { message }: ApiError) => `${username}: ${message}`

function Preview({ preview }: { preview: MergePreview }) {
  const { kept, merged, refusals } = preview
  return (
    <>
      {refusals.length > 0 && (
        <Note kind="bad">
          <b>{text.cannotMerge}</b>
          <ul className="merge__list">
            {refusals.map((refusal) => (
              <li key={refusal}>{mergeRefusalSentences[refusal]}</li>
            ))}
          </ul>
        </Note>
      )}
      <div className="grid g2 split--top">
        <Account role={text.stays} account={kept} />
        <Account role={text.ends} account={merged} />
      </div>
      <div>
        <Link className={buttonClass({ kind: 'line' })} to={adminPaths.merge(kept.username, merged.username)}>
          <Icon name="arrow-counter-clockwise" />
          {text.swap}
        </Link>
      </div>
      <Points preview={preview} />
      <Quizzes preview={preview} />
      <Effects preview={preview} />
      {refusals.length === 0 && <MergeCard preview={preview} />}
    </>
  )
}

function Account({ role, account }: { role: string; account: MergePreview['kept'] }) {
  const { username, email, birth, school, joined, isPaid, isDisqualified } = account
  const facts = [
    [text.email, email ?? text.noEmail],
    [text.birth, formatDate(noonInLagos(birth))],
    [text.school, school ?? text.noSchool],
    [text.joined, formatDateTime(new Date(joined))],
    [text.payment, isPaid ? text.paid : text.notPaid],
  ] as const
  return (
    <Card className="stack stack-3" aria-label={`${role}: ${username}`}>
      <h2 className="card__h">
        {`${role}: `}
        <Link to={adminPaths.student(username)}>{username}</Link>
      </h2>
      {isDisqualified && (
        <span className="chips">
          <Chip kind="bad" icon="x-circle">
            {text.disqualified}
          </Chip>
        </span>
      )}
      <dl className="sfacts merge__facts">
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Points({ preview: { kept, merged, points } }: { preview: MergePreview }) {
  const columns: readonly Column<MergePreview['points'][number]>[] = [
    { title: text.category, kind: 'who', cell: ({ ageCategory }) => <b className="nobr">{ageCategory}</b> },
    { title: text.before(kept.username), kind: 'detail', cell: (row) => formatCount(row.kept, 'point') },
    { title: text.before(merged.username), kind: 'detail', cell: (row) => formatCount(row.merged, 'point') },
    {
      title: text.after,
      kind: 'detail',
      cell: ({ after }) => <span className="merge__after">{formatCount(after, 'point')}</span>,
    },
  ]
  return (
    <TableCard
      id="points"
      title={text.points}
      help={points.length === 0 ? text.noPoints : undefined}
      columns={columns}
      rows={points}
      rowKey={({ ageCategory }) => ageCategory}
    />
  )
}

function Quizzes({ preview: { kept, merged, quizzes } }: { preview: MergePreview }) {
  const describe = (attempt: MergedQuiz['kept']) =>
    attempt === null ? (
      <span className="muted">{text.notDone}</span>
    ) : (
      text.attempt(formatCount(attempt.score, 'point'), formatDateTime(new Date(attempt.startedAt)))
    )
  const columns: readonly Column<MergedQuiz>[] = [
    { title: text.quiz, kind: 'who', cell: ({ videoTitle }) => <b>{videoTitle}</b> },
    { title: text.category, kind: 'detail', cell: ({ ageCategory }) => <span className="nobr">{ageCategory}</span> },
    { title: kept.username, kind: 'detail', cell: (quiz) => describe(quiz.kept) },
    { title: merged.username, kind: 'detail', cell: (quiz) => describe(quiz.merged) },
    {
      title: text.counts,
      kind: 'detail',
      cell: ({ counts }) => <Chip kind="ok">{counts === 'kept' ? kept.username : merged.username}</Chip>,
    },
  ]
  return (
    <TableCard
      id="quizzes"
      title={text.quizzes}
      help={quizzes.length === 0 ? text.noQuizzes : text.quizzesHelp}
      columns={columns}
      rows={quizzes}
      rowKey={({ videoTitle, ageCategory }) => `${videoTitle} ${ageCategory}`}
    />
  )
}

const moveLabels: Readonly<Record<keyof MergePreview['moves'], string>> = {
  payments: 'payment',
  certificates: 'certificate',
  bookmarks: 'bookmark',
  watchedVideos: 'watched video',
  notifications: 'notification',
  staffNotes: 'note',
}

function listEffects({ kept, merged, moves, certificatesTwice, isPaidTwice, openFlags }: MergePreview): string[] {
  const moving = (Object.keys(moveLabels) as (keyof typeof moveLabels)[]).filter((what) => moves[what] > 0)
  const counts = moving.map((what) => formatCount(moves[what], moveLabels[what]))
  const [ends, stays] = [merged.username, kept.username]
  return [
    counts.length === 0 ? text.nothingMoves : text.movesTo(counts.join(', '), stays),
    ...(certificatesTwice > 0 ? [text.certificatesTwice(formatCount(certificatesTwice, 'certificate'))] : []),
    ...(isPaidTwice ? [text.paidTwice] : []),
    ...(kept.birth === merged.birth ? [] : [text.birthsDiffer]),
    ...(merged.isDisqualified && !kept.isDisqualified ? [text.becomesDisqualified(ends, stays)] : []),
    ...(kept.isDisqualified ? [text.staysDisqualified(stays)] : []),
    ...(openFlags > 0 ? [text.openFlags(formatCount(openFlags, 'flag'))] : []),
    text.login(ends, stays),
    text.told,
    text.past,
  ]
}

function Effects({ preview }: { preview: MergePreview }) {
  return (
    <Card className="stack stack-3" aria-labelledby="effects">
      <h2 className="card__h" id="effects">
        {text.effects}
      </h2>
      <ul className="merge__list">
        {listEffects(preview).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </Card>
  )
}

/** Asks for a reason, and merges. No dialog asks again: the page itself says what will happen. */
function MergeCard({ preview: { kept, merged } }: { preview: MergePreview }) {
  const navigate = useNavigate()
  const merge = useApiMutation(mergeStudents, {
    changes: [studentDetails, listStudents, leaderboard, listDuplicates, listStaffNotes],
  })
  const { field, submit, failure, isSending } = useApiForm({
    schema: MergeForm,
    defaultValues: { into: kept.username, reason: '' },
    send: async (body) => {
      toast((await merge.mutateAsync({ params: { username: merged.username }, body })).message)
      await navigate(adminPaths.student(kept.username))
    },
  })
  return (
    <Card>
      <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <TextArea label={text.reason} hint={text.reasonHint} rows={3} maxLength={500} {...field('reason')} />
        <FormFailureNote failure={failure} />
        <div>
          <Button type="submit" kind="danger" busyLabel={isSending && text.merging}>
            {text.merge(merged.username, kept.username)}
          </Button>
        </div>
      </form>
    </Card>
  )
}
