import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { readDraw, type DrawAttempt, type DrawDetail } from '@baobab/contract/scholarship/endpoints.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { Link, useParams, useSearchParams, type ClientLoaderFunctionArgs } from 'react-router'
import { apiQuery, prefetch } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { useServerTime } from '../api/use-server-time.ts'
import { paths, toVersion } from '../paths.ts'
import { BackLink, PageLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { useOnDemand } from '../shell/use-on-demand.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { ForExperts } from '../ui/for-experts.tsx'
import { formatDateTime } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Scene } from '../ui/scene.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { requireMonth, toDrawRequest } from './draw-request.ts'
import { Hash } from './hash-seal.tsx'
import { Notices } from './notices.tsx'
import { text } from './text.ts'
import { TimeStamps } from './time-stamps.tsx'

export function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  requireMonth(params['month'])
  prefetch(readDraw, toDrawRequest(params['month'], new URL(request.url).searchParams))
  return null
}

export const meta = ({ params }: { params: { month?: string } }) =>
  pageMeta(text.drawTitle(monthName(params.month ?? '')), text.meta)

/** One draw: its list, its public number, its winner, and the files that let anybody check it. */
export default function DrawPage() {
  const { month = '' } = useParams()
  const [search] = useSearchParams()
  const isStudent = useStudentSession() !== undefined
  const allDraws = isStudent ? paths.student.draws : paths.draws
  const draw = useQuery(apiQuery(readDraw, toDrawRequest(month, search)))
  const isMissing = draw.error instanceof ApiError && draw.error.code === 'not_found'
  return (
    <div className={isStudent ? 'draw__page stack stack-6' : 'draw__page wrap sec stack stack-6'}>
      <div className="stack stack-3">
        <BackLink to={allDraws} label={text.allDraws} />
        <PageHead title={text.drawTitle(monthName(month))} />
      </div>
      {isMissing ? (
        <Empty title={text.noDraw(monthName(month))} help={text.noDrawHelp} scene="trophy">
          <PageLink className={buttonClass({ kind: 'line' })} to={allDraws}>
            {text.allDraws}
          </PageLink>
        </Empty>
      ) : (
        <QueryView
          query={draw}
          failed={scholarshipText.drawFailed}
          loading={
            <Loading text={scholarshipText.drawLoading}>
              <RowsSkeleton rows={4} />
            </Loading>
          }
        >
          {(data) => <Shown draw={data} />}
        </QueryView>
      )}
    </div>
  )
}

/** Opens the parts for experts before the page is printed, for example for a notice board. */
function openFolds(): void {
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('.draw__page details')) fold.open = true
}

function Shown({ draw }: { draw: DrawDetail }) {
  const version = draw.state === 'voided' ? draw.version : undefined
  useEffect(() => {
    addEventListener('beforeprint', openFolds)
    return () => removeEventListener('beforeprint', openFolds)
  }, [])
  return (
    <>
      {draw.chain.isSandbox && <Note kind="warn">{text.sandbox}</Note>}
      <Winner draw={draw} />
      {draw.attempts.some(({ isWitnessDraw }) => isWitnessDraw) && (
        <Note kind="warn">{scholarshipText.witnessDraw}</Note>
      )}
      <div className="row">
        <Link className={buttonClass()} to={paths.checkDraw(draw.month, version)}>
          {text.check}
        </Link>
        <PrintButton address={paths.checkDraw(draw.month, version)} />
      </div>
      <Steps draw={draw} />
      <Notices draw={draw} />
      <Card className="stack draw__files" aria-labelledby="files">
        <h2 className="card__h" id="files">
          {text.files}
        </h2>
        <ForExperts>
          <p>
            <a href={`/api/scholarship/draws/${draw.month}/archive${toVersion(version)}`} download>
              {text.download}
            </a>
          </p>
          <p className="muted">{text.filesHelp}</p>
          <ul className="row">
            {draw.files.map((name) => (
              <li key={name}>
                <a href={`/api/scholarship/draws/${draw.month}/files/${name}${toVersion(version)}`} download>
                  {name}
                </a>
              </li>
            ))}
          </ul>
          <TimeStamps month={draw.month} />
          <details>
            <summary>{text.rules}</summary>
            <p className="draw__rules small">{draw.rules}</p>
          </details>
        </ForExperts>
      </Card>
    </>
  )
}

function Winner({ draw }: { draw: DrawDetail }) {
  const { month, state, winner, drawsAt } = draw
  const isLate = useServerTime((nowMs) => Date.parse(drawsAt) < nowMs)
  if (state === 'voided')
    return (
      <section className="cloth draw__winner">
        <h2>{text.replacedTitle}</h2>
        <p>{text.replacedHelp}</p>
        <Link className={buttonClass({ kind: 'line' })} to={paths.draw(month)}>
          {text.toLatestList}
        </Link>
      </section>
    )
  if (winner)
    return (
      <section className="cloth draw__winner">
        <Scene name="trophy" />
        <p>{text.winner}</p>
        <p className="d">{winner.name ?? text.winnerNumber(winner.index)}</p>
        {winner.username !== null && winner.username !== winner.name && <p>{text.winnerUsername(winner.username)}</p>}
        <p>{winner.name === null ? text.winnerNameless : text.winnerNumber(winner.index)}</p>
      </section>
    )
  const lateHelp = areWitnessesNamed(draw) ? text.witnessesWaiting : text.waitingForNumber
  const help = isLate ? lateHelp : text.waitingHelp(formatDateTime(new Date(drawsAt)))
  return (
    <section className="cloth draw__winner">
      <h2>{state === 'ended' ? text.ended : text.waitingTitle}</h2>
      <p>{state === 'ended' ? text.endedHelp : help}</p>
    </section>
  )
}

