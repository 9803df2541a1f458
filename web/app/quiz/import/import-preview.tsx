import { MAX_QUESTIONS } from '@baobab/contract/limits.ts'
import type { ImportPreview as Preview } from '@baobab/contract/question-import.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { RowList } from './row-list.tsx'
import { downloadAnnotated } from './download-workbook.ts'
import { toForm } from './use-question-import.ts'
import { useDownload } from './use-download.ts'

/** What the import would do: in sum, quiz by quiz, row by row. */
export function ImportPreview({ preview, file }: { preview: Preview; file: File }) {
  const { added, skipped, bad, quizzes, ignoredColumns, sheetName } = preview
  return (
    <>
      <Card className="stack" aria-labelledby="preview">
        <h2 className="card__h" id="preview">
          What will happen
        </h2>
        <div className="chips">
          <Chip kind="ok" icon="plus">{`${added.toLocaleString('en-NG')} new`}</Chip>
          <Chip icon="check">{`${skipped.toLocaleString('en-NG')} skipped`}</Chip>
          <Chip kind={bad > 0 ? 'bad' : 'plain'} icon="warning-circle">{`${bad.toLocaleString('en-NG')} bad`}</Chip>
        </div>
        <Verdict preview={preview} file={file} />
        {(sheetName !== null || ignoredColumns.length > 0) && (
          <p className="small muted">
            {sheetName !== null && `Read from the sheet “${sheetName}”. `}
            {ignoredColumns.length > 0 && `Left out: ${ignoredColumns.join(', ')}.`}
          </p>
        )}
      </Card>
      {quizzes.length > 0 && <Quizzes quizzes={quizzes} />}
      <RowList key={preview.fileName + bad} preview={preview} />
    </>
  )
}

/** Quizzes shown before the rest is asked for. */
const FEW = 8

function Quizzes({ quizzes }: Pick<Preview, 'quizzes'>) {
  const [isWhole, setWhole] = useState(quizzes.length <= FEW + 1)
  return (
    <Card flush className="stack import__part" aria-labelledby="quizzes">
      <h2 className="card__h" id="quizzes">
        By video and age
      </h2>
      <Table
        caption="What each quiz would have"
        columns={quizColumns}
        rows={isWhole ? quizzes : quizzes.slice(0, FEW)}
        rowKey={({ videoTitle, ageCategory }) => `${ageCategory} ${videoTitle}`}
      />
      {!isWhole && (
        <div className="import__more">
          <Button kind="line" onClick={() => setWhole(true)}>
            {`Show all ${quizzes.length}`}
          </Button>
        </div>
      )}
    </Card>
  )
}

const quizColumns: readonly Column<Preview['quizzes'][number]>[] = [
  { title: 'Video', kind: 'who', cell: ({ videoTitle }) => <b>{videoTitle}</b> },
  { title: 'Age', kind: 'detail', cell: ({ ageCategory }) => ageCategory },
  { title: 'Now', kind: 'detail', cell: ({ before }) => before },
  { title: 'New', kind: 'detail', cell: ({ added }) => `+${added}` },
  { title: 'Then', kind: 'detail', cell: ({ before, added }) => `${before + added} of ${MAX_QUESTIONS}` },
]

function Verdict({ preview: { added, skipped, bad }, file }: { preview: Preview; file: File }) {
  const { isSaving, run } = useDownload(() => downloadAnnotated(toForm(file)))
  if (bad > 0)
    return (
      <Note kind="bad" icon="warning-circle">
        <div className="stack stack-3">
          <p>
            {formatCount(bad, 'row is', 'rows are')} bad. A sheet is added whole or not at all: mend{' '}
            {bad === 1 ? 'it' : 'them'} and choose the file again.
          </p>
          <div>
            <Button kind="line" size="sm" busyLabel={isSaving && 'Preparing your file...'} onClick={() => void run()}>
              <Icon name="download-simple" size="sm" />
              Download with the reasons
            </Button>
          </div>
        </div>
      </Note>
    )
  if (added === 0)
    return (
      <Note>{`All ${formatCount(skipped, 'question is', 'questions are')} there already. Nothing would be added.`}</Note>
    )
  return (
    <Note kind="ok">
      {formatCount(added, 'question')} can be added.
      {skipped > 0 && ` ${formatCount(skipped, 'row is', 'rows are')} there already and skipped.`}
    </Note>
  )
}
