import { listImports, type QuestionImport } from '@baobab/contract/question-import.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { formatCount } from '../../ui/format.ts'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { UndoImportDialog } from './undo-import-dialog.tsx'

function useImports() {
  return useInfiniteQuery({
    queryKey: [...apiQuery(listImports, { query: {} }).queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callApi(listImports, { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** What came in by spreadsheets, each of which can be taken back. */
export function ImportList() {
  const list = useImports()
  const [asked, setAsked] = useState<QuestionImport>()
  const imports = list.data?.pages.flatMap((page) => page.imports) ?? []
  return (
    <Card flush className="stack import__part" aria-labelledby="imports">
      <h2 className="card__h" id="imports" tabIndex={-1}>
        Earlier imports
      </h2>
      {list.isPending && (
        <div className="import__in">
          <RowsSkeleton />
        </div>
      )}
      {list.isError && !list.data && (
        <div className="import__in row between">
          <p role="alert">{errorMessage(list.error)}</p>
          <Button
            kind="line"
            size="sm"
            busyLabel={list.isFetching && 'Trying again...'}
            onClick={() => void list.refetch()}
          >
            Try again
          </Button>
        </div>
      )}
      {list.data && imports.length === 0 && (
        <p className="import__in muted">No spreadsheet has been imported so far.</p>
      )}
      {imports.length > 0 && (
        <Table caption="Earlier imports" columns={columnsWith(setAsked)} rows={imports} rowKey={({ _id }) => _id} />
      )}
      {list.hasNextPage && (
        <div className="import__more">
          <Button
            kind="line"
            busyLabel={list.isFetchingNextPage && 'Loading...'}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
      <UndoImportDialog asked={asked} onClose={() => setAsked(undefined)} />
    </Card>
  )
}

function columnsWith(onUndo: (one: QuestionImport) => void): readonly Column<QuestionImport>[] {
  return [
    {
      title: 'File',
      kind: 'who',
      cell: ({ fileName, createdAt, adminUsername }) => (
        <>
          <b className="import__f">{fileName}</b>
          <span className="small muted import__of">{`${formatDateTime(new Date(createdAt))}, ${adminUsername}`}</span>
        </>
      ),
    },
    { title: 'Added', kind: 'detail', cell: ({ added }) => added.toLocaleString('en-NG') },
    { title: 'Skipped', kind: 'detail', cell: ({ skipped }) => skipped.toLocaleString('en-NG') },
    { title: 'State', cell: stateOf },
    {
      title: 'Actions',
      kind: 'act',
      cell: (one) =>
        one.left > 0 && (
          <Button kind="line" size="sm" onClick={() => onUndo(one)}>
            Undo
            <span className="sr">{` ${one.fileName} of ${formatDateTime(new Date(one.createdAt))}`}</span>
          </Button>
        ),
    },
  ]
}

function stateOf({ undoneAt, added, left }: QuestionImport) {
  if (undoneAt !== null)
    return <Chip icon="arrow-counter-clockwise">{`Undone ${formatDateTime(new Date(undoneAt))}`}</Chip>
  if (added === 0) return <Chip icon="check">Nothing was new</Chip>
  if (left < added) return <Chip kind="warn" icon="warning">{`${formatCount(left, 'question')} left`}</Chip>
  return (
    <Chip kind="ok" icon="check-circle">
      In the quizzes
    </Chip>
  )
}
