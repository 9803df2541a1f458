import { MAX_QUESTIONS, isTooFast } from '@baobab/contract/quiz/rules.ts'
import { annotateSpreadsheet, type CellReading, type ImportPreview } from '@baobab/contract/quiz/question-import.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { useState } from 'react'
import { useDownload } from '../../shell/use-download.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { ColumnsCard } from './import-columns.tsx'
import { Rows } from './import-rows.tsx'
import { text } from './text.ts'
import { toFormData, type QuestionImportState } from './use-question-import.ts'

type Props = QuestionImportState & { preview: ImportPreview; file: File }

/** Whether an import would add or change anything, and no question about the whole file is open. */
export const isReady = ({ missing, guess, added, updated }: ImportPreview) =>
  missing.length === 0 && guess === null && added + updated > 0

/** Asks how to read the file, and shows what the import would do: in total, by quiz, and by row. */
export function PreviewCards(props: Props) {
  const { preview } = props
  const { added, updated, skipped, bad, quizzes, missing } = preview
  if (missing.length > 0) return <ColumnsCard {...props} />
  return (
    <>
      <Card className="stack" aria-labelledby="preview">
        <h2 className="card__h" id="preview" tabIndex={-1}>
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
            {bad === 0 ? text.noErrors : formatCount(bad, text.rowWithError, text.rowsWithErrors)}
          </Chip>
        </div>
        <GuessNote {...props} />
        <Summary {...props} />
        <NotRead {...preview} />
        <ReadingsNote {...preview} />
        <SheetsRead {...preview} />
      </Card>
      <ColumnsCard {...props} />
      {quizzes.length > 0 && <Quizzes quizzes={quizzes} />}
      <Rows key={preview.fileName} {...props} />
    </>
  )
}

/** If a file does not name its encoding, asks whether its letters look right. */
function GuessNote({ preview: { guess }, busy, change }: Props) {
  if (!guess) return null
  return (
    <Note kind="warn" role="status">
      <div className="stack stack-3">
        <p>{text.guess(guess.encoding)}</p>
        <ul className="import__list">
          {guess.samples.map((sample) => (
            <li key={sample}>
              <b>{sample}</b>
            </li>
          ))}
        </ul>
        <div>
          <Button
            size="sm"
            busyLabel={busy === 'reading' && text.reading}
            onClick={() => void change({ encoding: guess.encoding })}
          >
            {text.guessIsRight}
          </Button>
        </div>
        <p className="small">{text.guessIsWrong}</p>
      </div>
    </Note>
  )
}

function Summary({ preview, settings, file, busy, send }: Props) {
  const { added, updated, skipped, bad } = preview
  const { isDownloading, download } = useDownload()
  if (bad > 0)
    return (
      <Note kind="bad" icon="warning-circle">
        <div className="stack stack-3">
          <p>{bad === 1 ? text.oneBadRow : text.badRows(bad.toLocaleString('en-NG'))}</p>
          <div className="row">
            {isReady(preview) && (
              <Button
                size="sm"
                busyLabel={busy === 'importing' && text.uploading}
                onClick={() => void send({ leavesOutBadRows: true })}
              >
                {text.addWithout(
                  added > 0 ? formatCount(added, 'question') : text.updates(formatCount(updated, 'question')),
                  formatCount(bad, 'row'),
                )}
              </Button>
            )}
            <Button
              kind="line"
              size="sm"
              busyLabel={isDownloading && text.preparingFile}
              onClick={() => void download(annotateSpreadsheet, { body: toFormData(file, settings) })}
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

/** Lists the parts of the file that are not read, so that nobody believes that their questions were added. */
function NotRead({ sheets, sheetsLeftOut, remarks }: ImportPreview) {
  const hiddenRows = sheets.reduce((sum, sheet) => sum + sheet.hiddenRows, 0)
  const hiddenColumns = sheets.flatMap((sheet) => sheet.hiddenColumns)
  if (sheetsLeftOut.length + remarks.length + hiddenRows + hiddenColumns.length === 0) return null
  return (
    <Note kind="warn">
      <div className="stack stack-3">
        {sheetsLeftOut.length > 0 && (
          <>
            <p>{text.sheetsLeftOut(formatCount(sheetsLeftOut.length, text.sheetWas, text.sheetsWere))}</p>
            <ul className="import__list">
              {sheetsLeftOut.map(({ name, reason }) => (
                <li key={name}>
                  <b>{name}</b>: {reason}
                </li>
              ))}
            </ul>
          </>
        )}
        {hiddenRows > 0 && <p>{text.hiddenLeftOut(formatCount(hiddenRows, text.hiddenRowWas, text.hiddenRowsWere))}</p>}
        {hiddenColumns.length > 0 && <p>{text.hiddenColumns(hiddenColumns.join(', '))}</p>}
        {remarks.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </Note>
  )
}

/** Says that some cells are not read as they look. Each row says how they are read. */
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

/** Says which of a workbook's sheets are read, and which columns are not. */
function SheetsRead({ sheets }: ImportPreview) {
  const hasSeveral = sheets.length > 1
  const sentences = sheets.flatMap(({ name, rows, ignoredColumns }) => [
    name === null ? '' : hasSeveral ? text.readRows(formatCount(rows, 'row'), name) : text.readFrom(name),
    ignoredColumns.length > 0 ? text.ignoredColumns(ignoredColumns.join(', ')) : '',
  ])
  const remark = sentences.filter(Boolean).join(' ')
  return remark && <p className="small muted import__f">{remark}</p>
}

/** The number of quizzes shown until the admin asks for all of them. */
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

/** Warns about quizzes that would ask more questions than there is time for. */
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
