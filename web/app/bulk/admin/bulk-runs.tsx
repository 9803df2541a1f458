import { listBulkRuns, readBulkRun, stopBulkRun, undoBulkRun, type BulkRun } from '@baobab/contract/bulk/endpoints.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { TAKE_BACK_SECONDS } from '@baobab/contract/notifications/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { phoneStorage } from '../../browser/storage.ts'
import { apiQuery, invalidate, useApiMutation } from '../../api/query.ts'
import { useSecondsLeft } from '../../api/use-server-time.ts'
import { toastResult } from '../../forms/mutation-result.tsx'
import { useIsAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { describeDone } from './outcomes.ts'
import { bulkActionLabel, text } from './text.ts'

const POLL_MS = 1_000
/** The action that waits before its first row, so that it can be taken back. */
const NOTIFY = 'students.notify'
const HIDDEN_KEY = 'bulkRunsHidden'

type Props = {
  /** The list's name in its actions, such as 'students'. */
  list: string
  /** The queries to refetch when a run has ended. */
  changes: Endpoint[]
}

/** Shows the progress and outcome of the admin's bulk actions. Also after a reload. */
export function BulkRuns(props: Props) {
  return useIsAllowed(listBulkRuns.who) ? <Runs {...props} /> : null
}

function Runs({ list, changes }: Props) {
  const { data } = useQuery({
    ...apiQuery(listBulkRuns, {}),
    refetchInterval: ({ state }) => state.data?.runs.some(({ state }) => state === 'running') && POLL_MS,
  })
  const [hiddenUpTo, hideUpTo] = useHiddenRuns()
  const mine = (data?.runs ?? []).filter(({ action }) => action.startsWith(`${list}.`))
  useRefetchAtEnd(mine, changes)
  const running = mine.filter(({ state }) => state === 'running')
  // Shows only the newest outcome: an undo replaces the run that it undid.
  const shown = running.length > 0 ? running : mine.slice(0, 1).filter(({ startedAt }) => startedAt > hiddenUpTo)
  return (
    <>
      {/* Does not announce the progress, which changes every second. */}
      <p className="sr" role="status">
        {shown[0] && shown[0].state !== 'running' && describeOutcome(shown[0])}
      </p>
      {shown.length > 0 && (
        <div className="stack stack-2">
          {shown.map((run) => (
            <Run key={run._id} run={run} changes={changes} onHide={() => hideUpTo(run.startedAt)} />
          ))}
        </div>
      )}
    </>
  )
}

/** Refetches the list when a running action has ended. */
function useRefetchAtEnd(runs: readonly BulkRun[], changes: Endpoint[]): void {
  const running = runs
    .filter(({ state }) => state === 'running')
    .map(({ _id }) => _id)
    .join()
  const before = useRef('')
  useEffect(() => {
    const hasEnded = before.current.split(',').some((id) => id !== '' && !running.includes(id))
    before.current = running
    if (hasEnded) void invalidate(...changes)
  }, [running, changes])
}

type RunProps = { run: BulkRun; changes: Endpoint[]; onHide: () => void }

function Run({ run, changes, onHide }: RunProps) {
  return run.state === 'running' ? <Running run={run} /> : <Outcome run={run} changes={changes} onHide={onHide} />
}

const labelOf = ({ action, isUndo }: BulkRun) =>
  isUndo ? text.undoing(bulkActionLabel(action)) : bulkActionLabel(action)

function describeOutcome(run: BulkRun): string {
  const { action, state, total, done, skipped, failed } = run
  if (action === NOTIFY && state === 'stopped' && done + skipped + failed === 0) return text.takenBack(labelOf(run))
  return [
    state === 'stopped' ? text.stoppedAt(labelOf(run), done, total) : describeDone(run),
    skipped > 0 && text.skipped(skipped),
    failed > 0 && text.failed(failed),
  ]
    .filter(Boolean)
    .join(' ')
}

function Running({ run }: { run: BulkRun }) {
  const stop = useApiMutation(stopBulkRun, { changes: [listBulkRuns] })
  const { _id: runId, action, startedAt, total, done, skipped, failed } = run
  const ready = done + skipped + failed
  const seconds = useSecondsLeft(action === NOTIFY ? Date.parse(startedAt) + TAKE_BACK_SECONDS * 1_000 : undefined)
  return (
    <Note>
      <div className="stack stack-2">
        <div className="row between">
          <span>
            {seconds > 0 ? text.sentIn(labelOf(run), total, seconds) : text.running(labelOf(run), ready, total)}
          </span>
          <Button
            kind="line"
            size="sm"
            busyLabel={stop.isPending && text.stopping}
            onClick={() => void toastResult(stop.mutateAsync({ params: { runId } }))}
          >
            {seconds > 0 ? text.takeBack : text.stop}
          </Button>
        </div>
        <progress className="bulkbar" aria-label={text.progress} max={total} value={ready} />
      </div>
    </Note>
  )
}

function Outcome({ run, changes, onHide }: RunProps) {
  const undo = useApiMutation(undoBulkRun, { changes: [listBulkRuns, ...changes] })
  const { _id: runId, state, skipped, failed, canUndo } = run
  const isWhole = state === 'done' && skipped + failed === 0
  return (
    <Note kind={failed > 0 ? 'bad' : isWhole ? 'ok' : 'warn'}>
      <div className="stack stack-2">
        <div className="row between">
          <span>{describeOutcome(run)}</span>
          <div className="row nowrap">
            {canUndo && (
              <Button
                kind="line"
                size="sm"
                busyLabel={undo.isPending && text.starting}
                onClick={() => void toastResult(undo.mutateAsync({ params: { runId } }))}
              >
                {text.undo}
              </Button>
            )}
            <Button kind="quiet" size="sm" onClick={onHide}>
              {text.dismiss}
            </Button>
          </div>
        </div>
        {skipped + failed > 0 && <Reasons runId={runId} />}
      </div>
    </Note>
  )
}

/** On request, says which rows were skipped, and why. */
function Reasons({ runId }: { runId: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...apiQuery(readBulkRun, { params: { runId } }), enabled: isOpen })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.why}</summary>
      {data ? (
        <ul className="stack stack-2">
          {data.reasons.map(({ reason, count, names }) => (
            <li key={reason}>
              {text.reason(count, reason)}
              {names.length > 0 && <span className="small muted bulknames">{text.names(names, count)}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{text.loadingReasons}</p>
      )}
    </details>
  )
}

/** Hides outcomes up to this start time on this device, because the admin has read them. */
function useHiddenRuns() {
  const [hiddenUpTo, setHidden] = useState(() => phoneStorage.getItem(HIDDEN_KEY) ?? '')
  const hide = (startedAt: string) => {
    setHidden(startedAt)
    phoneStorage.setItem(HIDDEN_KEY, startedAt)
  }
  return [hiddenUpTo, hide] as const
}
