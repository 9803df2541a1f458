import type { CheckStep, DrawCheck } from '@baobab/contract/check-draw.ts'
import { scholarshipText } from '@baobab/contract/scholarship-text.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { Hash } from './hash-seal.tsx'
import { checkLabels, text, uncomparedListLabel, uncomparedOutcomes, verdicts, witnessLabels } from './text.ts'

/** The verdict on a draw and each step that was checked. */
export function CheckOutcome({ check }: { check: DrawCheck }) {
  return (
    <div className="stack stack-6">
      <Verdict check={check} />
      {!check.isPublicChain && <Note kind="warn">{text.sandbox}</Note>}
      {check.isWitnessDraw && <Note kind="warn">{scholarshipText.witnessDraw}</Note>}
      {!check.isUsualDay && <Note kind="warn">{text.otherDay}</Note>}
      <ol className="timeline">
        {check.steps.map((step) => (
          <Step key={`${step.name} ${step.attempt}`} step={step} check={check} />
        ))}
      </ol>
    </div>
  )
}

function Verdict({ check: { steps, outcome, isListCompared } }: { check: DrawCheck }) {
  if (steps.some(({ isTrue }) => !isTrue))
    return (
      <Note kind="bad">
        <b>{verdicts.false}</b>
      </Note>
    )
  // Whoever makes all files anew makes files that fit together too.
  if (!isListCompared)
    return (
      <Note kind="warn">
        <b>{text.filesFit}</b> {uncomparedOutcomes[outcome]}
        <p>{text.compareFingerprint}</p>
      </Note>
    )
  return (
    <Note kind={outcome === 'open' || outcome === 'void' ? 'info' : 'ok'}>
      <b>{verdicts[outcome]}</b>
    </Note>
  )
}

function Step({ step, check }: { step: CheckStep; check: DrawCheck }) {
  const { name, attempt, isTrue, reason } = step
  const checked = check.attempts[attempt]
  const labels = (step.isWitnessDraw ? witnessLabels : checkLabels)[name]
  const { title, failed, help } =
    name === 'list' && !check.isListCompared ? { ...labels, ...uncomparedListLabel } : labels
  return (
    <li>
      <span className={isTrue ? 'timeline__k' : 'timeline__k timeline__k--bad'} aria-hidden="true">
        <Icon name={isTrue ? 'check' : 'x'} />
      </span>
      <div className="stack stack-2">
        <h2 className="card__h">
          {isTrue ? title : failed}
          {attempt > 0 && <span className="muted"> ({text.attempt(attempt + 1)})</span>}
        </h2>
        {isTrue ? <p className="muted">{help}</p> : <Note kind="bad">{reason}</Note>}
        {name === 'list' && <Hash hash={check.listHash} label={text.listStep} />}
        {name === 'winner' && checked && (
          <Hash hash={checked.seed} label={step.isWitnessDraw ? text.witnessSeed : text.seed} />
        )}
        {name === 'winner' && isTrue && checked?.winner !== undefined && <b>{text.winnerNumber(checked.winner)}</b>}
      </div>
    </li>
  )
}
