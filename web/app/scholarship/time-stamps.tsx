import { listTimeStamps } from '@baobab/contract/scholarship/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../api/query.ts'
import { formatDateTime } from '../ui/format.ts'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { text } from './text.ts'

/** The time stamps of a month's files, loaded only when they are opened. */
export function TimeStamps({ month }: { month: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.timeStamps}</summary>
      {isOpen && <Stamps month={month} />}
    </details>
  )
}

function Stamps({ month }: { month: string }) {
  const stamps = useQuery(apiQuery(listTimeStamps, { params: { month } }))
  return (
    <QueryView
      query={stamps}
      failed={text.timeStampsFailed}
      loading={
        <Loading text={text.timeStampsLoading}>
          <RowsSkeleton rows={2} />
        </Loading>
      }
    >
      {(data) => (data.stamps.length === 0 ? <p>{text.noTimeStamps}</p> : <Listed month={month} {...data} />)}
    </QueryView>
  )
}

function Listed({
  month,
  stamps,
}: {
  month: string
  stamps: readonly { name: string; authority: string; at: string }[]
}) {
  return (
    <div className="stack stack-2">
      <p className="muted small">{text.timeStampsHelp}</p>
      <ul className="stack stack-2 small">
        {stamps.map(({ name, authority, at }) => (
          <li key={name}>
            <a href={`/api/scholarship/draws/${month}/time-stamps/${name}`} download={name}>
              {name}
            </a>{' '}
            {text.stampedAt(authority, formatDateTime(new Date(at)))}
          </li>
        ))}
      </ul>
    </div>
  )
}
