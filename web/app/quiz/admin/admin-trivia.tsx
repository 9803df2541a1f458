import {
  addQuestion,
  deleteQuestion,
  editQuestion,
  listQuestionsWithAnswers,
  orderQuestions,
  questionStatistics,
  type Question,
} from '@baobab/contract/quiz/admin.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { prefetch } from '../../api/query.ts'
import { BulkRuns } from '../../bulk/admin/bulk-runs.tsx'
import { BackToList } from '../../shell/admin/back-to-list.tsx'
import { IfAllowed, useIsAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { SelectPage, SelectRow, useSelection } from '../../ui/data-table/selection.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { useAdminVideos } from '../../videos/admin/use-admin-videos.ts'
import { describeQuestions } from '../../videos/admin/video-chips.tsx'
import { VideoNotFound, WithVideos } from '../../videos/admin/with-videos.tsx'
import { CategorySwitch, useCategory } from './category-switch.tsx'
import { DeleteQuestionDialog } from './delete-question-dialog.tsx'
import { PoolCard } from './pool-card.tsx'
import { QuestionCard } from './question-card.tsx'
import { QuestionSelectionBar } from './question-selection.tsx'
import { StatisticsView } from './statistics-view.tsx'
import { text } from './text.ts'
import { useMoveQuestion } from './use-move-question.ts'
import { parseCategory, questionChanges, type QuizKey, WithQuestions, type Pool } from './with-questions.tsx'

export function clientLoader({ request }: { request: Request }) {
  const params = new URL(request.url).searchParams
  const videoId = params.get('video')
  if (videoId === null) return null
  const query = { videoId, ageCategory: parseCategory(params) }
  if (params.get('view') === 'statistics') prefetch(questionStatistics, { query })
  else prefetch(listQuestionsWithAnswers, { query })
  return null
}

export const meta = () => pageMeta(text.triviaOfVideo)

/** Shows the questions for the video in the address, or their statistics. */
export default function AdminTrivia() {
  const [params] = useSearchParams()
  const id = params.get('video')
  const hasVideo = useAdminVideos().data?.some((video) => video._id === id) ?? false
  return (
    <>
      {!hasVideo && <PageHead title={text.trivia} />}
      <WithVideos skeleton={<RowsSkeleton />}>
        {(videos) => {
          const video = videos.find(({ _id }) => _id === id)
          return video ? <VideoTrivia video={video} /> : <VideoNotFound isNamed={id !== null} />
        }}
      </WithVideos>
    </>
  )
}

function VideoTrivia({ video }: { video: AdminVideo }) {
  const [params] = useSearchParams()
  const category = useCategory()
  const quiz = { videoId: video._id, ageCategory: category }
  const addLink = (
    <IfAllowed who={addQuestion.who}>
      <Link className={buttonClass({ kind: 'line' })} to={adminPaths.triviaFormFor(video._id, category)}>
        <Icon name="plus" />
        {text.addTrivia}
      </Link>
      <Link className={buttonClass()} to={adminPaths.triviaWrite(video._id, category)}>
        <Icon name="pencil-simple" />
        {text.writeQuiz}
      </Link>
    </IfAllowed>
  )
  const count = describeQuestions(video, category)
  return (
    <>
      <div className="stack stack-3">
        <BackToList to={adminPaths.quizzes(category)} label={text.triviaGames} />
        <PageHead title={video.title} lead={text.questionsFor(count, category)}>
          <CategorySwitch />
        </PageHead>
      </div>
      <Toolbar video={video}>{addLink}</Toolbar>
      <BulkRuns list="questions" changes={questionChanges} />
      {params.get('view') === 'statistics' ? (
        <StatisticsView key={category} quiz={quiz} />
      ) : (
        <WithQuestions key={category} quiz={quiz} addLink={addLink}>
          {(questions, pool) => (
            <>
              <PoolCard key={pool.askedCount} quiz={quiz} pool={pool} poolCount={questions.length} />
              <Questions quiz={quiz} questions={questions} pool={pool} />
            </>
          )}
        </WithQuestions>
      )}
    </>
  )
}

/** Links to the quiz's two views, so that each has an address, and to the actions on it. */
function Toolbar({ video: { _id, questionCounts }, children }: { video: AdminVideo; children: ReactNode }) {
  const [params] = useSearchParams()
  const category = useCategory()
  const isStatistics = params.get('view') === 'statistics'
  return (
    <div className="row between">
      <nav className="seg tabs" aria-label={text.views}>
        <Link to={adminPaths.trivia(_id, category)} aria-current={isStatistics ? undefined : 'page'}>
          {text.questions}
        </Link>
        <Link to={adminPaths.triviaStatistics(_id, category)} aria-current={isStatistics ? 'page' : undefined}>
          {text.statistics}
        </Link>
      </nav>
      <div className="row">
        {questionCounts[category] > 0 && (
          <Link className={buttonClass({ kind: 'line' })} to={adminPaths.triviaPage(_id, category)}>
            <Icon name="eye" />
            {text.takeQuiz}
          </Link>
        )}
        <Link className={buttonClass({ kind: 'line' })} to={adminPaths.videoUpdate(_id)}>
          {text.openVideo}
        </Link>
        {children}
      </div>
    </div>
  )
}

/** Lists the questions, each with its actions. */
function Questions({ quiz, questions, pool }: { quiz: QuizKey; questions: readonly Question[]; pool: Pool }) {
  const move = useMoveQuestion(questions.map(({ _id }) => _id))
  const [toDelete, setToDelete] = useState<Question>()
  const mayMove = useIsAllowed(orderQuestions.who)
  const maySelect = useIsAllowed(editQuestion.who)
  const selection = useSelection(
    questions.map(({ _id }) => _id),
    `${quiz.videoId} ${quiz.ageCategory}`,
  )

  function onKeyDown(event: KeyboardEvent, id: string) {
    if (!mayMove || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    void move(id, event.key === 'ArrowUp' ? 'up' : 'down')
  }

  return (
    <>
      {mayMove && (
        <p className="muted small">
          {text.orderNote}
          <span className="keyshint">{text.orderKeys}</span>
        </p>
      )}
      {maySelect && questions.length > 1 && <SelectPage selection={selection} isNamed />}
      <ol className="questions">
        {questions.map((question, index) => (
          // Handles keys that are pressed on the buttons inside it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li key={question._id} className="card" onKeyDown={(event) => onKeyDown(event, question._id)}>
            {maySelect && <SelectRow selection={selection} id={question._id} label={text.selectQuestion(index + 1)} />}
            <QuestionCard question={question} number={index + 1}>
              <div className="questions__f">
                <QuestionActions
                  quiz={quiz}
                  question={question}
                  number={index + 1}
                  onDelete={() => setToDelete(question)}
                />
                {mayMove && (
                  <MoveButtons
                    item={{ _id: question._id, title: text.questionName(index + 1) }}
                    position={index + 1}
                    count={questions.length}
                    onMove={(direction) => void move(question._id, direction)}
                  />
                )}
              </div>
            </QuestionCard>
          </li>
        ))}
      </ol>
      <QuestionSelectionBar quiz={quiz} selection={selection} />
      <DeleteQuestionDialog
        question={toDelete}
        askedAfter={!pool.isFixed && pool.askedCount === questions.length ? questions.length - 1 : 0}
        onClose={() => setToDelete(undefined)}
      />
    </>
  )
}

type ActionProps = { quiz: QuizKey; question: Question; number: number; onDelete: () => void }

function QuestionActions({ quiz: { videoId, ageCategory }, question: { _id }, number, onDelete }: ActionProps) {
  const ofQuestion = <span className="sr">{text.ofQuestion(number)}</span>
  return (
    <div className="row">
      <IfAllowed who={editQuestion.who}>
        <Link
          className={buttonClass({ kind: 'line', size: 'sm' })}
          to={adminPaths.triviaEdit(videoId, ageCategory, _id)}
        >
          {text.edit}
          {ofQuestion}
        </Link>
      </IfAllowed>
      <Link
        className={buttonClass({ kind: 'line', size: 'sm' })}
        to={adminPaths.triviaPreview(videoId, ageCategory, _id)}
      >
        {text.preview}
        {ofQuestion}
      </Link>
      <IfAllowed who={deleteQuestion.who}>
        <Button kind="quiet" size="sm" onClick={onDelete}>
          {text.delete}
          {ofQuestion}
        </Button>
      </IfAllowed>
    </div>
  )
}
