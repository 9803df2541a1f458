import { readStudentProfile } from '@baobab/contract/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { apiQuery } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { formatNaira } from '@baobab/contract/naira.ts'
import { usePrice } from '../settings/use-price.ts'
import { Motif } from '../ui/motif.tsx'

/** The advert at the foot of the dashboard is our own, and leads somewhere: to what paying opens, else to whom it may concern. */
export function Advert() {
  const username = useStudentSession()?.username ?? ''
  const price = usePrice()
  const profile = useQuery(apiQuery(readStudentProfile, { params: { username } }))
  const isPaid = profile.data?.data.isPaid ?? false
  return (
    <aside className="advert" aria-label="Advert">
      <div>
        <span className="tiny">Advert</span>
        <p className="d advert__t">
          {isPaid
            ? 'Does your school or your shop want to reach students here?'
            : `More stories, more trivia, and the monthly scholarships${price === undefined ? '' : `: ${formatNaira(price)}`}, once.`}
        </p>
        {isPaid ? (
          <Link to={paths.contact}>Contact Us</Link>
        ) : (
          <Link to={paths.student.payment} reloadDocument>
            See what it opens
          </Link>
        )}
      </div>
      <Motif name="comb" />
    </aside>
  )
}
