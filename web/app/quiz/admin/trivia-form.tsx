import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { listQuestionsWithAnswers, type Question } from '@baobab/contract/quiz/admin.ts'
import { followOptions } from '@baobab/contract/quiz/rules.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { useWatch } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { prefetch } from '../../api/query.ts'
import { BackLink } from '../../shell/page-link.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { NoVideosYet, WithVideos } from '../../videos/admin/with-videos.tsx'
import { useCategory } from './category-switch.tsx'
import { focusOptionPictures, OptionPictures, useOptionPictures } from './option-pictures.tsx'
import { TooFastNote } from './pool-card.tsx'
import { QuestionCard } from './question-card.tsx'
import { QuestionForm } from './question-form.tsx'
import { text } from './text.ts'
import { useEditedQuestion, useNewQuestion } from './use-question-form.ts'
import { parseCategory, type QuizKey, WithQuestions } from './with-questions.tsx'

export function clientLoader({ request }: { request: Request }) {
  const params = new URL(request.url).searchParams
  const videoId = params.get('video')
  if (videoId !== null) prefetch(listQuestionsWithAnswers, { query: { videoId, ageCategory: parseCategory(params) } })
  return null
}

export const meta = () => pageMeta(text.addTrivia)

/** Adds questions one after another, or edits the question in the address. */
export default function TriviaForm() {
  const [params] = useSearchParams()
  const category = useCategory()
  const [videoId, questionId] = [params.get('video'), params.get('question')]
  if (videoId !== null && questionId !== null)
    return <EditTrivia quiz={{ videoId, ageCategory: category }} questionId={questionId} />
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={adminPaths.quizzes(category)} label={text.triviaGames} />
        <PageHead title={text.addTrivia} lead={text.addLead} />
      </div>
      <WithVideos skeleton={<RowsSkeleton />}>
        {(videos) => (videos.length === 0 ? <NoVideosYet /> : <AddForm videos={videos} />)}
      </WithVideos>
    </>
  )
}

function AddForm({ videos }: { videos: readonly AdminVideo[] }) {
  const [params] = useSearchParams()
  const category = useCategory()
  const question = useNewQuestion({
    videoTitle: videos.find(({ _id }) => _id === params.get('video'))?.title ?? '',
    ageCategory: params.has('ageCategory') ? category : '',
  })
  const [videoTitle, ageCategory] = useWatch({ control: question.form.control, name: ['videoTitle', 'ageCategory'] })
  const video = videos.find(({ title }) => title === videoTitle)
  return (
    <div className="grid split split--r split--top">
      <div className="stack">
        <QuestionForm question={question} label={text.addTrivia} submitLabel={text.addButton} videos={videos} />
        <p>
          <Link className={buttonClass({ kind: 'quiet' })} to={adminPaths.triviaImport}>
            <Icon name="file-xls" />
            {text.uploadSpreadsheet}
          </Link>
        </p>
      </div>
      {video && ageCategory !== '' && <PresentQuestions video={video} ageCategory={ageCategory} />}
    </div>
  )
}

/** The questions that the selected quiz already has. */
function PresentQuestions({ video, ageCategory }: { video: AdminVideo; ageCategory: AgeCategory }) {
  const count = formatCount(video.poolCounts[ageCategory], 'question')
  return (
    <section className="stack" aria-labelledby="there">
      <div>
        <h2 className="card__h" id="there">
          {text.inThisQuiz}
        </h2>
        <p className="muted small" role="status">
          {text.questionsOfMost(count, ageCategory)}
        </p>
      </div>
      <TooFastNote asked={video.questionCounts[ageCategory]} />
      <WithQuestions key={ageCategory + video._id} quiz={{ videoId: video._id, ageCategory }} heading="h3">
        {(questions) => (
          <ol className="questions">
            {questions.map((question, index) => (
              <li key={question._id} className="card">
                <QuestionCard question={question} number={index + 1} heading="h3" />
              </li>
            ))}
          </ol>
        )}
      </WithQuestions>
    </section>
  )
}

function EditTrivia({ quiz, questionId }: { quiz: QuizKey; questionId: string }) {
  const back = adminPaths.trivia(quiz.videoId, quiz.ageCategory)
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={back} label={text.questions} />
        <PageHead title={text.editTrivia} />
      </div>
      <WithQuestions quiz={quiz}>
        {(questions) => {
          const question = questions.find(({ _id }) => _id === questionId)
          if (question) return <EditForm edited={question} quiz={quiz} back={back} />
          return (
            <Empty title={commonText.notFound} help={text.questionDeleted}>
              <Link className={buttonClass()} to={back}>
                {text.seeQuestions}
              </Link>
            </Empty>
          )
        }}
      </WithQuestions>
    </>
  )
}

function EditForm({ edited, quiz, back }: { edited: Question; quiz: QuizKey; back: string }) {
  const navigate = useNavigate()
  const { options } = edited
  const pictures = useOptionPictures(edited)
  const question = useEditedQuestion(edited, () => {
    // Leaving the page would lose the chosen pictures.
    if (pictures.hasUnsaved) return focusOptionPictures()
    void navigate(back)
  })
  const typed = useWatch({ control: question.form.control, name: 'options' })
  const hasPictures = edited.pictures !== null || pictures.hasUnsaved
  const losesPictures = hasPictures && followOptions({ options, pictures: options }, typed) === null
  return (
    <div className="stack editing">
      <p className="muted">{text.editedQuiz(edited.videoTitle, edited.ageCategory)}</p>
      <Note>{text.editNote}</Note>
      <QuestionForm
        question={question}
        label={text.editTrivia}
        submitLabel={text.saveChanges}
        warning={losesPictures ? text.picturesWillGo : undefined}
        hasOtherChanges={pictures.hasUnsaved}
      />
      <OptionPictures question={edited} state={pictures} />
      <p>
        <Link
          className={buttonClass({ kind: 'quiet' })}
          to={adminPaths.regradeFor(quiz.videoId, quiz.ageCategory, edited._id)}
        >
          {text.correctAnswerAndPoints}
        </Link>
      </p>
    </div>
  )
}
