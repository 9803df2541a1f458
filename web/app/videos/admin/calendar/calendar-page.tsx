import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { addMonths, noonInLagos } from '@baobab/contract/kernel/days.ts'
import { changeNotification } from '@baobab/contract/notifications/admin.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import {
  CALENDAR_MAX,
  listCalendarDays,
  parseMonth,
  readCalendar,
  type CalendarEntry,
} from '@baobab/contract/videos/calendar.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '../../../admin-paths.ts'
import { apiQuery, prefetch } from '../../../api/query.ts'
import { serverDate } from '../../../api/server-time.ts'
import { useIsAllowed } from '../../../shell/if-allowed.tsx'
import { pageMeta } from '../../../shell/page-meta.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../../ui/skeleton.tsx'
import { ContentFrame } from '../content-frame.tsx'
import { text } from './text.ts'
import './calendar.css'

type Address = { request: Request }

const readMonth = (params: URLSearchParams) => parseMonth(params.get('month'), serverDate())

export function clientLoader({ request }: Address) {
  prefetch(readCalendar, { query: { month: readMonth(new URL(request.url).searchParams) } })
  return null
}

export const meta = () => pageMeta(text.title)

/** Shows what is published on which day of a month. The address names the month. */
export default function CalendarPage() {
  const [params] = useSearchParams()
  const month = readMonth(params)
  // Other pages change the entries, so entries that were loaded earlier are only shown until the reply arrives.
  const calendar = useQuery({ ...apiQuery(readCalendar, { query: { month } }), staleTime: 0 })
  return (
    <ContentFrame tab="calendar">
      <section className="card stack" aria-labelledby="month">
        <MonthHead month={month} />
        <QueryView
          query={calendar}
          failed={text.failed}
          loading={
            <Loading text={text.loading}>
              <RowsSkeleton rows={5} />
            </Loading>
          }
        >
          {({ entries, hasMore }) => (
            <>
              {hasMore && <Note kind="warn">{text.notAll(CALENDAR_MAX)}</Note>}
              <Month month={month} entries={entries} />
            </>
          )}
        </QueryView>
      </section>
      {calendar.data?.drafts && <Drafts drafts={calendar.data.drafts} />}
    </ContentFrame>
  )
}

function MonthHead({ month }: { month: string }) {
  return (
    <div className="row between">
      <h2 className="card__h" id="month">
        {monthName(month)}
      </h2>
      <nav className="row calendar__nav" aria-label={text.months}>
        {[
          { to: adminPaths.calendar(addMonths(month, -1)), label: text.previous, ofWhat: text.month },
          { to: adminPaths.calendar(), label: text.thisMonth, ofWhat: '' },
          { to: adminPaths.calendar(addMonths(month, 1)), label: text.next, ofWhat: text.month },
        ].map(({ to, label, ofWhat }) => (
          <Link key={label} className={buttonClass({ kind: 'line', size: 'sm' })} to={to}>
            {label}
            <span className="sr">{ofWhat}</span>
          </Link>
        ))}
      </nav>
    </div>
  )
}

/** The weeks of a month. Phones show a list of the days that have entries, or a sentence if none has any. */
function Month({ month, entries }: { month: string; entries: readonly CalendarEntry[] }) {
  const today = lagosDate(serverDate())
  const byDay = new Map<string, CalendarEntry[]>()
  for (const entry of entries) {
    const day = lagosDate(new Date(entry.at))
    byDay.set(day, [...(byDay.get(day) ?? []), entry])
  }
  return (
    <>
      {entries.length === 0 && <p className="muted">{text.nothing}</p>}
      <ol className="calendar" aria-label={monthName(month)}>
        {listCalendarDays(month).map((day) => (
          <Day
            key={day}
            day={day}
            isToday={day === today}
            isOther={!day.startsWith(month)}
            entries={byDay.get(day) ?? []}
          />
        ))}
      </ol>
    </>
  )
}

/** The number of entries of a day that are shown; the others are folded. */
const SHOWN = 4

type DayProps = { day: string; isToday: boolean; isOther: boolean; entries: readonly CalendarEntry[] }

/** One day. Days without entries are left out on phones, where the calendar is a list. */
function Day({ day, isToday, isOther, entries }: DayProps) {
  const looks = ['calendar__d', isOther && 'calendar__d--other', entries.length === 0 && 'calendar__d--empty']
  return (
    <li className={looks.filter(Boolean).join(' ')} aria-current={isToday ? 'date' : undefined}>
      <time dateTime={day} className="small">
        {(isOther ? text.dayInOtherMonth : text.day)(noonInLagos(day))}
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
          <li key={entry._id} className="small">
            <Title {...entry} />
            <span className="muted"> {text.at(entry)}</span>
          </li>
        ))}
      </ul>
    )
  )
}

/** Links to a video, or to a scheduled notification if the admin may change it. Sent notifications have no page. */
function Title({ kind, _id, title, state }: CalendarEntry) {
  const mayChange = useIsAllowed(changeNotification.who) && state === 'scheduled'
  const to = kind === 'video' ? adminPaths.videoUpdate(_id) : mayChange && adminPaths.notificationChange(_id)
  return (
    <>
      <Icon name={kind === 'video' ? 'video' : 'bell'} size="sm" /> {to ? <Link to={to}>{title}</Link> : title}
    </>
  )
}

/** The videos that have no day yet. */
function Drafts({ drafts }: { drafts: readonly { _id: string; title: string }[] }) {
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
