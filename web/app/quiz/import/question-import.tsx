import { questionImportText } from '@baobab/contract/question-import-text.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { BackLink } from '../../shell/back-link.tsx'
import { ImportList } from './import-list.tsx'
import { downloadTemplate } from './download-workbook.ts'
import { ImportForm } from './import-form.tsx'
import { ImportPreview } from './import-preview.tsx'
import { useDownload } from './use-download.ts'
import { useQuestionImport, type Imported } from './use-question-import.ts'

export const meta = () => pageMeta('Upload a spreadsheet')

/** Questions of a spreadsheet: choose, see what will happen, add; and what was added before. */
export default function TriviaImport() {
  const sheet = useQuestionImport()
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={paths.admin.games('11-20')} label="Trivia Games" />
        <PageHead title="Upload a spreadsheet" lead="Many questions at once. You see what will happen before it does.">
          <div className="row">
            <Template format="xlsx" />
            <Template format="csv" />
          </div>
        </PageHead>
      </div>
      {sheet.imported && <Result imported={sheet.imported} />}
      <ImportForm sheet={sheet} />
      {sheet.preview && sheet.file && <ImportPreview preview={sheet.preview} file={sheet.file} />}
      <ImportList />
    </>
  )
}

function Template({ format }: { format: 'xlsx' | 'csv' }) {
  const { isSaving, run } = useDownload(() => downloadTemplate(format))
  return (
    <Button kind="line" size="sm" busyLabel={isSaving && 'Preparing...'} onClick={() => void run()}>
      <Icon name="download-simple" size="sm" />
      {`Template .${format}`}
    </Button>
  )
}

function Result({ imported: { added, skipped, fileName } }: { imported: Imported }) {
  return (
    <Note kind="ok" role="status">
      <div className="stack stack-3">
        <p>
          <b>{questionImportText.questionsImported}</b>{' '}
          {added === 0 ? 'Nothing was new: ' : `${formatCount(added, 'question')} added from “${fileName}”. `}
          {(added === 0 || skipped > 0) && `${formatCount(skipped, 'row was', 'rows were')} there already and skipped.`}
        </p>
        <div>
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.admin.games('11-20')}>
            See the trivia games
          </Link>
        </div>
      </div>
    </Note>
  )
}
