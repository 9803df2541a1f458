import type { Question } from '@baobab/contract/quiz-admin.ts'
import { useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { DeleteQuestionDialog } from './delete-question-dialog.tsx'
import { QuestionCard } from './question-card.tsx'
import type { QuizKey } from './use-questions.ts'
import { useQuestionOrder } from './use-question-order.ts'

type Props = { quiz: QuizKey; questions: readonly Question[] }

/** The questions of a game with all that can be done to each. */
export function QuestionCards({ quiz, questions }: Props) {
  const { move } = useQuestionOrder(questions.map(({ _id }) => _id))
  const [doomed, setDoomed] = useState<Question>()

  function onKeyDown(event: KeyboardEvent, id: string) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    void move(id, event.key === 'ArrowUp' ? 'up' : 'down')
  }

  return (
    <>
      <p className="muted small">
        The order here is the one of lists; each student gets an order of their own.
        <span className="keyshint"> With the focus in a question, Alt and an arrow key move it.</span>
      </p>
      <ol className="questions">
        {questions.map((question, at) => (
          // The keys work from the buttons inside, which all take the focus.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li key={question._id} className="card" onKeyDown={(event) => onKeyDown(event, question._id)}>
            <QuestionCard question={question} number={at + 1}>
              <div className="questions__f">
                <Actions quiz={quiz} question={question} number={at + 1} onDelete={() => setDoomed(question)} />
                <MoveButtons
                  item={{ _id: question._id, title: `question ${at + 1}` }}
                  position={at + 1}
                  count={questions.length}
                  onMove={(to) => void move(question._id, to)}
                />
              </div>
            </QuestionCard>
          </li>
        ))}
      </ol>
      <DeleteQuestionDialog question={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}

type ActionProps = { quiz: QuizKey; question: Question; number: number; onDelete: () => void }

function Actions({ quiz: { videoId, ageCategory }, question: { _id }, number, onDelete }: ActionProps) {
  const of = <span className="sr"> question {number}</span>
  return (
    <div className="row">
      <Link
        className={buttonClass({ kind: 'line', size: 'sm' })}
        to={paths.admin.triviaEdit(videoId, ageCategory, _id)}
      >
        Edit{of}
      </Link>
      <Link
        className={buttonClass({ kind: 'line', size: 'sm' })}
        to={paths.admin.triviaPreview(videoId, ageCategory, _id)}
      >
        Preview{of}
      </Link>
      <Button kind="quiet" size="sm" onClick={onDelete}>
        Delete{of}
      </Button>
    </div>
  )
}
