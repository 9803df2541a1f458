import type { CheckStep, DrawCheck } from '@baobab/contract/check-draw.ts'
import { scholarshipText } from '@baobab/contract/scholarship-text.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { Hash } from './hash-seal.tsx'
import { checkLabels, text, verdicts, witnessLabels } from './text.ts'

/** The verdict on a draw and each step that was checked. */
export function CheckOutcome({ check }: { check: DrawCheck }) {
  const isFalse = check.steps.some(({ isTrue }) => !isTrue)
  const isAnchored = check.isListCompared
  const verdict = isFalse ? 'false' : check.outcome
  return (
    <div className="stack stack-6">
      {isFalse || isAnchored ? (
        <Note kind={isFalse ? 'bad' : check.outcome === 'open' || check.outcome === 'void' ? 'info' : 'ok'}>
          <b>{verdicts[verdict]}</b>
        </Note>
      ) : (
        <Note kind="warn">
          <b>{text.notAnchored}</b>
        </Note>
      )}
      {!check.isPublicChain && <Note kind="warn">{text.sandbox}</Note>}
      {check.isWitnessDraw && <Note kind="warn">{scholarshipText.witnessDraw}</Note>}
      {!check.isUsualDay && <Note kind="warn">{text.otherDay}</Note>}
      {!isAnchored && <Note kind="warn">{text.notCompared}</Note>}
      <ol className="timeline">
        {check.steps.map((step) => (
          <Step key={`${step.name} ${step.attempt}`} step={step} check={check} />
        ))}
      </ol>
    </div>
  )
}

function Step({ step, check }: { step: CheckStep; check: DrawCheck }) {
  const { name, attempt, isTrue, reason } = step
  const checked = check.attempts[attempt]
  const { title, failed, help } = (step.isWitnessDraw ? witnessLabels : checkLabels)[name]
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
        {name === 'winner' && checked && <Hash hash={checked.seed} label={text.seed} />}
        {name === 'winner' && isTrue && checked?.winner !== undefined && <b>{text.winnerNumber(checked.winner)}</b>}
      </div>
    </li>
  )
}
