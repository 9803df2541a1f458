import { noonInLagos } from '@baobab/contract/lagos-days.ts'
import { formatNaira } from '@baobab/contract/naira.ts'
import { listPaymentComparisons, type PaymentComparison } from '@baobab/contract/payments-admin.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { apiQuery } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { formatDate } from '../../ui/dates.ts'
import { Note } from '../../ui/note.tsx'
import { formatDifferenceCount, differenceLabels } from './labels.ts'

const LOOKED_AT = 7
/** More than these nobody reads in a note. */
const NAMED = 10

/** What the daily comparisons of the last week found; before there is one, nothing. */
export function PaymentComparisons() {
  const { data } = useQuery(apiQuery(listPaymentComparisons, { query: { limit: LOOKED_AT } }))
  const [newest] = data?.comparisons ?? []
  if (!data || !newest) return null
  const troubled = data.comparisons.filter(({ differences }) => differences.length > 0)
  if (troubled.length === 0)
    return (
      <p className="small muted">
        {`Compared with the payment service’s own list up to ${formatDate(noonInLagos(newest.day))}: no differences.`}
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
      <b>{formatDate(noonInLagos(day))}</b>
      {`: ${formatDifferenceCount({ differences })}. Here ${ourCount} with ${formatNaira(ourKobo)}, there ${theirCount} with ${formatNaira(theirKobo)}.`}
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
            {`: ${differenceLabels[what]}`}
          </li>
        ))}
        {rest > 0 && <li>{`and ${rest} more`}</li>}
      </ul>
    </li>
  )
}
