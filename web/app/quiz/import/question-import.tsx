import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  importPreviewed,
  importQuestions,
  importTemplate,
  SPREADSHEET_ACCEPT,
} from '@baobab/contract/quiz/question-import.ts'
import { questionImportText } from '@baobab/contract/quiz/text.ts'
import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { useIsAllowed } from '../../shell/if-allowed.tsx'
import { BackLink } from '../../shell/page-link.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { useDownload } from '../../shell/use-download.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { formatCount, formatMegabytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useFirstError } from '../../ui/use-first-error.ts'
import { useAdminVideos } from '../../videos/admin/use-admin-videos.ts'
import { ImportList } from './import-list.tsx'
import { parseCategory } from '../admin/with-questions.tsx'
import { isReady, PreviewCards } from './import-preview.tsx'
import { text } from './text.ts'
import { useQuestionImport, type QuestionImportState } from './use-question-import.ts'

export const meta = () => pageMeta(text.title)

/** Imports questions: the admin chooses a spreadsheet, reads the preview and adds the questions. Lists earlier imports. */
export default function QuestionImport() {
  const mayImport = useIsAllowed(importQuestions.who)
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={adminPaths.quizzes('11-20')} label={text.triviaGames} />
        {mayImport ? (
          <PageHead title={text.title} lead={text.lead}>
            <div className="row">
              <TemplateButton format="xlsx" />
              <TemplateButton format="csv" />
            </div>
          </PageHead>
        ) : (
          <PageHead title={text.titleOfList} />
        )}
      </div>
      {mayImport && <Import />}
      <ImportList />
    </>
  )
}

/** The quiz that the address names, for a file without columns for video and age category. */
function useQuizOfFile(): { videoTitle?: string; ageCategory?: AgeCategory } {
  const [params] = useSearchParams()
  const video = useAdminVideos().data?.find(({ _id }) => _id === params.get('video'))
  return video ? { videoTitle: video.title, ageCategory: parseCategory(params) } : {}
}

function Import() {
  const quiz = useQuizOfFile()
  const state = useQuestionImport(quiz)
  const { result, preview, file } = state
  return (
    <>
      {quiz.videoTitle !== undefined && <Note>{text.forQuiz(quiz.videoTitle, quiz.ageCategory ?? '')}</Note>}
      {result && <Result {...result} />}
      <ImportForm {...state} />
      {preview && file && <PreviewCards {...state} preview={preview} file={file} />}
    </>
  )
}

function TemplateButton({ format }: { format: 'xlsx' | 'csv' }) {
  const { isDownloading, download } = useDownload()
  return (
    <Button
      kind="line"
      size="sm"
      busyLabel={isDownloading && text.preparing}
      onClick={() => void download(importTemplate, { query: { format } })}
    >
      <Icon name="download-simple" size="sm" />
      {text.template(format)}
    </Button>
  )
}

function Result(result: ReplyOf<typeof importPreviewed> & { fileName: string }) {
  const { added, updated, skipped, leftOut, fileName } = result
  const skippedRows = formatCount(skipped, text.rowWas, text.rowsWere)
  return (
    <Note kind="ok" role="status">
      <div className="stack stack-3">
        <p>
          <b>{questionImportText.questionsImported}</b>{' '}
          {added > 0 && text.added(formatCount(added, 'question'), fileName)}
          {added === 0 && updated === 0 && text.nothingNew(skippedRows)}{' '}
          {updated > 0 && text.updated(formatCount(updated, 'question'))}{' '}
          {added > 0 && skipped > 0 && text.skippedToo(skippedRows)}{' '}
          {leftOut > 0 && text.badLeftOut(formatCount(leftOut, text.badRowWas, text.badRowsWere))}
        </p>
        <div>
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.quizzes('11-20')}>
            {text.seeTriviaGames}
          </Link>
        </div>
      </div>
    </Note>
  )
}

/**
 * Chooses the file and shows its preview immediately. The button adds what the preview shows. Does not use useApiForm, because the form has
 * no text fields.
 */
function ImportForm({ file, preview, refusal, missing, busy, choose, send, readAgain }: QuestionImportState) {
  const showFirstError = useFirstError()
  const canSend = !preview || (isReady(preview) && preview.bad === 0)
  return (
    <form
      className="card stack"
      aria-label={text.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        void send({ leavesOutBadRows: false }).then(() => showFirstError(form))
      }}
    >
      <FileField
        label={text.file}
        hint={text.fileHint}
        accept={SPREADSHEET_ACCEPT}
        icon="file-xls"
        file={file}
        note={file && text.fileNote(formatMegabytes(file.size))}
        error={missing}
        onFiles={([chosen]) => chosen && void choose(chosen)}
      />
      <p className="sr" role="status">
        {busy === 'reading' && text.reading}
        {preview &&
          text.previewResult(
            formatCount(preview.added, 'new question'),
            preview.skipped,
            formatCount(preview.bad, 'bad row'),
          )}
      </p>
      {refusal && (
        <Note kind="bad" role="alert">
          <p>
            <b>{refusal.title}</b>
          </p>
          {refusal.reason && <p>{refusal.reason}</p>}
        </Note>
      )}
      {refusal && !preview ? (
        <div>
          <Button kind="line" busyLabel={busy && text.reading} onClick={() => void readAgain()}>
            {text.tryAgain}
          </Button>
        </div>
      ) : (
        canSend && (
          <div>
            <Button type="submit" busyLabel={busy && (busy === 'reading' ? text.reading : text.uploading)}>
              {preview ? text.addQuestions(formatCount(preview.added, 'question')) : text.upload}
            </Button>
          </div>
        )
      )}
    </form>
  )
}
