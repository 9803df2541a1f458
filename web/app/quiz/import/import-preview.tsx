import { MAX_QUESTIONS, isTooFast } from '@baobab/contract/quiz/rules.ts'
import {
  annotateSpreadsheet,
  type CellReading,
  type ImportPreview,
  type RowPreview,
} from '@baobab/contract/quiz/question-import.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { useState } from 'react'
import { useDownload } from '../../shell/use-download.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { text } from './text.ts'
import { toFormData } from './use-question-import.ts'

type Props = { preview: ImportPreview; file: File }

/** Shows what the import would do: in total, by quiz, and by row. */
export function PreviewCards({ preview, file }: Props) {
  const { added, updated, skipped, bad, quizzes } = preview
  return (
    <>
      <Card className="stack" aria-labelledby="preview">
        <h2 className="card__h" id="preview">
          {text.preview}
        </h2>
        <div className="chips">
          <Chip kind="ok" icon="plus">
            {text.newCount(added.toLocaleString('en-NG'))}
          </Chip>
          {updated > 0 && (
            <Chip kind="ok" icon="pencil-simple">
              {text.updatedCount(updated.toLocaleString('en-NG'))}
            </Chip>
          )}
          <Chip icon="check">{text.skippedCount(skipped.toLocaleString('en-NG'))}</Chip>
          <Chip kind={bad > 0 ? 'bad' : 'plain'} icon="warning-circle">
            {text.badCount(bad.toLocaleString('en-NG'))}
          </Chip>
        </div>
        <Summary preview={preview} file={file} />
        <SheetsLeftOut {...preview} />
        <ReadingsNote {...preview} />
        <SheetsRead {...preview} />
      </Card>
      {quizzes.length > 0 && <Quizzes quizzes={quizzes} />}
      <Rows key={preview.fileName + bad} preview={preview} />
    </>
  )
}

function Summary({ preview: { added, updated, skipped, bad }, file }: Props) {
  const { isDownloading, download } = useDownload()
  if (bad > 0)
    return (
      <Note kind="bad" icon="warning-circle">
        <div className="stack stack-3">
          <p>{bad === 1 ? text.oneBadRow : text.badRows(bad.toLocaleString('en-NG'))}</p>
          <div>
            <Button
              kind="line"
              size="sm"
              busyLabel={isDownloading && text.preparingFile}
              onClick={() => void download(annotateSpreadsheet, { body: toFormData(file) })}
            >
              <Icon name="download-simple" size="sm" />
              {text.downloadReasons}
            </Button>
          </div>
        </div>
      </Note>
    )
  const updates = updated > 0 && text.canBeUpdated(formatCount(updated, 'question'))
  if (added === 0 && updates) return <Note kind="ok">{updates}</Note>
  if (added === 0) return <Note>{text.allThere(formatCount(skipped, text.questionIs, text.questionsAre))}</Note>
  const questions = formatCount(added, 'question')
  return (
    <Note kind="ok">
      {skipped === 0
        ? text.canBeAdded(questions)
        : text.canBeAddedSomeThere(questions, formatCount(skipped, text.rowIs, text.rowsAre))}{' '}
      {updates}
    </Note>
  )
}

/** Names the sheets that are not read, so that nobody believes that their questions were added. */
function SheetsLeftOut({ sheetsLeftOut }: ImportPreview) {
  if (sheetsLeftOut.length === 0) return null
  return (
    <Note kind="warn">
      <div className="stack stack-3">
        <p>{text.sheetsLeftOut(formatCount(sheetsLeftOut.length, text.sheetWas, text.sheetsWere))}</p>
        <ul className="import__list">
          {sheetsLeftOut.map(({ name, reason }) => (
            <li key={name}>
              <b>{name}</b>: {reason}
            </li>
          ))}
        </ul>
      </div>
    </Note>
  )
}

/** Says that cells are read as something else than they show. Each row says what. */
function ReadingsNote({ rows }: ImportPreview) {
  const count = (wanted: CellReading['column']) =>
    rows.filter(({ readings }) => readings.some(({ column }) => column === wanted)).length
  const [dates, letters] = [count('ageCategory'), count('correctAnswer')]
  if (dates + letters === 0) return null
  return (
    <Note>
      <div className="stack stack-3">
        {dates > 0 && <p>{text.datesRead(formatCount(dates, 'row'))}</p>}
        {letters > 0 && <p>{text.lettersRead(formatCount(letters, 'row'))}</p>}
      </div>
    </Note>
  )
}

/** Says which sheets of a workbook are read, and which columns are not. */
function SheetsRead({ sheets }: ImportPreview) {
  const hasSeveral = sheets.length > 1
  const sentences = sheets.flatMap(({ name, rows, ignoredColumns }) => [
    name === null ? '' : hasSeveral ? text.readRows(formatCount(rows, 'row'), name) : text.readFrom(name),
    ignoredColumns.length > 0 ? text.leftOut(ignoredColumns.join(', ')) : '',
  ])
  const remark = sentences.filter(Boolean).join(' ')
  return remark && <p className="small muted import__f">{remark}</p>
}

/** The number of quizzes shown until the admin asks for all. */
const FIRST_QUIZZES = 8

const quizColumns: readonly Column<ImportPreview['quizzes'][number]>[] = [
  { title: text.video, kind: 'who', cell: ({ videoTitle }) => <b className="import__f">{videoTitle}</b> },
  { title: text.age, kind: 'detail', cell: ({ ageCategory }) => ageCategory },
  { title: text.now, kind: 'detail', cell: ({ before }) => before },
  { title: text.new, kind: 'detail', cell: ({ added }) => `+${added}` },
  { title: text.after, kind: 'detail', cell: ({ before, added }) => text.ofMost(before + added, MAX_QUESTIONS) },
  { title: text.asked, kind: 'detail', cell: ({ asked }) => asked },
]

