import {
  answerAppeal,
  readFlagged,
  type ExaminedAttempt,
  type Flag,
  AppealAnswerForm,
} from '@baobab/contract/fair-play/admin.ts'
import { appealOutcomes } from '@baobab/contract/fair-play/endpoints.ts'
import { fairPlayText, APPEAL_ANSWER_MAX } from '@baobab/contract/fair-play/text.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { BackToList } from '../../shell/admin/back-to-list.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { Decide, decisionChanges, Proposal } from './decide.tsx'
import {
  decisionLabels,
  describeDevice,
  factLabels,
  flagLabels,
  flagSentences,
  outcomeLabels,
  reasonLabels,
  roleLabels,
  text,
} from './text.ts'

type Evidence = ReplyOf<typeof readFlagged>

const dateTime = (at: string) => formatDateTime(new Date(at))

/** The evidence about one student, past decisions, and what an admin can do. */
export function FlaggedStudentView({ username }: { username: string }) {
  const query = useQuery(apiQuery(readFlagged, { params: { username } }))
  return (
    <>
      <div className="stack stack-3">
        <BackToList to={adminPaths.fairPlay} label={text.fairPlay} />
        <PageHead title={username} />
      </div>
      <QueryView
        query={query}
        failed={fairPlayText.evidenceFailed}
        loading={
          <Card>
            <Loading text={fairPlayText.evidenceLoading}>
              <RowsSkeleton rows={5} />
            </Loading>
          </Card>
        }
      >
        {(evidence) => (
          <>
            <Note>{text.notAProof}</Note>
            {evidence.proposal && <Proposal proposal={evidence.proposal} />}
            <Summary evidence={evidence} />
            <Appeals appeals={evidence.appeals} />
            <Flags flags={evidence.flags} username={username} />
            <Decisions decisions={evidence.decisions} />
          </>
        )}
      </QueryView>
    </>
  )
}

