import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { exportAudience } from '@baobab/contract/exports/endpoints.ts'
import { addQuestion } from '@baobab/contract/quiz/admin.ts'
import { isTooFast, secondsPerQuestion } from '@baobab/contract/quiz/rules.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { ExportDialog } from '../../exports/export-dialog.tsx'
import { ListQuery } from '../../lists/admin/admin-list.tsx'
import { SavedViews } from '../../saved-views/admin/saved-views.tsx'
import { useIsAllowed } from '../../shell/if-allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { VideoRow } from '../../ui/video-card.tsx'
import { text as videosAdminText } from '../../videos/admin/text.ts'
import { useAdminVideos } from '../../videos/admin/use-admin-videos.ts'
import { describeQuestions } from '../../videos/admin/video-chips.tsx'
import { NoVideosYet } from '../../videos/admin/with-videos.tsx'
import { CategorySwitch, useCategory } from './category-switch.tsx'
import { text } from './text.ts'

/** Lists an age category's quizzes, then the videos that have no questions for it. */
export function TriviaGames() {
  const category = useCategory()
  const mayAdd = useIsAllowed(addQuestion.who)
  return (
    <section className="stack stack-6" aria-label={text.triviaGames}>
      <div className="row between">
        <CategorySwitch />
        <div className="row">
          <SavedViews list="questions" />
          <Link className={buttonClass({ kind: 'line' })} to={adminPaths.triviaImport}>
            <Icon name="file-xls" />
            {mayAdd ? text.uploadSpreadsheet : text.spreadsheets}
          </Link>
          <ExportQuestions />
          {mayAdd && (
            <Link className={buttonClass()} to={`${adminPaths.triviaForm}?ageCategory=${category}`}>
              <Icon name="plus" />
              {text.addTrivia}
            </Link>
          )}
        </div>
      </div>
      <ListQuery
        query={useAdminVideos()}
        failed={videosText.videosFailed}
        loading={videosAdminText.loadingVideos}
        skeleton={<RowsSkeleton />}
      >
        {(videos) => (videos.length === 0 ? <NoVideosYet /> : <Quizzes videos={videos} category={category} />)}
      </ListQuery>
    </section>
  )
}

/** Exports all questions in the import's columns, with additional data about each. */
function ExportQuestions() {
  const [isOpen, setOpen] = useState(false)
  const mayExport = useIsAllowed(exportAudience.questions)
  if (!mayExport) return null
  return (
    <>
      <Button kind="line" onClick={() => setOpen(true)}>
        <Icon name="download-simple" />
        {text.exportQuestions}
      </Button>
      <ExportDialog
        isOpen={isOpen}
        title={text.exportQuestionsTitle}
        list={{ what: 'questions', filters: {} }}
        selection={text.exportedQuestions}
        describeFilters={() => text.exportedQuestions}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

function Quizzes({ videos, category }: { videos: readonly AdminVideo[]; category: AgeCategory }) {
  const withQuestions = videos.filter((video) => video.questionCounts[category] > 0)
  const withoutQuestions = videos.filter((video) => video.questionCounts[category] === 0)
  return (
    <>
      {withQuestions.length > 0 ? (
        <Card className="stack" aria-labelledby="games">
          <h2 className="card__h" id="games">
            {text.quizzesFor(category)}
          </h2>
          <QuizRows videos={withQuestions} category={category} />
        </Card>
      ) : (
        <NoQuizzes />
      )}
      {withoutQuestions.length > 0 && (
        <Card className="stack" aria-labelledby="bare">
          <h2 className="card__h" id="bare">
            {text.withoutTrivia(category)}
          </h2>
          <QuizRows videos={withoutQuestions} category={category} />
        </Card>
      )}
    </>
  )
}

function NoQuizzes() {
  const mayAdd = useIsAllowed(addQuestion.who)
  return <Empty title={quizText.noTrivias} help={mayAdd && text.addFirstQuestion} />
}

function QuizRows({ videos, category }: { videos: readonly AdminVideo[]; category: AgeCategory }) {
  return (
    <ul className="games">
      {videos.map((video) => (
        <li key={video._id}>
          <div className="vrow">
            <VideoRow posterUrl={video.posterUrl} title={video.title} detail={describeQuestions(video, category)} />
          </div>
          {isTooFast(video.questionCounts[category]) && (
            <Chip kind="warn" icon="warning">
              {text.secondsEach(secondsPerQuestion(video.questionCounts[category]))}
            </Chip>
          )}
          <QuizLinks video={video} category={category} />
        </li>
      ))}
    </ul>
  )
}

function QuizLinks({ video: { _id, title, questionCounts }, category }: { video: AdminVideo; category: AgeCategory }) {
  const { trivia, triviaFormFor, triviaPage } = adminPaths
  const mayAdd = useIsAllowed(addQuestion.who)
  const links =
    questionCounts[category] > 0
      ? [
          { label: text.showTrivia, to: trivia(_id, category) },
          { label: text.takeQuiz, to: triviaPage(_id, category) },
        ]
      : mayAdd
        ? [{ label: text.addTrivia, to: triviaFormFor(_id, category) }]
        : []
  return (
    <div className="row">
      {links.map(({ label, to }) => (
        <Link
          key={label}
          className={buttonClass({ kind: 'line', size: 'sm' })}
          to={to}
          aria-label={text.linkTo(label, title)}
        >
          {label}
        </Link>
      ))}
    </div>
  )
}
