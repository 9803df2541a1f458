// Lists the rows of a file with their outcomes. Bad ones can be corrected in place.
import { allImportColumns, optionColumns, type ImportColumn } from '@baobab/contract/quiz/import-columns.ts'
import { columnLabels } from '@baobab/contract/quiz/import-text.ts'
import type { ImportPreview, RowPreview } from '@baobab/contract/quiz/question-import.ts'
import { useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { TextField } from '../../ui/fields.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { text } from './text.ts'
import type { QuestionImportState } from './use-question-import.ts'

type Props = Pick<QuestionImportState, 'busy' | 'correct'> & { preview: ImportPreview }

type Filter = 'all' | RowPreview['outcome']

/** The number of rows rendered at first: five thousand would freeze a phone. */
const FIRST_ROWS = 50

type Correcting = Pick<QuestionImportState, 'busy' | 'correct'>

const listRowColumns = (correcting: Correcting): readonly Column<RowPreview>[] => [
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
  { title: text.outcome, cell: (row) => <Outcome row={row} {...correcting} /> },
]

/** Lists the rows by the numbers that spreadsheet programs show. If there are bad rows, only those are shown at first. */
export function Rows({ preview, busy, correct }: Props) {
  const { rows, added, updated, skipped, bad } = preview
  const [wanted, setWanted] = useState<Filter>(bad > 0 ? 'bad' : 'all')
  // After the last bad row is corrected, show all rows.
  const filter = wanted === 'bad' && bad === 0 ? 'all' : wanted
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
            setWanted(value)
            setShown(FIRST_ROWS)
          }}
        />
      </div>
      <Table
        caption={text.rowsCaption}
        columns={listRowColumns({ busy, correct })}
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

/** The question as it would be stored, with its options and the correct one marked. */
function RowQuestion({ question, videoTitle, ageCategory, options, correctAnswer, readings }: RowPreview) {
  return (
    <>
      <b className="import__f">{question || text.noQuestion}</b>
      <span className="small muted import__of import__f">{[videoTitle, ageCategory].filter(Boolean).join(', ')}</span>
      <ol className="small import__o import__f">
        {options.map((option, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- options never move, and those of a bad row may be equal
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
          {text.readAs(columnLabels[column], cell, readAs)}
        </span>
      ))}
    </>
  )
}

function Outcome({ row, ...correcting }: Correcting & { row: RowPreview }) {
  const { outcome } = row
  if (outcome === 'added')
    return (
      <Chip kind="ok" icon="plus">
        {text.new}
      </Chip>
    )
  if (outcome === 'updated') return <Chip icon="pencil-simple">{text.updatedRow}</Chip>
  if (outcome === 'skipped') return <Chip icon="check">{text.alreadyThere}</Chip>
  return <RowCorrection row={row} {...correcting} />
}

function readCell(row: RowPreview, column: ImportColumn): string {
  const at = (optionColumns as readonly string[]).indexOf(column)
  if (at >= 0) return row.options[at] ?? ''
  return String(row[column as Exclude<ImportColumn, (typeof optionColumns)[number]>])
}

/** Columns that a program changes in the same way. */
const changeable: ReadonlySet<ImportColumn> = new Set([...optionColumns, 'correctAnswer'])

/** The cells of a bad row that have problems, what the admin typed or chose for them, and a function that sends it all. */
function useCorrection(row: RowPreview, correct: Correcting['correct']) {
  const [texts, setTexts] = useState<Partial<Record<ImportColumn, string>>>({})
  const [isSent, setSent] = useState(false)
  const cells = allImportColumns.filter((column) => row.problems.some((problem) => problem.column === column))
  const suggestionsFor = (column: ImportColumn) =>
    row.problems.flatMap((problem) => (problem.column === column ? (problem.suggestions ?? []) : []))

  /** Fills a cell, and the row's other doubtful cells in the same way, because the same program changed them all. */
  function choose(column: ImportColumn, at: number) {
    const isAlike = (other: ImportColumn) =>
      [column, other].every((one) => changeable.has(one)) &&
      suggestionsFor(other).length === suggestionsFor(column).length
    const alike = cells.filter((other) => other === column || (texts[other] === undefined && isAlike(other)))
    setTexts({ ...texts, ...Object.fromEntries(alike.map((one) => [one, suggestionsFor(one)[at]])) })
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    setSent(true)
    await correct(row, Object.fromEntries(cells.map((column) => [column, texts[column] ?? readCell(row, column)])))
    // Shows the new preview at once, because the row may no longer be bad.
    flushSync(() => setSent(false))
    const next = document.querySelector<HTMLElement>('.import__fix input') ?? document.getElementById('preview')
    if (document.activeElement === document.body) next?.focus()
  }

  const type = (column: ImportColumn, typed: string) => setTexts({ ...texts, [column]: typed })
  return {
    cells,
    textOf: (column: ImportColumn) => texts[column] ?? readCell(row, column),
    suggestionsFor,
    type,
    choose,
    isSent,
    send,
  }
}

/** Says what is wrong with a row, and lets the admin correct its cells in place. */
function RowCorrection({ row, busy, correct }: Correcting & { row: RowPreview }) {
  const { cells, textOf, suggestionsFor, type, choose, isSent, send } = useCorrection(row, correct)
  return (
    <form
      className="import__fix"
      noValidate
      aria-label={text.correctRow(row.row)}
      onSubmit={(event) => void send(event)}
    >
      {row.problems.map(({ column, reason }) => column === null && <p key={reason}>{reason}</p>)}
      {cells.map((column) => (
        <div key={column}>
          <TextField
            label={columnLabels[column]}
            value={textOf(column)}
            error={row.problems.flatMap((one) => (one.column === column ? [one.reason] : [])).join(' ')}
            autoComplete="off"
            onChange={({ target }) => type(column, target.value)}
          />
          <Suggestions texts={suggestionsFor(column)} onChoose={(at) => choose(column, at)} />
        </div>
      ))}
      {cells.length > 0 && (
        <Button type="submit" kind="line" size="sm" busyLabel={isSent && busy === 'reading' && text.reading}>
          {text.correct}
          <span className="sr">{text.ofRow(row.row)}</span>
        </Button>
      )}
    </form>
  )
}

function Suggestions({ texts, onChoose }: { texts: readonly string[]; onChoose: (at: number) => void }) {
  if (texts.length === 0) return null
  return (
    <div className="import__maybe" role="group" aria-label={text.didYouMean}>
      <span className="small muted" aria-hidden="true">
        {text.didYouMean}
      </span>
      {texts.map((one, at) => (
        <Button key={one} kind="line" size="sm" className="import__f" onClick={() => onChoose(at)}>
          {one}
        </Button>
      ))}
    </div>
  )
}
