import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { addQuestion, editQuestion, type Question } from '@baobab/contract/quiz/admin.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../../admin-paths.ts'
import { errorMessage } from '../../../api/error-message.ts'
import { useApiMutation } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { questionChanges } from '../with-questions.tsx'
import { QuestionRow } from './question-row.tsx'
import { checkQuestion, isSameValues, toValues, type QuestionValues } from './question-values.ts'
import { text } from './text.ts'

type Props = {
  videoId: string
  question: Question
  number: number
  /** Called with whether the question has changes that are not saved. */
  onUnsaved: (isUnsaved: boolean) => void
  onDuplicate: (values: QuestionValues) => void
  onDelete: () => void
  onNext: () => void
  /** The buttons that move the question. */
  children: ReactNode
}

/** A question that is stored. A change is saved when the focus leaves it. */
export function SavedQuestion({ videoId, question, number, children, ...props }: Props) {
  const { onUnsaved, onDuplicate, onDelete, onNext } = props
  const { values, state, problem, change, save } = useSavedQuestion(question, onUnsaved)
  const { ageCategory, _id, pictures } = question
  const [other] = ageCategories.filter((one) => one !== ageCategory)
  const copy = useApiMutation(addQuestion, { changes: questionChanges })
  const ofQuestion = <span className="sr">{text.ofQuestion(number)}</span>
  const formLink = <Link to={adminPaths.triviaEdit(videoId, ageCategory, _id)}>{text.openForm}</Link>

  async function copyToOther() {
    const checked = checkQuestion(values, { videoTitle: question.videoTitle, ageCategory: other ?? ageCategory })
    if ('problem' in checked) return toast(checked.problem, { kind: 'bad' })
    try {
      await copy.mutateAsync({ body: checked.body })
      toast(text.copied(checked.body.ageCategory))
    } catch (error) {
      toast(errorMessage(error, quizAdminText.triviaAddFailed), { kind: 'bad' })
    }
  }

  return (
    <QuestionRow
      number={number}
      label={`${text.question} ${number}`}
      values={values}
      state={state}
      problem={problem}
      optionsNote={
        pictures && (
          <p className="small muted">
            {text.withPictures} {formLink}
          </p>
        )
      }
      onChange={change}
      onLeave={() => void save()}
      onNext={onNext}
    >
      <Button kind="quiet" size="sm" onClick={() => onDuplicate(values)}>
        {text.duplicate}
        {ofQuestion}
      </Button>
      {other && (
        <Button kind="quiet" size="sm" busyLabel={copy.isPending && text.saving} onClick={() => void copyToOther()}>
          {text.copyTo(other)}
          {ofQuestion}
        </Button>
      )}
      <Button kind="quiet" size="sm" onClick={onDelete}>
        {text.delete}
        {ofQuestion}
      </Button>
      {children}
    </QuestionRow>
  )
}

/** The values of a stored question while it is edited. Without unsaved changes, they follow what other admins store. */
function useSavedQuestion(question: Question, onUnsaved: (isUnsaved: boolean) => void) {
  const stored = toValues(question)
  const [base, setBase] = useState(stored)
  const [values, setValues] = useState(stored)
  const [problem, setProblem] = useState<string>()
  const edit = useApiMutation(editQuestion, { changes: questionChanges, scope: question._id })
  const isChanged = !isSameValues(values, base)
  if (!isSameValues(stored, base) && !edit.isPending) {
    setBase(stored)
    if (!isChanged) setValues(stored)
  }

  function change(next: QuestionValues) {
    setValues(next)
    setProblem(undefined)
    onUnsaved(!isSameValues(next, base))
  }

  async function save() {
    if (!isChanged) return
    const checked = checkQuestion(values, question)
    if ('problem' in checked) return setProblem(checked.problem)
    const { videoTitle: _, ageCategory: __, ...body } = checked.body
    try {
      const { trivia } = await edit.mutateAsync({ params: { triviaId: question._id }, body })
      const saved = toValues(trivia)
      setBase(saved)
      // Keeps what was typed since the request.
      setValues((present) => (isSameValues(present, values) ? saved : present))
      onUnsaved(false)
    } catch (error) {
      setProblem(errorMessage(error, quizAdminText.triviaUpdateFailed))
    }
  }

  const state = edit.isPending ? 'saving' : isChanged ? 'typing' : 'saved'
  return { values, state, problem, change, save } as const
}
