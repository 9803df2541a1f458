import { nairaOf } from '@baobab/contract/naira.ts'
import { paymentComparisons, type PaymentComparison } from '@baobab/contract/payment-office.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '../../api/q.ts'
import { paths } from '../../paths.ts'
import { dayAndYear } from '../../ui/dates.ts'
import { Note } from '../../ui/note.tsx'
import { noonOf } from '../dashboard/period.ts'
import { differencesIn, differenceWords } from './payment-words.ts'

const LOOKED_AT = 7
/** More than these nobody reads in a note. */
const NAMED = 10

/** What the daily comparisons of the last week found; before there is one, nothing. */
export function PaymentComparisons() {
  const { data } = useQuery(q(paymentComparisons, { query: { limit: LOOKED_AT } }))
  const [newest] = data?.comparisons ?? []
  if (!data || !newest) return null
  const troubled = data.comparisons.filter(({ differences }) => differences.length > 0)
  if (troubled.length === 0)
    return (
      <p className="small muted">
        {`Compared with the payment service’s own list up to ${dayAndYear(noonOf(newest.day))}: no differences.`}
      </p>
    )
  return (
    <Note kind="warn">
      <h2 className="h-20">The payment service’s list was another than ours</h2>
      <ul className="stack stack-2">
        {troubled.map((comparison) => (
          <Day key={comparison.day} {...comparison} />
        ))}
      </ul>
    </Note>
  )
}

function Day({ day, ourCount, ourKobo, theirCount, theirKobo, differences }: PaymentComparison) {
  const rest = differences.length - NAMED
  return (
    <li>
      <b>{dayAndYear(noonOf(day))}</b>
      {`: ${differencesIn({ differences })}. Here ${ourCount} with ${nairaOf(ourKobo)}, there ${theirCount} with ${nairaOf(theirKobo)}.`}
      <ul className="small paydiff">
        {differences.slice(0, NAMED).map(({ reference, what }) => (
          <li key={`${reference} ${what}`}>
            {what === 'unknown' ? (
              <span className="code">{reference}</span>
            ) : (
              <Link className="code" to={paths.admin.payment(reference)}>
                {reference}
              </Link>
            )}
            {`: ${differenceWords[what]}`}
          </li>
        ))}
        {rest > 0 && <li>{`and ${rest} more`}</li>}
      </ul>
    </li>
  )
}