/** Whether witnesses are named for the last attempt. */
function areWitnessesNamed({ attempts, notices }: DrawDetail): boolean {
  return notices.some(({ kind, attempt }) => kind === 'witnesses' && attempt === attempts.at(-1)?.attempt)
}

/** The list, and each attempt with its number, in order. */
function Steps({ draw }: { draw: DrawDetail }) {
  return (
    <ol className="timeline">
      <li>
        <Key number={1} />
        <div className="stack stack-2">
          <h2 className="card__h">{text.listStep}</h2>
          <p className="muted">{text.listHelp(draw.entrantCount, formatDateTime(new Date(draw.frozenAt)))}</p>
          <ForExperts>
            <p>{text.listCodeHelp}</p>
            <Hash hash={draw.listHash} label={text.listStep} />
            {draw.boards && <ShownBoards boards={draw.boards} />}
          </ForExperts>
          {Object.values(draw.claims).some((count) => count > 0) && <p className="muted">{text.claims(draw.claims)}</p>}
        </div>
      </li>
      {draw.attempts.map((attempt) => (
        <Attempt key={attempt.attempt} draw={draw} attempt={attempt} />
      ))}
    </ol>
  )
}

/** Shows how many students were on each leaderboard, to compare with the number of lines in the list. */
function ShownBoards({ boards }: { boards: NonNullable<DrawDetail['boards']> }) {
  return (
    <ul className="stack stack-2">
      {ageCategories.map((ages) => (
        <li key={ages}>
          {text.boardShown({ ages, shown: boards[ages].shown })}{' '}
          {boards[ages].shown < LEADERBOARD_SIZE && <span className="muted">{text.boardNotFull}</span>}
        </li>
      ))}
    </ul>
  )
}

function Attempt({ draw, attempt: shown }: { draw: DrawDetail; attempt: DrawAttempt }) {
  const { attempt, beacon, index, isWitnessDraw, dueAt } = shown
  const isDue = useServerTime((nowMs) => Date.parse(dueAt) < nowMs)
  const isLate = draw.state === 'waiting' && !beacon && !isWitnessDraw && isDue
  return (
    <li>
      <Key number={attempt + 2} />
      <div className="stack stack-2">
        <h2 className="card__h">
          {isWitnessDraw ? text.witnessStep : text.numberStep}
          {attempt > 0 && <span className="muted"> ({text.attempt(attempt + 1)})</span>}
        </h2>
        <p className="muted">
          {isWitnessDraw && text.witnessHelp}
          {beacon && text.numberHelp}
          {!isWitnessDraw && !beacon && describeWait(draw, isDue)}
        </p>
        {index !== null && <p>{isWitnessDraw ? text.witnessWinnerHelp(index) : text.winnerHelp(index)}</p>}
        {isLate && <LateNumber draw={draw} attempt={shown} />}
        {!isWitnessDraw && (
          <ForExperts>
            <p>{text.round(toSource(draw, shown))}</p>
            {beacon && <Hash hash={beacon.randomness} label={text.numberStep} />}
          </ForExperts>
        )}
      </div>
    </li>
  )
}

const loadBringNumber = async () => (await import('./bring-number.tsx')).BringNumber

/** A button that opens the form for a late number. */
function LateNumber({ draw, attempt: { round } }: { draw: DrawDetail; attempt: DrawAttempt }) {
  const { Loaded: Form, open, busyLabel } = useOnDemand(loadBringNumber)
  if (Form)
    return <Form month={draw.month} chainHash={draw.chain.isSandbox ? undefined : draw.chain.hash} round={round} />
  return (
    <div>
      <Button kind="line" size="sm" busyLabel={busyLabel} onClick={() => void open()}>
        {text.bringNumber}
      </Button>
    </div>
  )
}

/** Returns an attempt's round and its source, which is a trial if the chain belongs to a sandbox. */
function toSource({ chain }: DrawDetail, { round, chainName }: DrawAttempt) {
  return { round, chain: chainName, isTrial: chain.isSandbox && chainName === chain.name }
}

/** Says what an attempt without a number is waiting for. */
function describeWait(draw: DrawDetail, isDue: boolean): string {
  if (areWitnessesNamed(draw)) return text.numberMissing
  return isDue ? text.numberLate : text.numberWaiting
}

function Key({ number }: { number: number }) {
  return (
    <span className="timeline__k" aria-hidden="true">
      {number}
    </span>
  )
}

/** Prints the page with the check's address as a QR code, for a notice board. The code appears only on paper. */
function PrintButton({ address }: { address: string }) {
  const [code, setCode] = useState<ReactElement>()
  const printWithCode = async () => {
    // Loaded only for printing, because the library is larger than the page.
    const made = await import('../ui/qr-code.tsx')
      .then(({ QrCode }) => <QrCode content={location.origin + address} />)
      // Without a network the page is printed without the code.
      .catch(() => undefined)
    flushSync(() => setCode(made))
    print()
  }
  return (
    <>
      <Button kind="quiet" onClick={() => void printWithCode()}>
        {text.print}
      </Button>
      {code !== undefined && (
        <figure className="draw__qr">
          {code}
          <figcaption>
            <b>{text.scanToCheck}</b>
            <br />
            {location.host + address}
          </figcaption>
        </figure>
      )}
    </>
  )
}
