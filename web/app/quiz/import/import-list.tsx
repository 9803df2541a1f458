import { listQuestionsWithAnswers } from '@baobab/contract/quiz/admin.ts'
import { listImports, undoImport, type QuestionImport } from '@baobab/contract/quiz/question-import.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { callApi } from '../../api/call-api.ts'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime, formatCount } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'

/** Lists earlier imports, which can be undone. */
export function ImportList() {
  const query = useInfiniteQuery({
    queryKey: [...apiQuery(listImports, { query: {} }).queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callApi(listImports, { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const [toUndo, setToUndo] = useState<QuestionImport>()
  const imports = query.data?.pages.flatMap((page) => page.imports) ?? []
  return (
    <Card flush className="stack import__part" aria-labelledby="imports">
      <h2 className="card__h" id="imports" tabIndex={-1}>
        {text.imports}
      </h2>
      {query.isPending && (
        <div className="import__in">
          <RowsSkeleton />
        </div>
      )}
      {query.isError && !query.data && (
        <div className="import__in row between">
          <p role="alert">{errorMessage(query.error)}</p>
          <Button
            kind="line"
            size="sm"
            busyLabel={query.isFetching && text.tryingAgain}
            onClick={() => void query.refetch()}
          >
            {text.tryAgain}
          </Button>
        </div>
      )}
      {query.data && imports.length === 0 && <p className="import__in muted">{text.noImports}</p>}
      {imports.length > 0 && (
        <Table caption={text.imports} columns={columns(setToUndo)} rows={imports} rowKey={({ _id }) => _id} />
      )}
      {query.hasNextPage && (
        <div className="import__more">
          <Button
            kind="line"
            busyLabel={query.isFetchingNextPage && text.loading}
            onClick={() => void query.fetchNextPage()}
          >
            {text.showMore}
          </Button>
        </div>
      )}
      <UndoDialog toUndo={toUndo} onClose={() => setToUndo(undefined)} />
    </Card>
  )
}

function columns(onUndo: (questionImport: QuestionImport) => void): readonly Column<QuestionImport>[] {
  return [
    {
      title: text.importFile,
      kind: 'who',
      cell: ({ fileName, createdAt, adminUsername }) => (
        <>
          <b className="import__f">{fileName}</b>
          <span className="small muted import__of">{`${formatDateTime(new Date(createdAt))}, ${adminUsername}`}</span>
        </>
      ),
    },
    { title: text.addedColumn, kind: 'detail', cell: ({ added }) => added.toLocaleString('en-NG') },
    { title: text.updatedColumn, kind: 'detail', cell: ({ updated }) => updated.toLocaleString('en-NG') },
    { title: text.skippedColumn, kind: 'detail', cell: ({ skipped }) => skipped.toLocaleString('en-NG') },
    { title: text.state, cell: (questionImport) => <ImportState {...questionImport} /> },
    {
      title: text.actions,
      kind: 'act',
      cell: (questionImport) =>
        canBeUndone(questionImport) && (
          <IfAllowed who={undoImport.who}>
            <Button kind="line" size="sm" onClick={() => onUndo(questionImport)}>
              {text.undo}
              <span className="sr">
                {text.ofImport(questionImport.fileName, formatDateTime(new Date(questionImport.createdAt)))}
              </span>
            </Button>
          </IfAllowed>
        ),
    },
  ]
}

/** Whether undoing an import would change anything. */
const canBeUndone = ({ undoneAt, left, updatedLeft }: QuestionImport) =>
  undoneAt === null && (left > 0 || updatedLeft > 0)

function ImportState({ undoneAt, added, left, updatedLeft }: QuestionImport) {
  if (undoneAt !== null)
    return <Chip icon="arrow-counter-clockwise">{text.undoneOn(formatDateTime(new Date(undoneAt)))}</Chip>
  if (added === 0) return <Chip icon="check">{updatedLeft > 0 ? text.explanationsChanged : text.noneNew}</Chip>
  if (left < added)
    return (
      <Chip kind="warn" icon="warning">
        {text.left(formatCount(left, 'question'))}
      </Chip>
    )
  return (
    <Chip kind="ok" icon="check-circle">
      {text.inTheQuizzes}
    </Chip>
  )
}

/** Asks for confirmation before undoing an import, and says what is not affected. */
function UndoDialog({ toUndo, onClose }: { toUndo: QuestionImport | undefined; onClose: () => void }) {
  const { left = 0, updatedLeft = 0 } = toUndo ?? {}
  const mutation = useApiMutation(undoImport, {
    changes: [listImports, listQuestionsWithAnswers, listAdminVideos, listVideos],
  })

  function close() {
    mutation.reset()
    onClose()
  }

  async function undo() {
    if (!toUndo) return
    const reply = await mutation.mutateAsync({ params: { importId: toUndo._id } }).catch(() => undefined)
    if (!reply) return
    toast(reply.message)
    flushSync(close)
    // The button that opened the dialog disappears when there is nothing left to undo.
    document.getElementById('imports')?.focus()
  }

  return (
    <Dialog
      isOpen={toUndo !== undefined}
      title={text.undoTitle(toUndo?.fileName ?? '')}
      confirmLabel={text.undoConfirm}
      busyLabel={mutation.isPending && text.undoing}
      isDangerous
      onConfirm={() => void undo()}
      onCancel={close}
    >
      {left > 0 && <p>{text.undoRemoves(formatCount(left, text.questionIs, text.questionsAre))}</p>}
      {updatedLeft > 0 && <p>{text.undoRestores(formatCount(updatedLeft, text.questionIs, text.questionsAre))}</p>}
      <p>{text.undoKeeps}</p>
      {mutation.error && (
        <Note kind="bad" role="alert">
          {errorMessage(mutation.error)}
        </Note>
      )}
    </Dialog>
  )
}
