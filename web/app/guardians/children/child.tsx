import { makeChildPayLink, readChild, type GuardianChildDetail } from '@baobab/contract/guardians/children.ts'
import { childrenText } from '@baobab/contract/guardians/children-text.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { shortMonthName } from '@baobab/contract/scholarship/rules.ts'
import { moralValueLabels } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams, type ClientLoaderFunctionArgs } from 'react-router'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, prefetch, useApiMutation } from '../../api/query.ts'
import { BadgeArt } from '../../awards/badge-art.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatDate } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { ChildAccount } from './child-account.tsx'
import { ChildHead, ChildStats, WhyNotInDraw } from './child-facts.tsx'
import { childPaths } from './paths.ts'
import { PaymentList } from './payment-list.tsx'
import { text } from './text.ts'

const readUsername = (query: URLSearchParams) => query.get('username') ?? ''

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const username = readUsername(new URL(request.url).searchParams)
  prefetch(readChild, { params: { username } })
  return null
}

export const meta = () => pageMeta(text.children.title)

/** One child: progress, draws, results, badges, payments, and what the guardian decides about the account. */
export default function Child() {
  const [query] = useSearchParams()
  const username = readUsername(query)
  const child = useQuery(apiQuery(readChild, { params: { username } }))
  const isUnknown = child.error instanceof ApiError && child.error.status === 404
  return (
    <>
      <Link className="lnk" to={childPaths.list}>
        {text.child.back}
      </Link>
      {isUnknown ? (
        <Empty heading="h1" title={text.child.notFound} help={text.child.notFoundHelp}>
          <Link className={buttonClass({ kind: 'line' })} to={childPaths.list}>
            {text.child.back}
          </Link>
        </Empty>
      ) : (
        <QueryView query={child} failed={childrenText.childFailed} heading="h1" loading={<LoadingChild />}>
          {(data) => <Details child={data} />}
        </QueryView>
      )}
    </>
  )
}

function LoadingChild() {
  return (
    <Card>
      <Loading text={childrenText.childLoading}>
        <RowsSkeleton rows={4} />
      </Loading>
    </Card>
  )
}

type Props = { child: GuardianChildDetail }

function Details({ child }: Props) {
  return (
    <>
      <ChildHead child={child}>
        <h1>{child.username}</h1>
      </ChildHead>
      <section className="stack stack-3" aria-labelledby="progress">
        <h2 id="progress">{text.child.progress}</h2>
        <ChildStats child={child} />
      </section>
      <div className="grid g2 split--top">
        <Results child={child} />
        <Badges child={child} />
        <Draw child={child} />
        <Payments child={child} />
      </div>
      <ChildAccount child={child} />
    </>
  )
}

function Results({ child: { results } }: Props) {
  return (
    <Card className="stack stack-3" aria-labelledby="results">
      <h2 className="card__h" id="results">
        {text.child.results}
      </h2>
      {results.length === 0 && <p className="muted">{text.child.noResults}</p>}
      <ul className="stack stack-3">
        {results.map(({ videoTitle, ageCategory, score, maxScore, at }) => (
          <li key={`${videoTitle} ${ageCategory} ${at}`} className="wrap-any">
            <b>{videoTitle}</b>
            <p className="small muted">
              {text.child.score(score, maxScore)}, {formatDate(new Date(at))}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Badges({ child: { badges } }: Props) {
  return (
    <Card className="stack stack-3" aria-labelledby="badges">
      <h2 className="card__h" id="badges">
        {text.child.badges}
      </h2>
      {badges.length === 0 && <p className="muted">{text.child.noBadges}</p>}
      <ul className="badges">
        {badges.map(({ value, level }) => (
          <li key={value} className="badge">
            <BadgeArt value={value} level={level} />
            <h3>{moralValueLabels[value]}</h3>
            <p className="badge__level">{text.child.level(level)}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Draw({ child: { draw, draws } }: Props) {
  const isIn = draw.reasons.length === 0 && !draw.isHeld
  return (
    <Card className="stack stack-3" aria-labelledby="draw">
      <h2 className="card__h" id="draw">
        {text.child.draw}
      </h2>
      <p>{isIn ? text.facts.inDraw : text.facts.notInDraw}</p>
      <WhyNotInDraw draw={draw} />
      {draws.length > 0 && (
        <>
          <h3 className="h-18">{text.child.pastDraws}</h3>
          <ul className="stack stack-3">
            {draws.map(({ month, state, index, entrantCount, hasWon }) => (
              <li key={month}>
                <b>{shortMonthName(month)}</b>
                <p className="small muted">
                  {index === null ? text.child.noNumber : text.child.numberIs(index, entrantCount)}.{' '}
                  {hasWon ? text.child.won : text.child.drawState[state]}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function Payments({ child: { username, isPaid, payments } }: Props) {
  const makeLink = useApiMutation(makeChildPayLink)

  async function pay() {
    const { url } = await makeLink.mutateAsync({ params: { username } })
    window.location.assign(url)
  }

  return (
    <Card className="stack stack-3" aria-labelledby="payments">
      <h2 className="card__h" id="payments">
        {text.child.payments}
      </h2>
      {payments.length === 0 ? <p className="muted">{text.child.noPayments}</p> : <PaymentList payments={payments} />}
      {makeLink.isError && (
        <Note kind="bad" role="alert">
          {errorMessage(makeLink.error)}
        </Note>
      )}
      {!isPaid && (
        <div>
          <Button busyLabel={makeLink.isPending && text.child.paying} onClick={() => void pay().catch(() => undefined)}>
            {text.child.pay}
          </Button>
        </div>
      )}
    </Card>
  )
}
