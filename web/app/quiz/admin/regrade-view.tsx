import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  agreeToRegrade,
  listRegrades,
  previewRegrade,
  readRegrade,
  withdrawRegrade,
  type Regrade,
  type VoidQuestion,
} from '@baobab/contract/quiz/corrections.ts'
import { quizRegradeText } from '@baobab/contract/quiz/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { MutationFailure, toastResult, toastSuccess } from '../../forms/mutation-result.tsx'
import { BackToList } from '../../shell/admin/back-to-list.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { ProposalForm } from './proposal-form.tsx'
import { text } from './text.ts'
import { describeKind, voidText } from './void-text.ts'
import { questionChanges } from './with-questions.tsx'

type Reply = ReplyOf<typeof readRegrade>
type Preview = NonNullable<Reply['preview']>
type RankMove = Preview['moves'][number]

/** How often the page checks while the preview is being computed or points are being corrected. */
const POLL_MS = 1_000

const changes = [readRegrade, listRegrades, ...questionChanges]

const isWaiting = (reply: Reply | undefined) =>
  reply !== undefined && ((reply.regrade.state === 'proposed' && !reply.preview) || reply.regrade.state === 'running')

/** Shows one correction: what it would change, who decides, and what it changed. */
export function RegradeView({ regradeId }: { regradeId: string }) {
  const query = useQuery({
    ...apiQuery(readRegrade, { params: { regradeId } }),
    refetchInterval: ({ state }) => isWaiting(state.data) && POLL_MS,
  })
  return (
    <>
      <div className="stack stack-3">
        <BackToList to={adminPaths.regrades} label={text.regrades} />
        <PageHead title={text.regrade} />
      </div>
      <QueryView
        query={query}
        failed={quizRegradeText.regradesFailed}
        loading={
          <Card>
            <Loading text={quizRegradeText.regradesLoading}>
              <RowsSkeleton rows={5} />
            </Loading>
          </Card>
        }
      >
        {(reply) => (
          <>
            <KeyChange regrade={reply.regrade} />
            <Effect {...reply} />
            {reply.regrade.state === 'proposed' && (
              <IfAllowed who={agreeToRegrade.who}>
                <Decision {...reply} />
              </IfAllowed>
            )}
            {reply.voidQuestion && reply.regrade.state === 'finished' && (
              <IfAllowed who={agreeToRegrade.who}>
                <VoidNow regrade={reply.regrade} question={reply.voidQuestion} />
              </IfAllowed>
            )}
          </>
        )}
      </QueryView>
    </>
  )
}

/** The form for what should happen to a question that is void now. */
function VoidNow({ regrade, question }: { regrade: Regrade; question: VoidQuestion }) {
  const { voided, ...fields } = question
  const shown = { ...fields, _id: regrade.triviaId, question: regrade.question }
  return <ProposalForm question={shown} voided={voided} reportGroupId={undefined} />
}

export function RegradeStateChip({ state }: { state: Regrade['state'] }) {
  const kinds = { proposed: 'warn', withdrawn: 'plain', running: 'info', finished: 'ok' } as const
  return <Chip kind={kinds[state]}>{text.regradeStates[state]}</Chip>
}

function KeyChange({ regrade }: { regrade: Regrade }) {
  const { question, videoTitle, ageCategory, explanation, currentExplanation, state } = regrade
  const { proposedBy, proposedAt, decidedBy, decidedAt } = regrade
  return (
    <Card className="stack" aria-labelledby="question">
      <div>
        <h2 className="card__h wrap-any" id="question">
          {question}
        </h2>
        <p className="muted small">{text.quizOf(videoTitle ?? text.deletedVideo, ageCategory)}</p>
      </div>
      <div className="chips">
        <RegradeStateChip state={state} />
        <Chip>{describeKind(regrade)}</Chip>
      </div>
      <p className="wrap-any">{describeChange(regrade)}</p>
      {explanation !== null && (
        <>
          {state === 'proposed' && currentExplanation !== null && (
            <p className="wrap-any">{text.currentExplanation(currentExplanation)}</p>
          )}
          <p className="wrap-any">{explanation === '' ? text.noExplanation : text.newExplanation(explanation)}</p>
        </>
      )}
      <p className="small muted">
        {text.proposedBy(proposedBy, formatDateTime(new Date(proposedAt)))}
        {decidedBy && decidedAt && ` ${text.decidedBy(state, decidedBy, formatDateTime(new Date(decidedAt)))}`}
      </p>
    </Card>
  )
}

