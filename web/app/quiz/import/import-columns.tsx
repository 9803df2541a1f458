// Asks what the columns of a file are, and for the video and age category of a file that has none.
import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { allImportColumns, columnsOfWholeFile, type ImportColumn } from '@baobab/contract/quiz/import-columns.ts'
import { columnLabels } from '@baobab/contract/quiz/import-text.ts'
import type { ImportPreview, ImportSettings } from '@baobab/contract/quiz/question-import.ts'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { WithVideos } from '../../videos/admin/with-videos.tsx'
import { text } from './text.ts'
import type { QuestionImportState } from './use-question-import.ts'

type Props = Pick<QuestionImportState, 'settings' | 'busy' | 'change'> & { preview: ImportPreview }
type Columns = NonNullable<ImportSettings['columns']>

const columnOptions = allImportColumns.map((column) => ({ value: column, label: columnLabels[column] }))

/** Stays open while something is missing, and then folds to one line that opens it again. */
export function ColumnsCard(props: Props) {
  const { preview } = props
  const isMissing = preview.missing.length > 0
  const isWholeFile = preview.missing.every((column) => (columnsOfWholeFile as readonly string[]).includes(column))
  const missing = preview.missing.map((column) => columnLabels[column]).join(', ')
  return (
    <Card className="stack" aria-labelledby="columns">
      {isMissing ? (
        <>
          <h2 className="card__h" id="columns">
            {text.columnsTitle}
          </h2>
          <p>{isWholeFile ? text.noVideoOrAge(missing) : text.columnsLead(missing)}</p>
          <ColumnsForm {...props} />
        </>
      ) : (
        <details className="import__columns">
          <summary id="columns">{text.columnsTitle}</summary>
          <ColumnsForm {...props} />
        </details>
      )}
    </Card>
  )
}

function ColumnsForm({ preview, settings, busy, change }: Props) {
  const [chosen, setChosen] = useState<Columns>({})
  const [whole, setWhole] = useState<Pick<ImportSettings, 'videoTitle' | 'ageCategory'>>({})
  const read = Object.fromEntries(preview.columns.map(({ header, column }) => [header, column]))
  const columns = { ...read, ...chosen }
  const has = (wanted: ImportColumn) => Object.values(columns).includes(wanted)
  const { videoTitle = settings.videoTitle, ageCategory = settings.ageCategory } = whole
  const [lacksVideo, lacksAge] = columnsOfWholeFile.map((column) => !has(column))

  function send(event: FormEvent) {
    event.preventDefault()
    const changed = Object.keys(chosen).length > 0
    void change({
      ...(changed && { columns: { ...settings.columns, ...chosen } }),
      videoTitle: lacksVideo ? videoTitle : undefined,
      ageCategory: lacksAge ? ageCategory : undefined,
    })
  }

  return (
    <form className="stack" aria-label={text.columnsTitle} onSubmit={send}>
      <div className="import__grid">
        {preview.columns.map(({ header, samples }) => (
          <Select
            key={header}
            label={header}
            hint={samples.join(' · ')}
            options={columnOptions}
            placeholder={text.notUsed}
            value={columns[header] ?? ''}
            onChange={({ target }) =>
              setChosen({ ...chosen, [header]: target.value === '' ? null : (target.value as ImportColumn) })
            }
          />
        ))}
      </div>
      {(lacksVideo || lacksAge) && (
        <fieldset className="import__grid import__whole">
          <legend>{text.wholeFile}</legend>
          {lacksVideo && (
            <VideoOfFile value={videoTitle} onChange={(title) => setWhole({ ...whole, videoTitle: title })} />
          )}
          {lacksAge && (
            <AgeOfFile value={ageCategory} onChange={(category) => setWhole({ ...whole, ageCategory: category })} />
          )}
        </fieldset>
      )}
      <div>
        <Button type="submit" busyLabel={busy === 'reading' && text.reading}>
          {text.readColumns}
        </Button>
      </div>
    </form>
  )
}

type OfFile<Value> = { value: Value | undefined; onChange: (value: Value | undefined) => void }

/** The video of all questions in the file. */
function VideoOfFile({ value = '', onChange }: OfFile<string>) {
  return (
    <WithVideos skeleton={<RowsSkeleton />}>
      {(videos) => (
        <Select
          label={text.video}
          required
          options={videos.map(({ title }) => ({ value: title, label: title }))}
          placeholder={text.chooseVideo}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </WithVideos>
  )
}

/** The age category of all questions in the file. */
function AgeOfFile({ value, onChange }: OfFile<AgeCategory>) {
  return (
    <Select
      label={columnLabels.ageCategory}
      required
      options={ageCategories.map((category) => ({ value: category, label: category }))}
      placeholder={text.chooseAge}
      value={value ?? ''}
      onChange={({ target }) => onChange(ageCategories.find((category) => category === target.value))}
    />
  )
}