function Summary({ evidence: { student, cluster } }: { evidence: Evidence }) {
  const { username, heldAt, disqualifiedAt, entries } = student
  return (
    <Card className="stack">
      <ul>
        {entries.map(({ ageCategory, rank, score }) => (
          <li key={ageCategory}>{`${text.ages(ageCategory)}: ${text.rankAndScore(rank, score)}`}</li>
        ))}
      </ul>
      <p className="chips">
        {heldAt !== null && <Chip kind="warn">{text.onHold}</Chip>}
        {disqualifiedAt !== null && <Chip kind="bad">{text.disqualifiedChip}</Chip>}
      </p>
      {cluster.length > 0 && (
        <div>
          <h3 className="h-16">{text.cluster}</h3>
          <p className="small muted">{text.clusterHelp}</p>
          <ul className="row">
            {cluster.map((name, index) => (
              <li key={name ?? index}>
                {name === null ? text.deletedAccount : <Link to={adminPaths.flagged(name)}>{name}</Link>}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p>
        <Link to={adminPaths.student(username)}>{text.details}</Link>
      </p>
      <Decide student={student} />
    </Card>
  )
}

function Flags({ flags, username }: { flags: readonly Flag[]; username: string }) {
  return (
    <section className="stack" aria-labelledby="flags">
      <h2 className="h-24" id="flags">
        {text.flags}
      </h2>
      {flags.length === 0 && <p className="muted">{text.noFlags}</p>}
      {flags.map((flag) => (
        <FlagCard key={flag._id} flag={flag} username={username} />
      ))}
    </section>
  )
}

function FlagCard({ flag, username }: { flag: Flag; username: string }) {
  const { _id, kind, at, isNew, role, facts, other } = flag
  const device = describeDevice(kind, facts)
  const numbers = Object.entries(facts).flatMap(([name, value]) => factLabels[name]?.(value, role) ?? [])
  return (
    <Card className="stack" aria-labelledby={`flag-${_id}`}>
      <div className="row between">
        <h3 className="card__h" id={`flag-${_id}`}>
          {flagLabels[kind]}
        </h3>
        <span className="chips">
          {isNew && <Chip kind="info">{text.isNew}</Chip>}
          {role && <Chip>{roleLabels[role]}</Chip>}
        </span>
      </div>
      <p>{flagSentences[kind]}</p>
      <p className="small muted">{[dateTime(at), ...numbers].join(', ')}</p>
      {other && <p>{text.withOther(other.username ?? text.deletedAccount)}</p>}
      {device !== undefined && <p>{device}</p>}
      {kind !== 'same-address' && <AttemptsOf flag={flag} username={username} />}
    </Card>
  )
}

/** The attempts behind a flag, side by side. Attempts that were reset or belonged to a deleted account are gone. */
function AttemptsOf({ flag: { attempt, other }, username }: { flag: Flag; username: string }) {
  return (
    <div className={attempt && other?.attempt ? 'evidence grid g2' : 'evidence'}>
      {attempt ? <Attempt attempt={attempt} /> : <p className="muted">{text.noAttempt(username)}</p>}
      {other?.attempt && <Attempt attempt={other.attempt} />}
      {other && !other.attempt && <p className="muted">{text.noAttempt(other.username ?? text.deletedAccount)}</p>}
    </div>
  )
}

type Answered = ExaminedAttempt['questions'][number]

const columns: readonly Column<Answered>[] = [
  { title: text.question, kind: 'who', cell: ({ question }) => <span className="wrap-any">{question}</span> },
  {
    title: text.answer,
    kind: 'detail',
    cell: ({ answer, correct }) =>
      answer === null ? (
        text.noAnswer
      ) : (
        <span className="wrap-any">
          {answer} <Chip kind={correct ? 'ok' : 'plain'}>{correct ? text.right : text.wrong}</Chip>
        </span>
      ),
  },
  { title: text.seconds, kind: 'detail', cell: ({ seconds }) => seconds?.toFixed(1) ?? '–' },
  { title: text.reading, kind: 'detail', cell: ({ readingSeconds }) => readingSeconds.toFixed(1) },
]

function Attempt({ attempt }: { attempt: ExaminedAttempt }) {
  const { username, videoTitle, startedAt, lockedAt, reviewedAt, score, maxScore, questions } = attempt
  const owner = username ?? text.deletedAccount
  return (
    <div className="stack stack-3">
      <div>
        <h4 className="h-16">{text.attemptOf(owner)}</h4>
        <p className="small">{videoTitle}</p>
        <ul className="small muted">
          <li>{text.score(score, maxScore)}</li>
          <li>{text.started(dateTime(startedAt))}</li>
          {lockedAt !== null && <li>{text.ended(dateTime(lockedAt))}</li>}
          {reviewedAt.map((at) => (
            <li key={at}>{text.reviewed(dateTime(at))}</li>
          ))}
        </ul>
      </div>
      <Table caption={text.attemptOf(owner)} columns={columns} rows={questions} rowKey={(_, index) => String(index)} />
    </div>
  )
}

function Decisions({ decisions }: { decisions: Evidence['decisions'] }) {
  return (
    <Card className="stack stack-3" aria-labelledby="decisions">
      <h2 className="card__h" id="decisions">
        {text.decisions}
      </h2>
      {decisions.length === 0 && <p className="muted">{text.noDecisions}</p>}
      <ul className="stack stack-2">
        {decisions.map(({ kind, reason, at, by }) => (
          <li key={at}>
            <b>{decisionLabels[kind]}</b>
            {reason && `: ${reasonLabels[reason]}`}
            <br />
            <span className="small muted">{text.decidedBy(by, dateTime(at))}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Appeals({ appeals }: { appeals: Evidence['appeals'] }) {
  if (appeals.length === 0) return null
  return (
    <Card className="stack" aria-labelledby="appeals">
      <h2 className="card__h" id="appeals" tabIndex={-1}>
        {text.appeals}
      </h2>
      {appeals.map((appeal) => (
        <AppealView key={appeal._id} appeal={appeal} />
      ))}
    </Card>
  )
}

function AppealView({ appeal }: { appeal: Evidence['appeals'][number] }) {
  const { _id, text: written, madeAt, dueAt, answer, answeredBy, canAnswer } = appeal
  return (
    <article className="stack stack-3">
      <p className="small muted">{text.madeOn(dateTime(madeAt))}</p>
      <p className="wrap-any">{written}</p>
      {answer ? (
        <>
          <p>
            <Chip kind="ok">{outcomeLabels[answer.outcome]}</Chip>
          </p>
          <p className="wrap-any">{answer.text}</p>
          <p className="small muted">{text.answeredBy(answeredBy, dateTime(answer.answeredAt))}</p>
        </>
      ) : (
        <>
          <p>
            <Chip kind="bad" icon="timer">
              {text.answerBy(dateTime(dueAt))}
            </Chip>
          </p>
          <IfAllowed who={answerAppeal.who}>
            {canAnswer ? <AnswerForm appealId={_id} /> : <Note>{text.anotherAdmin}</Note>}
          </IfAllowed>
        </>
      )}
    </article>
  )
}

const outcomeOptions = appealOutcomes.map((value) => ({ value, label: outcomeLabels[value] }))

function AnswerForm({ appealId }: { appealId: string }) {
  const answering = useApiMutation(answerAppeal, { changes: decisionChanges })
  const { field, submit, failure, isSending } = useApiForm({
    schema: AppealAnswerForm,
    mode: 'onSubmit',
    defaultValues: { text: '' },
    async send(body) {
      toast((await answering.mutateAsync({ params: { appealId }, body })).message)
      document.getElementById('appeals')?.focus()
    },
  })
  return (
    <form className="stack" noValidate aria-labelledby="appeals" onSubmit={(event) => void submit(event)}>
      <RadioGroup label={text.yourDecision} cards options={outcomeOptions} {...field('outcome')} />
      <TextArea
        label={text.yourAnswer}
        hint={text.answerHint}
        rows={4}
        maxLength={APPEAL_ANSWER_MAX}
        {...field('text')}
      />
      <FormFailureNote failure={failure} />
      <div>
        <Button type="submit" busyLabel={isSending && text.sendingAnswer}>
          {text.sendAnswer}
        </Button>
      </div>
    </form>
  )
}
