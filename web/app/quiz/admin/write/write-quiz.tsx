import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { listQuestionsWithAnswers, type Question } from '@baobab/contract/quiz/admin.ts'
import { MAX_QUESTIONS } from '@baobab/contract/quiz/rules.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '../../../admin-paths.ts'
import { apiQuery, prefetch } from '../../../api/query.ts'
import { BackLink } from '../../../shell/page-link.tsx'
import { pageMeta } from '../../../shell/page-meta.ts'
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { moveButtonId } from '../../../ui/move-buttons.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../../ui/skeleton.tsx'
import { useAdminVideos } from '../../../videos/admin/use-admin-videos.ts'
import { VideoNotFound, WithVideos } from '../../../videos/admin/with-videos.tsx'
import { CategorySwitch, useCategory } from '../category-switch.tsx'
import { DeleteQuestionDialog } from '../delete-question-dialog.tsx'
import { emptyQuestion } from '../use-question-form.ts'
import { useMoveQuestion } from '../use-move-question.ts'
import { parseCategory, type Pool } from '../with-questions.tsx'
import { BankDialog } from './bank-dialog.tsx'
import type { Draft } from './drafts.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { QuestionRow } from './question-row.tsx'
import type { QuestionValues } from './question-values.ts'
import { SavedQuestion } from './saved-question.tsx'
import { text } from './text.ts'
import { useDrafts } from './use-drafts.ts'
import './write.css'

export function clientLoader({ request }: { request: Request }) {
  const params = new URL(request.url).searchParams
  const videoId = params.get('video')
  if (videoId !== null) prefetch(listQuestionsWithAnswers, { query: { videoId, ageCategory: parseCategory(params) } })
  return null
}

export const meta = () => pageMeta(text.title)

/** Writes all questions of a quiz on one page. */
export default function WriteQuiz() {
  const [params] = useSearchParams()
  const category = useCategory()
  const id = params.get('video')
  const hasVideo = useAdminVideos().data?.some((video) => video._id === id) ?? false
  return (
    <>
      {!hasVideo && <PageHead title={text.title} />}
      <WithVideos skeleton={<RowsSkeleton />}>
        {(videos) => {
          const video = videos.find(({ _id }) => _id === id)
          return video ? (
            <Quiz key={`${video._id} ${category}`} video={video} />
          ) : (
            <VideoNotFound isNamed={id !== null} />
          )
        }}
      </WithVideos>
    </>
  )
}

function Quiz({ video }: { video: AdminVideo }) {
  const category = useCategory()
  const quiz = { videoId: video._id, ageCategory: category }
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={adminPaths.trivia(video._id, category)} label={text.backToQuiz} />
        <PageHead title={video.title} lead={text.lead(category)}>
          <div className="row">
            <Link className={buttonClass({ kind: 'line' })} to={adminPaths.videoUpdate(video._id)}>
              {text.openVideo}
            </Link>
            <CategorySwitch />
          </div>
        </PageHead>
      </div>
      <QueryView
        query={useQuery({ ...apiQuery(listQuestionsWithAnswers, { query: quiz }), refetchOnWindowFocus: false })}
        failed={quizAdminText.triviaFailed}
        loading={
          <Loading text={quizAdminText.triviaLoading}>
            <RowsSkeleton />
          </Loading>
        }
      >
        {({ questions, ...pool }) => <Questions video={video} questions={questions} pool={pool} />}
      </QueryView>
    </>
  )
}

type QuestionsProps = { video: AdminVideo; questions: readonly Question[]; pool: Pool }

function Questions({ video, questions, pool }: QuestionsProps) {
  const category = useCategory()
  const [alsoForOther, setAlsoForOther] = useState(false)
  const { drafts, dispatch, add, addAndSave, save } = useDrafts(video, category, alsoForOther)
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const [toDelete, setToDelete] = useState<Question>()
  const move = useMoveQuestion(questions.map(({ _id }) => _id))
  const { list, focusNewest } = useFocusNewest(drafts.length)
  const start = (values: QuestionValues = emptyQuestion()) => {
    add([values])
    focusNewest()
  }
  const count = questions.length + drafts.length
  return (
    <>
      <Tools
        video={video}
        isFull={count >= MAX_QUESTIONS}
        alsoForOther={alsoForOther}
        onAlsoForOther={setAlsoForOther}
        onAdd={() => start()}
        onQuestions={addAndSave}
      />
      <ol className="stack" ref={list}>
        {questions.map((question, index) => (
          <SavedQuestion
            key={question._id}
            videoId={video._id}
            question={question}
            number={index + 1}
            onUnsaved={(isUnsaved) => setUnsaved((before) => toggle(before, question._id, isUnsaved))}
            onDuplicate={start}
            onDelete={() => setToDelete(question)}
            onNext={() => start()}
          >
            <Moves question={question} number={index + 1} count={questions.length} onMove={move} />
          </SavedQuestion>
        ))}
        {drafts.map((draft, index) => (
          <DraftQuestion
            key={draft.key}
            draft={draft}
            number={questions.length + index + 1}
            onChange={(values) => dispatch({ kind: 'typed', key: draft.key, values })}
            onLeave={() => save(draft)}
            onDuplicate={() => start(draft.values)}
            onDiscard={() => dispatch({ kind: 'removed', key: draft.key })}
            onNext={() => start()}
          />
        ))}
      </ol>
      <DeleteQuestionDialog
        question={toDelete}
        askedAfter={!pool.isFixed && pool.askedCount === questions.length ? questions.length - 1 : 0}
        onClose={() => setToDelete(undefined)}
      />
      <LeaveDialog isUnsaved={unsaved.size > 0} />
    </>
  )
}

