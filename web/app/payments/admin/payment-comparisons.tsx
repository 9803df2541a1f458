import { noonInLagos } from '@baobab/contract/kernel/days.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { listPaymentComparisons, type PaymentComparison } from '@baobab/contract/payments/admin.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { apiQuery } from '../../api/query.ts'
import { adminPaths } from '../../admin-paths.ts'
import { formatDate } from '../../ui/dates.ts'
import { Note } from '../../ui/note.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { formatCount } from '../../ui/format.ts'
import { differenceLabels, formatDifferenceCount, text } from './text.ts'

const DAYS = 7
/** The most differences listed per day. */
const MAX_LISTED = 10

/** The differences found by the daily comparisons of the last week; nothing before the first comparison. */
export function PaymentComparisons() {
  const { data } = useQuery(apiQuery(listPaymentComparisons, { query: { limit: DAYS } }))
  const [newest] = data?.comparisons ?? []
  if (!data || !newest) return null
  const withDifferences = data.comparisons.filter(({ differences }) => differences.length > 0)
  if (withDifferences.length === 0)
    return <p className="small muted">{text.noDifferences(formatDate(noonInLagos(newest.day)))}</p>
  return (
    <Note kind="warn">
      <h2 className="h-20">{text.differences}</h2>
      <ul className="stack stack-2">
        {withDifferences.map((comparison) => (
          <Day key={comparison.day} {...comparison} />
        ))}
      </ul>
    </Note>
  )
}

const formatSide = (count: number, kobo: number) => text.sideTotals(formatCount(count, 'payment'), formatNaira(kobo))

function Day({ day, ourCount, ourKobo, theirCount, theirKobo, differences }: PaymentComparison) {
  const sentence = text.dayDifferences({
    differences: formatDifferenceCount({ differences }),
    ours: formatSide(ourCount, ourKobo),
    theirs: formatSide(theirCount, theirKobo),
  })
  const more = differences.length - MAX_LISTED
  return (
    <li>
      {richText(sentence, { day: <b>{formatDate(noonInLagos(day))}</b> })}
      <ul className="small paydiff">
        {differences.slice(0, MAX_LISTED).map(({ reference, what }) => (
          <li key={`${reference} ${what}`}>
            {richText(text.difference(differenceLabels[what]), {
              reference: <Reference reference={reference} isOurs={what !== 'unknown'} />,
            })}
          </li>
        ))}
        {more > 0 && <li>{text.andMore(more)}</li>}
      </ul>
    </li>
  )
}

function Reference({ reference, isOurs }: { reference: string; isOurs: boolean }) {
  if (!isOurs) return <span className="code">{reference}</span>
  return (
    <Link className="code" to={adminPaths.payment(reference)}>
      {reference}
    </Link>
  )
}
