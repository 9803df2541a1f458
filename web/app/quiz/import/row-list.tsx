import type { RowPreview, ImportPreview } from '@baobab/contract/question-import.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatCount } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Table, type Column } from '../../ui/table.tsx'

type Filter = 'all' | RowPreview['outcome']

/** Rows shown at once: five thousand would hold a phone up. */
const STEP = 50

/** The rows by the numbers of the sheet itself; the bad ones first to see. */
export function RowList({ preview: { rows, added, skipped, bad } }: { preview: ImportPreview }) {
  const [filter, setFilter] = useState<Filter>(bad > 0 ? 'bad' : 'all')
  const [shown, setShown] = useState(STEP)
  const chosen = filter === 'all' ? rows : rows.filter(({ outcome }) => outcome === filter)
  const filters = [
    { value: 'all', label: `All ${rows.length.toLocaleString('en-NG')}`, count: rows.length },
    { value: 'bad', label: `Bad ${bad.toLocaleString('en-NG')}`, count: bad },
    { value: 'added', label: `New ${added.toLocaleString('en-NG')}`, count: added },
    { value: 'skipped', label: `Skipped ${skipped.toLocaleString('en-NG')}`, count: skipped },
  ] as const
  const left = chosen.length - shown
  return (
    <Card flush className="stack import__part" aria-labelledby="rows">
      <div className="row between import__h">
        <h2 className="card__h" id="rows">
          Row by row
        </h2>
        <Segmented<Filter>
          label="Rows to show"
          look="pills"
          options={filters.filter(({ value, count }) => value === 'all' || count > 0)}
          value={filter}
          onChange={(value) => {
            setFilter(value)
            setShown(STEP)
          }}
        />
      </div>
      <Table
        caption="Rows of the sheet"
        columns={columns}
        rows={chosen.slice(0, shown)}
        rowKey={({ row }) => String(row)}
      />
      {left > 0 && (
        <div className="import__more">
          <Button kind="line" onClick={() => setShown(shown + STEP * 4)}>
            {`Show more (${formatCount(left, 'row')} left)`}
          </Button>
        </div>
      )}
    </Card>
  )
}

const columns: readonly Column<RowPreview>[] = [
  { title: 'Row', cell: ({ row }) => <span className="num import__n">{row}</span> },
  {
    title: 'Question',
    kind: 'who',
    cell: ({ question, videoTitle, ageCategory }) => (
      <>
        <b>{question || 'No question'}</b>
        <span className="small muted import__of">{[videoTitle, ageCategory].filter(Boolean).join(', ')}</span>
      </>
    ),
  },
  { title: 'Outcome', cell: outcomeOf },
]

function outcomeOf({ outcome, problems }: RowPreview) {
  if (outcome === 'added')
    return (
      <Chip kind="ok" icon="plus">
        New
      </Chip>
    )
  if (outcome === 'skipped') return <Chip icon="check">There already</Chip>
  return (
    <ul className="import__why">
      {problems.map(({ column, reason }) => (
        <li key={`${column} ${reason}`}>
          {column && <b>{`${column}: `}</b>}
          {reason}
        </li>
      ))}
    </ul>
  )
}