function describeChange({ voided, wasVoided, oldAnswer, newAnswer, keepsOld }: Regrade): ReactNode {
  if (voided) return voidText.becomesVoid[voided]
  if (wasVoided)
    return richText(keepsOld ? voidText.returnsWithBoth : voidText.returns, {
      answer: <b>{newAnswer}</b>,
      other: <b>{oldAnswer}</b>,
    })
  return richText(keepsOld ? text.bothCount : text.replacesAnswer, {
    before: <b>{oldAnswer}</b>,
    after: <b>{newAnswer}</b>,
  })
}

function Effect({ regrade: { state }, preview, changed }: Reply) {
  return (
    <Card className="stack" aria-labelledby="effect">
      <h2 className="card__h" id="effect">
        {text.whatChanges}
      </h2>
      {(state === 'running' || state === 'finished') && (
        <Note kind={state === 'finished' ? 'ok' : 'info'} role="status">
          {state === 'finished' ? text.changedPoints(changed) : text.changingPoints(changed)}
        </Note>
      )}
      {preview && <PreviewSummary preview={preview} />}
      {!preview && <p role="status">{state === 'proposed' ? text.previewComputing : text.neverComputed}</p>}
    </Card>
  )
}

function PreviewSummary({ preview }: { preview: Preview }) {
  const { up, down, same, otherWording, enterCount, leaveCount, moves, computedAt } = preview
  return (
    <>
      <ul className="stack stack-2">
        <li>{text.gainPoints(up)}</li>
        <li>{text.losePoints(down)}</li>
        <li>{text.keepPoints(same)}</li>
        {otherWording > 0 && <li>{text.sawOtherWording(otherWording)}</li>}
        <li>{text.topChanges(enterCount, leaveCount)}</li>
      </ul>
      <p className="small muted">{text.previewOf(formatDateTime(new Date(computedAt)))}</p>
      {moves.length > 0 && (
        <Table
          caption={text.movesCaption}
          columns={moveColumns}
          rows={moves}
          rowKey={(move, at) => move.username ?? String(at)}
        />
      )}
    </>
  )
}

const formatRank = (rank: number | null) => (rank === null ? text.belowTop : rank.toLocaleString('en-NG'))

const moveColumns: readonly Column<RankMove>[] = [
  { title: text.student, kind: 'who', cell: ({ username }) => username ?? text.deletedAccount },
  { title: text.rankBefore, kind: 'detail', cell: ({ rankBefore }) => formatRank(rankBefore) },
  { title: text.rankAfter, kind: 'detail', cell: ({ rankAfter }) => formatRank(rankAfter) },
  { title: text.pointsChange, kind: 'detail', cell: ({ delta }) => (delta > 0 ? `+${delta}` : String(delta)) },
]

function chooseTitle({ voided, wasVoided }: Regrade): string {
  if (voided) return voidText.agreeTitle
  return wasVoided ? voidText.agreeAgainTitle : text.agreeTitle
}

function Decision({ regrade, preview, canAgree, shortage }: Reply) {
  const [isAsking, setIsAsking] = useState(false)
  const agreeing = useApiMutation(agreeToRegrade, { changes })
  const withdrawing = useApiMutation(withdrawRegrade, { changes })
  const previewing = useApiMutation(previewRegrade, { changes: [readRegrade] })
  const input = { params: { regradeId: regrade._id } }
  function close() {
    agreeing.reset()
    setIsAsking(false)
  }
  const agree = async () => {
    if (await toastSuccess(agreeing.mutateAsync(input))) close()
  }
  return (
    <Card className="stack" aria-labelledby="decide">
      <h2 className="card__h" id="decide">
        {text.decide}
      </h2>
      {!canAgree && <p>{quizRegradeText.ownProposal}</p>}
      {shortage && (
        <Note kind="warn">
          {voidText.tooFew(shortage.asked, shortage.left)}{' '}
          <Link to={adminPaths.triviaFormFor(regrade.videoId, regrade.ageCategory)}>{voidText.addQuestion}</Link>
        </Note>
      )}
      <div className="row">
        {canAgree && preview && !shortage && <Button onClick={() => setIsAsking(true)}>{text.agreeToRegrade}</Button>}
        <Button
          kind="line"
          busyLabel={previewing.isPending && text.computing}
          onClick={() => void toastResult(previewing.mutateAsync(input))}
        >
          {text.computeAgain}
        </Button>
        <Button
          kind="quiet"
          busyLabel={withdrawing.isPending && text.withdrawing}
          onClick={() => void toastResult(withdrawing.mutateAsync(input))}
        >
          {text.withdrawRegrade}
        </Button>
      </div>
      <Dialog
        isOpen={isAsking}
        title={chooseTitle(regrade)}
        confirmLabel={text.agreeToRegrade}
        busyLabel={agreeing.isPending && text.agreeing}
        onConfirm={() => void agree()}
        onCancel={close}
      >
        <p>{text.agreeEffect}</p>
        <MutationFailure mutation={agreeing} />
      </Dialog>
    </Card>
  )
}
