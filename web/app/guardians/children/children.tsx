import { listChildren, listFamilyPayments, type GuardianChild } from '@baobab/contract/guardians/children.ts'
import { childrenText } from '@baobab/contract/guardians/children-text.ts'
import { GUARDIAN_CHILDREN_MAX } from '@baobab/contract/guardians/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { apiQuery, prefetch } from '../../api/query.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { ChildHead, ChildStats } from './child-facts.tsx'
import { childPaths } from './paths.ts'
import { PaymentList } from './payment-list.tsx'
import { text } from './text.ts'

export function clientLoader() {
  prefetch(listChildren, {})
  prefetch(listFamilyPayments, {})
  return null
}

export const meta = () => pageMeta(text.children.title)

/** A guardian's first page: the children and what is paid for them. */
export default function Children() {
  const list = useQuery(apiQuery(listChildren, {}))
  return (
    <>
      <PageHead title={text.children.title} lead={text.children.lead} />
      <QueryView query={list} failed={childrenText.childrenFailed} loading={<LoadingChildren />}>
        {({ children }) => (children.length === 0 ? <NoChildren /> : <Family family={children} />)}
      </QueryView>
    </>
  )
}

function LoadingChildren() {
  return (
    <Card>
      <Loading text={childrenText.childrenLoading}>
        <RowsSkeleton rows={2} />
      </Loading>
    </Card>
  )
}

function NoChildren() {
  return (
    <Empty title={text.children.empty} help={text.children.emptyHelp}>
      <AddLink />
    </Empty>
  )
}

function AddLink() {
  return (
    <Link className={buttonClass()} to={childPaths.add}>
      <Icon name="plus" />
      {text.children.add}
    </Link>
  )
}

function Family({ family }: { family: readonly GuardianChild[] }) {
  return (
    <>
      <div className="grid g2">
        {family.map((child) => (
          <ChildCard key={child.username} child={child} />
        ))}
      </div>
      <div>{family.length < GUARDIAN_CHILDREN_MAX ? <AddLink /> : <p className="muted">{text.children.full}</p>}</div>
      {family.length > 1 && <Totals family={family} />}
      <FamilyPayments />
    </>
  )
}

function ChildCard({ child }: { child: GuardianChild }) {
  const { username } = child
  return (
    <Card as="article" className="stack" aria-labelledby={`child-${username}`}>
      <ChildHead child={child}>
        <h2 className="card__h" id={`child-${username}`}>
          {username}
        </h2>
      </ChildHead>
      <ChildStats child={child} />
      <div>
        <Link
          className={buttonClass({ kind: 'line' })}
          to={childPaths.child(username)}
          aria-label={text.children.seeLabel(username)}
        >
          {text.children.see}
        </Link>
      </div>
    </Card>
  )
}

/** What all children have done together. */
function Totals({ family }: { family: readonly GuardianChild[] }) {
  const sum = (count: (child: GuardianChild) => number) =>
    family.reduce((total, child) => total + count(child), 0).toLocaleString('en-NG')
  const totals = [
    [text.children.totalVideos, sum(({ videosWatched }) => videosWatched)],
    [text.children.totalQuizzes, sum(({ quizzesAnswered }) => quizzesAnswered)],
    [text.children.totalBadges, sum(({ badgeCount }) => badgeCount)],
  ] as const
  return (
    <section className="stack stack-3" aria-labelledby="totals">
      <h2 className="h-20" id="totals">
        {text.children.totals}
      </h2>
      <dl className="stats">
        {totals.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function FamilyPayments() {
  const list = useQuery(apiQuery(listFamilyPayments, {}))
  return (
    <Card className="stack stack-3" aria-labelledby="payments">
      <h2 className="card__h" id="payments">
        {text.children.payments}
      </h2>
      <QueryView
        query={list}
        failed={childrenText.paymentsFailed}
        heading="h3"
        loading={<Loading text={text.children.paymentsLoading} />}
      >
        {({ payments }) =>
          payments.length === 0 ? (
            <p className="muted">{text.children.noPayments}</p>
          ) : (
            <PaymentList payments={payments} />
          )
        }
      </QueryView>
    </Card>
  )
}
