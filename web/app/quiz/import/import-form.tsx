import { SPREADSHEET_ACCEPT } from '@baobab/contract/question-import.ts'
import { Button } from '../../ui/button.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { formatCount, formatMegabytes } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import type { QuestionImportState } from './use-question-import.ts'

/** Choose or drop a sheet; its preview follows at once, and the button does what the preview says. */
export function ImportForm({ sheet }: { sheet: QuestionImportState }) {
  const { file, preview, refused, missing, busy, choose, send, readAgain } = sheet
  const canSend = !preview || (preview.bad === 0 && preview.added > 0)
  return (
    <form
      className="card stack"
      aria-label="Upload a spreadsheet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <FileField
        label="Spreadsheet"
        hint="Excel (.xlsx, .xls) or text (.csv), up to 5 MB and 5,000 rows. Nothing is added before you say so."
        accept={SPREADSHEET_ACCEPT}
        icon="file-xls"
        file={file}
        note={file && `${formatMegabytes(file.size)}. Tap to choose another.`}
        error={missing}
        onFiles={([chosen]) => chosen && void choose(chosen)}
      />
      <p className="sr" role="status">
        {busy === 'reading' && 'Reading the sheet...'}
        {preview &&
          `${formatCount(preview.added, 'new question')}, ${preview.skipped} skipped, ${formatCount(preview.bad, 'bad row')}.`}
      </p>
      {refused && (
        <Note kind="bad" role="alert">
          <p>
            <b>{refused.title}</b>
          </p>
          {refused.reason && <p>{refused.reason}</p>}
        </Note>
      )}
      {refused && !preview ? (
        <div>
          <Button kind="line" busyLabel={busy && 'Reading the sheet...'} onClick={() => void readAgain()}>
            Try again
          </Button>
        </div>
      ) : (
        canSend && (
          <div>
            <Button type="submit" busyLabel={busyLabel(busy)}>
              {preview ? `Add ${formatCount(preview.added, 'question')}` : 'Upload'}
            </Button>
          </div>
        )
      )}
    </form>
  )
}

function busyLabel(busy: QuestionImportState['busy']): string | false {
  if (busy === undefined) return false
  return busy === 'reading' ? 'Reading the sheet...' : 'Uploading...'
}