function Quizzes({ quizzes }: Pick<ImportPreview, 'quizzes'>) {
  const [showsAll, setShowsAll] = useState(quizzes.length <= FIRST_QUIZZES + 1)
  return (
    <Card flush className="stack import__part" aria-labelledby="quizzes">
      <h2 className="card__h" id="quizzes">
        {text.byQuiz}
      </h2>
      <TooFast quizzes={quizzes} />
      <Table
        caption={text.quizzesCaption}
        columns={quizColumns}
        rows={showsAll ? quizzes : quizzes.slice(0, FIRST_QUIZZES)}
        rowKey={({ videoTitle, ageCategory }) => `${ageCategory} ${videoTitle}`}
      />
      {!showsAll && (
        <div className="import__more">
          <Button kind="line" onClick={() => setShowsAll(true)}>
            {text.showAll(quizzes.length)}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** Warns of quizzes that would ask more questions than there is time for. */
function TooFast({ quizzes }: Pick<ImportPreview, 'quizzes'>) {
  const tooFast = quizzes.filter(({ asked }) => isTooFast(asked))
  if (tooFast.length === 0) return null
  return (
    <div className="import__in">
      <Note kind="warn">
        <ul className="import__list">
          {tooFast.map(({ videoTitle, ageCategory, asked }) => (
            <li key={`${ageCategory} ${videoTitle}`}>
              <b>{text.quizOf(videoTitle, ageCategory)}</b>: {quizAdminText.tooFast(asked)}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}

type Filter = 'all' | RowPreview['outcome']

/** The number of rows rendered at first: rendering five thousand would freeze a phone. */
const FIRST_ROWS = 50

const rowColumns: readonly Column<RowPreview>[] = [
  {
    title: text.row,
    cell: ({ sheet, row }) => (
      <>
        <span className="num import__n">{row}</span>
        {sheet !== null && <span className="small muted import__of import__f">{sheet}</span>}
      </>
    ),
  },
  { title: text.question, kind: 'who', cell: (row) => <RowQuestion {...row} /> },
  { title: text.outcome, cell: (row) => <Outcome {...row} /> },
]

/**
 * Lists the rows by the numbers that spreadsheet programs show. If there are bad rows, only they are shown at first.
 */
function Rows({ preview: { rows, added, updated, skipped, bad } }: Pick<Props, 'preview'>) {
  const [filter, setFilter] = useState<Filter>(bad > 0 ? 'bad' : 'all')
  const [shown, setShown] = useState(FIRST_ROWS)
  const chosen = filter === 'all' ? rows : rows.filter(({ outcome }) => outcome === filter)
  const filters = [
    { value: 'all', label: text.filterAll(rows.length.toLocaleString('en-NG')), count: rows.length },
    { value: 'bad', label: text.filterBad(bad.toLocaleString('en-NG')), count: bad },
    { value: 'added', label: text.filterNew(added.toLocaleString('en-NG')), count: added },
    { value: 'updated', label: text.filterUpdated(updated.toLocaleString('en-NG')), count: updated },
    { value: 'skipped', label: text.filterSkipped(skipped.toLocaleString('en-NG')), count: skipped },
  ] as const
  const left = chosen.length - shown
  return (
    <Card flush className="stack import__part import__rows" aria-labelledby="rows">
      <div className="row between import__h">
        <h2 className="card__h" id="rows">
          {text.rowByRow}
        </h2>
        <Segmented<Filter>
          label={text.rowsToShow}
          look="pills"
          options={filters.filter(({ value, count }) => value === 'all' || count > 0)}
          value={filter}
          onChange={(value) => {
            setFilter(value)
            setShown(FIRST_ROWS)
          }}
        />
      </div>
      <Table
        caption={text.rowsCaption}
        columns={rowColumns}
        rows={chosen.slice(0, shown)}
        rowKey={({ sheet, row }) => `${row} ${sheet ?? ''}`}
      />
      {left > 0 && (
        <div className="import__more">
          <Button kind="line" onClick={() => setShown(shown + FIRST_ROWS * 4)}>
            {text.showMoreRows(formatCount(left, 'row'))}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** The question as it would be stored: with its options, the correct one marked. */
function RowQuestion({ question, videoTitle, ageCategory, options, correctAnswer, readings }: RowPreview) {
  return (
    <>
      <b className="import__f">{question || text.noQuestion}</b>
      <span className="small muted import__of import__f">{[videoTitle, ageCategory].filter(Boolean).join(', ')}</span>
      <ol className="small import__o import__f">
        {options.map((option, index) => (
          // The options of a bad row may be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={option !== '' && option === correctAnswer ? 'import__c' : undefined}>
            {option || text.noOption}
            {option !== '' && option === correctAnswer && (
              <>
                {' '}
                <Icon name="check-circle" size="sm" />
                <span className="sr">{text.correctAnswer}</span>
              </>
            )}
          </li>
        ))}
      </ol>
      {readings.map(({ column, cell, readAs }) => (
        <span key={column} className="small import__of import__f">
          {text.readAs(column, cell, readAs)}
        </span>
      ))}
    </>
  )
}

function Outcome({ outcome, problems }: RowPreview) {
  if (outcome === 'added')
    return (
      <Chip kind="ok" icon="plus">
        {text.new}
      </Chip>
    )
  if (outcome === 'updated') return <Chip icon="pencil-simple">{text.updatedRow}</Chip>
  if (outcome === 'skipped') return <Chip icon="check">{text.alreadyThere}</Chip>
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
