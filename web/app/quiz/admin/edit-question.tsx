import { commonText } from '@baobab/contract/common-text.ts'
import type { Question } from '@baobab/contract/quiz-admin.ts'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { BackLink } from '../../shell/back-link.tsx'
import { QuestionFields } from './question-form.tsx'
import { useEditedQuestion } from './use-question-form.ts'
import { WithQuestions } from './with-questions.tsx'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'
import type { QuizKey } from './use-questions.ts'

/** One question, to be changed. */
export function EditQuestion({ quiz, triviaId }: { quiz: QuizKey; triviaId: string }) {
  const back = paths.admin.trivia(quiz.videoId, quiz.ageCategory)
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={back} label="Questions" />
        <PageHead title="Edit Trivia" />
      </div>
      <WithQuestions quiz={quiz}>
        {(questions) => {
          const known = questions.find(({ _id }) => _id === triviaId)
          if (known) return <Editing known={known} back={back} />
          return (
            <Empty title={commonText.notFound} help="The question may have been deleted.">
              <Link className={buttonClass()} to={back}>
                See the questions
              </Link>
            </Empty>
          )
        }}
      </WithQuestions>
    </>
  )
}

function Editing({ known, back }: { known: Question; back: string }) {
  const navigate = useNavigate()
  const entry = useEditedQuestion(known, () => void navigate(back))
  return (
    <div className="stack editing">
      <p className="muted">
        {known.videoTitle}, for {known.ageCategory}
      </p>
      <Note>Students who have begun this quiz keep the question as it was. Points stay as they are.</Note>
      <QuestionFields entry={entry} label="Edit Trivia" submitLabel="Save Changes" />
      <UnsavedChangesDialog isHalfFilled={entry.isHalfFilled} />
    </div>
  )
}