function toggle(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  return new Set([...[...ids].filter((one) => one !== id), ...(isIn ? [id] : [])])
}

/** Moves the focus to the question field of the newest draft, once it is on the page. */
function useFocusNewest(count: number) {
  const list = useRef<HTMLOListElement>(null)
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current) return
    isWanted.current = false
    list.current?.lastElementChild?.querySelector('textarea')?.focus()
  }, [count])
  return { list, focusNewest: () => (isWanted.current = true) }
}

type ToolsProps = {
  video: AdminVideo
  isFull: boolean
  alsoForOther: boolean
  onAlsoForOther: (isWanted: boolean) => void
  onAdd: () => void
  onQuestions: (questions: QuestionValues[]) => void
}

/** The ways to add questions. */
function Tools({ video, isFull, alsoForOther, onAlsoForOther, onAdd, onQuestions }: ToolsProps) {
  const category = useCategory()
  const [other = category] = ageCategories.filter((one) => one !== category)
  const [opened, setOpened] = useState<'paste' | 'bank'>()
  const close = () => setOpened(undefined)
  return (
    <div className="card stack stack-3">
      <div className="row">
        <Button aria-disabled={isFull} onClick={() => isFull || onAdd()}>
          <Icon name="plus" />
          {text.add}
        </Button>
        <Button kind="line" onClick={() => setOpened('paste')}>
          <Icon name="clipboard-text" />
          {text.paste}
        </Button>
        <Link className={buttonClass({ kind: 'line' })} to={adminPaths.triviaImportFor(video._id, category)}>
          <Icon name="file-xls" />
          {text.fromFile}
        </Link>
        <Button kind="line" onClick={() => setOpened('bank')}>
          <Icon name="magnifying-glass" />
          {text.fromBank}
        </Button>
      </div>
      <Checkbox
        label={text.alsoFor(other)}
        checked={alsoForOther}
        onChange={(event) => onAlsoForOther(event.target.checked)}
      />
      <p className="muted small">{isFull ? quizAdminText.tooManyQuestions : text.keys}</p>
      <PasteDialog
        isOpen={opened === 'paste'}
        quiz={{ videoTitle: video.title, ageCategory: category }}
        onClose={close}
        onQuestions={onQuestions}
      />
      <BankDialog
        isOpen={opened === 'bank'}
        quiz={{ videoId: video._id, ageCategory: category }}
        onClose={close}
        onUse={(values) => onQuestions([values])}
      />
    </div>
  )
}

type MovesProps = { question: Question; number: number; count: number; onMove: ReturnType<typeof useMoveQuestion> }

function Moves({ question: { _id }, number, count, onMove }: MovesProps) {
  return (
    <>
      <IconButton
        id={moveButtonId(_id, 'up')}
        icon="arrow-up"
        label={text.up(number)}
        aria-disabled={number === 1}
        onClick={() => void onMove(_id, 'up')}
      />
      <IconButton
        id={moveButtonId(_id, 'down')}
        icon="arrow-down"
        label={text.down(number)}
        aria-disabled={number === count}
        onClick={() => void onMove(_id, 'down')}
      />
    </>
  )
}

type DraftProps = {
  draft: Draft
  number: number
  onChange: (values: QuestionValues) => void
  onLeave: () => void
  onDuplicate: () => void
  onDiscard: () => void
  onNext: () => void
}

function DraftQuestion({ draft, number, onDuplicate, onDiscard, ...row }: DraftProps) {
  const { values, state, problem } = draft
  const ofQuestion = <span className="sr">{text.ofQuestion(number)}</span>
  return (
    <QuestionRow
      number={number}
      label={text.newQuestion(number)}
      values={values}
      state={state}
      isReadOnly={state === 'saving'}
      problem={
        problem !== undefined && (
          <p>
            {problem} {text.keptHere}{' '}
            <Button kind="quiet" size="sm" onClick={row.onLeave}>
              {text.tryAgain}
            </Button>
          </p>
        )
      }
      {...row}
    >
      <Button kind="quiet" size="sm" onClick={onDuplicate}>
        {text.duplicate}
        {ofQuestion}
      </Button>
      <Button
        kind="quiet"
        size="sm"
        aria-disabled={state === 'saving'}
        onClick={() => state === 'saving' || onDiscard()}
      >
        {text.discard}
        {ofQuestion}
      </Button>
    </QuestionRow>
  )
}
