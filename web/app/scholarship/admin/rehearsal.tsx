// A whole draw with made-up students, checked by the admin's own browser.
import { rehearseDraw, type Rehearsal } from '@baobab/contract/scholarship/admin.ts'
import { checkDraw, type DrawCheck } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { toDrawNumber } from '@baobab/contract/scholarship/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery } from '../../api/query.ts'
import { BackLink } from '../../shell/page-link.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { CheckOutcome } from '../check-outcome.tsx'
import { leftOutLabels, text } from './text.ts'

export const meta = () => pageMeta(text.rehearsal)

/** Lets an admin go through a whole draw before the first real one. */
export default function RehearsalPage() {
  // Fetched again only on request, because different students win each time.
  const rehearsal = useQuery({ ...apiQuery(rehearseDraw, {}), staleTime: Infinity })
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={adminPaths.scholarship} label={text.title} />
        <PageHead title={text.rehearsal} lead={text.rehearsalHelp} />
      </div>
      <QueryView
        query={rehearsal}
        failed={text.rehearsalFailed}
        loading={
          <Loading text={text.rehearsing}>
            <RowsSkeleton rows={8} />
          </Loading>
        }
      >
        {(data) => (
          <>
            <Shown key={data.list} rehearsal={data} />
            <div>
              <Button busyLabel={rehearsal.isFetching && text.rehearsing} onClick={() => void rehearsal.refetch()}>
                {text.rehearseAgain}
              </Button>
            </div>
          </>
        )}
      </QueryView>
    </>
  )
}

type Entrant = Rehearsal['entrants'][number]

/** Says what happened to an entrant. */
function describeEntrant({ index, leftOut }: Entrant, struck: readonly number[]): string {
  if (index === null) return leftOut ? leftOutLabels[leftOut] : ''
  const number = toDrawNumber(index)
  if (leftOut) return `${number} (${leftOutLabels[leftOut]})`
  return struck.includes(index) ? `${number} (${text.onHold})` : String(number)
}

function Shown({ rehearsal }: { rehearsal: Rehearsal }) {
  const { entrants, notices, result } = rehearsal
  const [isChanged, setIsChanged] = useState(false)
  const check = useMemo(() => checkRehearsal(rehearsal, isChanged), [rehearsal, isChanged])
  const struck = notices.flatMap((notice) => (notice.kind === 'struck' ? notice.indexes : []))
  const winner = entrants.find(({ index }) => index === result.index)
  const columns: readonly Column<Entrant>[] = [
    { title: text.student, cell: ({ name }) => <b>{name}</b>, kind: 'who' },
    { title: text.ageCategory, cell: ({ ageCategory }) => ageCategory, kind: 'detail' },
    { title: text.position, cell: ({ position }) => position, kind: 'detail' },
    { title: text.points, cell: ({ points }) => points, kind: 'detail' },
    { title: text.number, cell: (entrant) => describeEntrant(entrant, struck), kind: 'detail' },
  ]
  return (
    <>
      <h2 className="h-20">{text.boards}</h2>
      <p className="muted">
        {text.boardsHelp(entrants.length, entrants.filter(({ leftOut }) => leftOut === null).length)}
      </p>
      <Card flush>
        <Table caption={text.boards} columns={columns} rows={entrants} rowKey={({ name }) => name} />
      </Card>
      {winner && <p className="h-20">{text.winner({ username: winner.name, index: winner.index ?? 0 })}</p>}
      <h2 className="h-20">{text.checkedHere}</h2>
      <CheckOutcome check={check} isRehearsal />
      {isChanged && <p className="muted">{text.changeListHelp}</p>}
      <div>
        <Button kind="line" onClick={() => setIsChanged(!isChanged)}>
          {isChanged ? text.undoChange : text.changeList}
        </Button>
      </div>
    </>
  )
}

/**
 * Checks a rehearsal in the way that anybody can check a draw.
 * @param isChanged whether to change one letter of the list first
 */
function checkRehearsal({ beacon, list, ...files }: Rehearsal, isChanged: boolean): DrawCheck {
  const changed = list.replace(/[0-9a-f](?=\n$)/, (last) => (last === '0' ? '1' : '0'))
  return checkDraw({
    ...files,
    list: isChanged ? changed : list,
    told: { codes: { list: files.commit.list } },
    beacons: [beacon],
  })
}
