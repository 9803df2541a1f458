import { oneStudent } from '@baobab/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../api/q.ts'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { nairaOf, useMakeAPayment, usePrice } from '../settings/use-price.ts'
import { titled } from '../shell/meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Benefits } from './benefits.tsx'

export const meta = () => titled('Payment')

/** What a payment is for and what it costs. Paying itself is not open, and the page says so in place of a button. */
export default function Payment() {
  const username = useStudentSession()?.username ?? ''
  const profile = useQuery({ ...q(oneStudent, { params: { username } }), enabled: username !== '' })
  const price = usePrice()
  const makeAPayment = useMakeAPayment()
  const isPaid = profile.data?.data.isPaid ?? false
  return (
    <div className="grid split">
      <div className="stack stack-6">
        <div className="stack stack-2">
          <h1>{makeAPayment}</h1>
          <p className="lead">Pay once to gain access to more videos, trivia and monthly scholarships.</p>
        </div>
        <Card className="stack stack-6">
          <Benefits />
          <div className="strip strip--thin" />
          <dl className="stack stack-2">
            <div className="row between">
              <dt className="muted">Account</dt>
              <dd>
                <b>{username}</b>
              </dd>
            </div>
            <div className="row between">
              <dt className="d total">Total</dt>
              <dd className="d num total total--n">
                {price === undefined ? <Skeleton shape="number" /> : nairaOf(price)}
              </dd>
            </div>
          </dl>
          {isPaid ? (
            <Note kind="ok">
              <b>Your account is paid.</b> Every video and every quiz is open to you.
            </Note>
          ) : (
            <Note icon="lock-simple">
              <b>Payment by card is not open.</b> Nothing can be charged on this page, and you owe nothing. The free
              videos and their quizzes are yours, and they earn the same points.
            </Note>
          )}
          {/* A full load: this page may have a content policy of its own. */}
          <a className={buttonClass({ kind: 'accent', block: true })} href={paths.student.videos}>
            Watch the videos
          </a>
        </Card>
      </div>
      <TrustMarks />
    </div>
  )
}

function TrustMarks() {
  return (
    <div className="stack">
      <Note kind="warn" icon="users-three">
        <b>Under 18?</b> Ask a parent or guardian before you pay for anything on the internet.
      </Note>
      <Note icon="credit-card">
        <b>Never in a message.</b> Baobab does not ask for a card number, a PIN or a bank transfer by mail, chat or
        telephone.
      </Note>
      <Card className="stack stack-3">
        <h2 className="card__h">A chance, not a promise</h2>
        <p className="muted small">
          A payment opens videos and trivia. It buys no points and no place: those come from your answers alone.
        </p>
      </Card>
    </div>
  )
}
