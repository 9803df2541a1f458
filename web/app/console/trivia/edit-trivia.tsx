import { commonText } from '@baobab/contract/common-text.ts'
import type { KnownQuestion } from '@baobab/contract/trivia.ts'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { BackLink } from '../back-link.tsx'
import { QuestionEntry } from '../question-form.tsx'
import { useEditedQuestion } from '../use-question-form.ts'
import { GameQuestions } from './game-questions.tsx'
import { LeaveFormDialog } from './leave-form-dialog.tsx'
import type { Game } from './use-game.ts'

/** One question, to be changed. */
export function EditTrivia({ game, triviaId }: { game: Game; triviaId: string }) {
  const back = paths.admin.trivia(game.videoId, game.ageCategory)
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={back} label="Questions" />
        <PageHead title="Edit Trivia" />
      </div>
      <GameQuestions game={game}>
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
      </GameQuestions>
    </>
  )
}

function Editing({ known, back }: { known: KnownQuestion; back: string }) {
  const navigate = useNavigate()
  const entry = useEditedQuestion(known, () => void navigate(back))
  return (
    <div className="stack editing">
      <p className="muted">
        {known.videoTitle}, for {known.ageCategory}
      </p>
      <Note>Students who have begun this quiz keep the question as it was. Points stay as they are.</Note>
      <QuestionEntry entry={entry} label="Edit Trivia" submitLabel="Save Changes" />
      <LeaveFormDialog isHalfFilled={entry.isHalfFilled} />
    </div>
  )
}
