import type { CheckedAttempt } from '@baobab/contract/scholarship/draw/attempt.ts'
import type { DrawCheck } from '@baobab/contract/scholarship/draw/check-draw.ts'
import type { CheckStep, CheckName } from '@baobab/contract/scholarship/draw/check-rows.ts'
import type { CheckedTimes } from '@baobab/contract/scholarship/draw/check-times.ts'
import type { DrawOutcome } from '@baobab/contract/scholarship/draw/files.ts'
import { knownChains } from '@baobab/contract/scholarship/draw/schedule.ts'
import { timeStampText } from '@baobab/contract/scholarship/draw/texts.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { ForExperts } from '../ui/for-experts.tsx'
import { formatDateTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { Hash } from './hash-seal.tsx'
import { text } from './text.ts'

/** What outside authorities say about the time. */
export type Times = Pick<CheckedTimes, 'stamps' | 'unstamped'>
export const noTimes: Times = { stamps: [], unstamped: [] }

type Props = { check: DrawCheck; times?: Times; isRehearsal?: boolean }

/** The verdict on a draw, and each step that was checked. A rehearsal says nothing about a real draw. */
export function CheckOutcome({ check, times = noTimes, isRehearsal = false }: Props) {
  const isOpened = check.steps.some(({ name }) => name === 'opening')
  const isTrue = check.steps.every((step) => step.isTrue)
  const last = check.attempts.at(-1)
  const isSurprising = last !== undefined && (last.round === null || last.silent !== undefined)
  return (
    <div className="stack stack-6">
      {isSurprising && <Deciding check={check} />}
      {isRehearsal && isTrue ? <Note kind="info">{text.rehearsalFits}</Note> : <Verdict check={check} />}
      {!check.isPublicChain && !isRehearsal && <Note kind="warn">{text.sandbox}</Note>}
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
      {last && check.list && !isSurprising && (
        <ForExperts>
          <Deciding check={check} />
        </ForExperts>
      )}
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
            <ForExperts>
              <p className="hash">{fingerprint}</p>
            </ForExperts>
          </li>
        ))}
      </ul>
      {unstamped.length > 0 && <p className="muted">{text.unstamped(unstamped.join(', '))}</p>}
      <p className="muted small">{timeStampText.notProved}</p>
    </div>
  )
}

/** What decided the draw. Shown first if it was not the announced source, which may have been silent on purpose. */
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

/** Returns the name of the chain that follows the silent one. */
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
  // Somebody who forges all the files makes them fit together too, so say that they were not compared.
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
        {name === 'winner' && isTrue && checked?.winner !== undefined && <b>{text.winnerNumber(checked.winner)}</b>}
        {name === 'list' && (
          <ForExperts>
            <Hash hash={check.listHash} label={text.listCode} />
          </ForExperts>
        )}
        {name === 'winner' && checked && (
          <ForExperts>
            <Hash hash={checked.seed} label={step.isWitnessDraw ? text.witnessSeed : text.seed} />
          </ForExperts>
        )}
      </div>
    </li>
  )
}

// What each step of a check shows, and the final verdict of a check

/** The final verdict of a check. */
const verdicts: Record<DrawOutcome | 'false', string> = {
  drawn: 'This draw is correct.',
  open: 'Everything so far is correct. There is no winner yet.',
  none: 'This draw is correct. It has no winner.',
  void: 'This list is correct, but a later one replaced it. Nobody wins from it.',
  false: 'This draw is not correct.',
}

/** Added to the sentence that the files fit together, if nothing was compared with what was published. */
const uncomparedOutcomes: Record<DrawOutcome, string> = {
  drawn: '',
  open: 'There is no winner yet.',
  none: 'Nobody has won.',
  void: 'A later list replaced it. Nobody wins from it.',
}

/** What each step of a check shows. `why` explains what it means if the step fails. */
const checkLabels: Record<CheckName, { title: string; failed: string; help: string; why: string }> = {
  list: {
    title: 'The list is complete',
    failed: 'The list is not right',
    help: 'Your phone worked out the code of the list. It must be the one in your message.',
    why: 'The list was changed, or it is another month’s list.',
  },
  board: {
    title: 'The list has everyone on both leaderboards',
    failed: 'The leaderboards do not match the list',
    help: 'So nobody was added to the list, and nobody was left out.',
    why: 'A leaderboard was changed after the list was made, or a row was added or left out.',
  },
  told: {
    title: 'Your message matches',
    failed: 'Your message does not match',
    help: 'Nobody can have changed your message since it reached you.',
    why: 'The list or the announcements were changed after your message, or your message is about another month.',
  },
  chain: {
    title: 'The source of the number is known',
    failed: 'The source of the number is not right',
    help: 'The list names the source of the number. So nobody could choose another source afterwards.',
    why: 'The number comes from a source that the list does not name.',
  },
  round: {
    title: 'Nobody could pick a lucky moment',
    failed: 'The moment of the draw is not right',
    help: 'The date decides which public number counts, so nobody can choose it.',
    why: 'The number is not from the moment that the rules say, or something was announced too late.',
  },
  beacon: {
    title: 'The number is real',
    failed: 'The number is not real',
    help: 'Only its source can make this number. Your phone checked that.',
    why: 'The number was made up or changed.',
  },
  winner: {
    title: 'The winner is right',
    failed: 'The winner is not right',
    help: 'Your phone shuffled the list with the public number, and the winner’s number came first.',
    why: 'The list and the number give a different winner from the one on the page.',
  },
  opening: {
    title: 'The winner is on the leaderboard',
    failed: 'The winner is not the one on the leaderboard',
    help: 'The winner was on the leaderboard, with the name that the page shows.',
    why: 'The name, the place or the points of the winner do not belong to the number that was picked.',
  },
  time: {
    title: 'The file existed in time',
    failed: 'The file did not exist in time',
    help: 'Somebody outside of Baobab signed the time, before anybody could know the public number.',
    why: 'The list or an announcement was made later than the rules say, or a time stamp is not about it.',
  },
}

/** What some steps of a check show if the draw was made by witnesses. */
const witnessLabels: typeof checkLabels = {
  ...checkLabels,
  round: {
    title: 'Witnesses were allowed to draw',
    failed: 'Witnesses were not allowed to draw',
    help: 'The public number was late for long enough. Each witness promised a secret number before anyone revealed one.',
    why: 'The witnesses were named too early, or against the rules.',
  },
  beacon: {
    title: 'No witness changed the number',
    failed: 'A witness’s number is not right',
    help: 'Each witness revealed the secret number that was promised. Your phone checked it.',
    why: 'A witness revealed a different number from the promised one.',
  },
  winner: {
    title: 'The winner is right',
    failed: 'The winner is not right',
    help: 'Your phone shuffled the list with the secret numbers, and the winner’s number came first.',
    why: 'The list and the secret numbers give a different winner from the one on the page.',
  },
}
