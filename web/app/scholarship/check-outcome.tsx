import type { DrawCheck } from '@baobab/contract/scholarship/draw/check-draw.ts'
import type { CheckedTimes } from '@baobab/contract/scholarship/draw/check-times.ts'
import type { CheckStep } from '@baobab/contract/scholarship/draw/check-rows.ts'
import type { CheckedAttempt } from '@baobab/contract/scholarship/draw/attempt.ts'
import { knownChains } from '@baobab/contract/scholarship/draw/schedule.ts'
import { timeStampText } from '@baobab/contract/scholarship/draw/texts.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { formatDateTime } from '../ui/dates.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { Hash } from './hash-seal.tsx'
import { checkLabels, uncomparedOutcomes, verdicts, witnessLabels } from './check-text.ts'
import { text } from './text.ts'

/** What outside authorities say about the time. */
export type Times = Pick<CheckedTimes, 'stamps' | 'unstamped'>
export const noTimes: Times = { stamps: [], unstamped: [] }

/** The verdict on a draw and each step that was checked. */
export function CheckOutcome({ check, times = noTimes }: { check: DrawCheck; times?: Times }) {
  const isOpened = check.steps.some(({ name }) => name === 'opening')
  const isTrue = check.steps.every((step) => step.isTrue)
  return (
    <div className="stack stack-6">
      <Deciding check={check} />
      <Verdict check={check} />
      {!check.isPublicChain && <Note kind="warn">{text.sandbox}</Note>}
      {check.isWitnessDraw && <Note kind="warn">{scholarshipText.witnessDraw}</Note>}
      {!check.isUsualDay && <Note kind="warn">{text.otherDay}</Note>}
      {isTrue && !isOpened && check.list?.protocol === 2 && check.outcome === 'drawn' && (
        <Note kind="info">{text.notOpened}</Note>
      )}
      <ol className="timeline">
        {check.steps.map((step, at) => (
          <Step key={`${step.name} ${step.attempt} ${at}`} step={step} check={check} />
        ))}
      </ol>
      <Stamps times={times} />
    </div>
  )
}

/** What outside authorities say about the time, and what that does not prove. */
function Stamps({ times: { stamps, unstamped } }: { times: Times }) {
  if (stamps.length === 0) return <p className="muted">{text.onlyMessages}</p>
  return (
    <div className="stack stack-2">
      <ul className="stack stack-2">
        {stamps.map(({ file, authority, at, fingerprint, serial }) => (
          <li key={`${fingerprint} ${serial}`}>
            {file}: {timeStampText.proved(authority, formatDateTime(at))}
            <p className="hash">{fingerprint}</p>
          </li>
        ))}
      </ul>
      {unstamped.length > 0 && <p className="muted">{text.unstamped(unstamped.join(', '))}</p>}
      <p className="muted small">{timeStampText.notProved}</p>
    </div>
  )
}

/** Says first of all what decided: with two sources, silence could be a choice. */
function Deciding({ check: { attempts, list, isPublicChain } }: { check: DrawCheck }) {
  const last = attempts.at(-1)
  if (!last || !list) return null
  if (last.round === null) return <p>{text.decidedByWitnesses}</p>
  const chain = last.silent ? findFallbackName(last) : findChainName(list.chainHash)
  return (
    <div className="stack stack-2">
      <p>{text.decidedBy({ round: last.round, chain, isTrial: !isPublicChain })}</p>
      {last.silent && (
        <Note kind="warn">
          {text.silentSource({ round: last.silent.round, chain: last.silent.chain.beaconId })}{' '}
          <a href={`https://api.drand.sh/${last.silent.chain.hash}/public/${last.silent.round}`}>api.drand.sh</a>
        </Note>
      )}
    </div>
  )
}

const findChainName = (hash: string) => knownChains.find((chain) => chain.hash === hash)?.beaconId ?? ''

/** Returns the name of the chain after the one that was silent. */
function findFallbackName({ silent }: CheckedAttempt): string {
  return knownChains[knownChains.findIndex(({ hash }) => hash === silent?.chain.hash) + 1]?.beaconId ?? ''
}

function Verdict({ check: { steps, outcome, compared, list } }: { check: DrawCheck }) {
  const { isListTold, areNoticesTold, entry } = compared
  if (steps.some(({ isTrue }) => !isTrue))
    return (
      <Note kind="bad">
        <b>{verdicts.false}</b>
        <p>{text.falseHelp}</p>
      </Note>
    )
  const own = entry !== undefined && list && <p>{text.yourNumber(entry, list.leaves.length)}</p>
  // Somebody who makes all files again makes files that fit together too.
  if (!isListTold)
    return (
      <Note kind={areNoticesTold || own ? 'info' : 'warn'}>
        <b>{text.filesFit}</b> {uncomparedOutcomes[outcome]}
        {own}
        <p>{areNoticesTold ? `${text.noticesTold} ${text.onlyNoticesTold}` : text.compareCode}</p>
      </Note>
    )
  return (
    <Note kind={outcome === 'open' || outcome === 'void' ? 'info' : 'ok'}>
      <b>{verdicts[outcome]}</b>
      <p>{text.listTold}</p>
      {own}
    </Note>
  )
}

function Step({ step, check }: { step: CheckStep; check: DrawCheck }) {
  const { name, attempt, isTrue, reason } = step
  const checked = check.attempts[attempt]
  const { title, failed, help, why } = (step.isWitnessDraw ? witnessLabels : checkLabels)[name]
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
        {isTrue ? (
          <p className="muted">{help}</p>
        ) : (
          <Note kind="bad">
            {why}
            <p className="small">
              {text.detail} {reason}
            </p>
          </Note>
        )}
        {name === 'list' && <Hash hash={check.listHash} label={text.listStep} />}
        {name === 'winner' && checked && (
          <Hash hash={checked.seed} label={step.isWitnessDraw ? text.witnessSeed : text.seed} />
        )}
        {name === 'winner' && isTrue && checked?.winner !== undefined && <b>{text.winnerNumber(checked.winner)}</b>}
      </div>
    </li>
  )
}
