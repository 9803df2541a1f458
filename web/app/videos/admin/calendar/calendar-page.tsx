import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { listNotifications } from '@baobab/contract/notifications/admin.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { noonInLagos } from '@baobab/contract/kernel/days.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '../../../admin-paths.ts'
import { apiQuery } from '../../../api/query.ts'
import { serverDate } from '../../../api/server-time.ts'
import { useIsAllowed } from '../../../shell/if-allowed.tsx'
import { pageMeta } from '../../../shell/page-meta.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ContentFrame } from '../content-frame.tsx'
import { prefetchAdminVideos } from '../use-admin-videos.ts'
import { VideoGridSkeleton, WithVideos } from '../with-videos.tsx'
import { groupByDay, listCalendarDays, listEntries, moveMonth, parseMonth, type CalendarEntry } from './rules.ts'
import { text } from './text.ts'
import './calendar.css'

export function clientLoader() {
  prefetchAdminVideos()
  return null
}

export const meta = () => pageMeta(text.title)

/** Shows what is published on which day of a month. The address names the month. */
export default function CalendarPage() {
  return (
    <ContentFrame tab="calendar">
      <WithVideos skeleton={<VideoGridSkeleton columns={3} />}>{(videos) => <Calendar videos={videos} />}</WithVideos>
    </ContentFrame>
  )
}

/** The notifications that wait for their time, if the role may read them. */
function useScheduledNotifications() {
  const enabled = useIsAllowed(listNotifications.who)
  const query = apiQuery(listNotifications, { query: { state: 'scheduled', limit: 100 } })
  return useQuery({ ...query, enabled }).data?.allNotifications.flatMap(({ notifications }) => notifications) ?? []
}

function Calendar({ videos }: { videos: readonly AdminVideo[] }) {
  const [params] = useSearchParams()
  const today = serverDate()
  const month = parseMonth(params.get('month'), today)
  const byDay = groupByDay(listEntries(videos, useScheduledNotifications()))
  const drafts = videos.filter(({ publication }) => publication === 'draft')
  const name = text.month(noonInLagos(`${month}-15`))
  return (
    <>
      <section className="card stack" aria-labelledby="month">
        <div className="row between">
          <h2 className="card__h" id="month">
            {name}
          </h2>
          <nav className="row" aria-label={text.months}>
            {[
              { to: adminPaths.calendar(moveMonth(month, -1)), label: text.previous },
              { to: adminPaths.calendar(), label: text.thisMonth },
              { to: adminPaths.calendar(moveMonth(month, 1)), label: text.next },
            ].map(({ to, label }) => (
              <Link key={label} className={buttonClass({ kind: 'line', size: 'sm' })} to={to}>
                {label}
              </Link>
            ))}
          </nav>
        </div>
        <ol className="calendar" aria-label={name}>
          {listCalendarDays(month).map((day) => (
            <Day
              key={day}
              day={day}
              isToday={day === lagosDate(today)}
              isOther={!day.startsWith(month)}
              entries={byDay.get(day) ?? []}
            />
          ))}
        </ol>
      </section>
      <Drafts drafts={drafts} />
    </>
  )
}

/** How many entries of a day are shown before the others are folded. */
const SHOWN = 4

type DayProps = { day: string; isToday: boolean; isOther: boolean; entries: readonly CalendarEntry[] }

/** One day. Days without entries are left out on phones, where the calendar is a list. */
function Day({ day, isToday, isOther, entries }: DayProps) {
  const looks = ['calendar__d', isOther && 'calendar__d--other', entries.length === 0 && 'calendar__d--empty']
  return (
    <li className={looks.filter(Boolean).join(' ')} aria-current={isToday ? 'date' : undefined}>
      <time dateTime={day} className="small">
        {text.day(noonInLagos(day))}
      </time>
      <Entries entries={entries.slice(0, SHOWN)} />
      {entries.length > SHOWN && (
        <details className="folded small">
          <summary>
            {text.more(entries.length - SHOWN)}
            <Icon name="caret-down" />
          </summary>
          <Entries entries={entries.slice(SHOWN)} />
        </details>
      )}
    </li>
  )
}

function Entries({ entries }: Pick<DayProps, 'entries'>) {
  return (
    entries.length > 0 && (
      <ul className="stack stack-2">
        {entries.map((entry) => (
          <li key={entry.id} className="small">
            <Link to={linkTo(entry)}>
              <Icon name={entry.kind === 'video' ? 'video' : 'bell'} size="sm" /> {entry.title}
            </Link>
            <span className="muted"> {text.at(entry)}</span>
          </li>
        ))}
      </ul>
    )
  )
}

const linkTo = ({ kind, id }: CalendarEntry) =>
  kind === 'video' ? adminPaths.videoUpdate(id) : adminPaths.notificationChange(id)

/** The videos that have no day yet. */
function Drafts({ drafts }: { drafts: readonly AdminVideo[] }) {
  return (
    <Card className="stack stack-3" aria-labelledby="drafts">
      <h2 className="card__h" id="drafts">
        {text.drafts}
      </h2>
      {drafts.length === 0 && <p className="muted">{text.noDrafts}</p>}
      <ul className="stack stack-2">
        {drafts.map(({ _id, title }) => (
          <li key={_id}>
            <Link to={adminPaths.videoUpdate(_id)}>{title}</Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
