import { deleteQuestion, type Question } from '@baobab/contract/quiz/admin.ts'
import { readReportGroup } from '@baobab/contract/quiz/corrections.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { flushSync } from 'react-dom'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'
import { questionChanges } from './with-questions.tsx'

type Props = {
  question: Pick<Question, '_id' | 'question'> | undefined
  /** How many questions the quiz will ask after the deletion, if that is fewer than now; otherwise 0. */
  askedAfter: number
  onClose: () => void
}

/** Asks before a question is deleted. */
export function DeleteQuestionDialog({ question, askedAfter, onClose }: Props) {
  const mutation = useApiMutation(deleteQuestion, { changes: [...questionChanges, readReportGroup] })

  function close() {
    mutation.reset()
    onClose()
  }

  async function confirm() {
    if (!question) return
    const reply = await mutation.mutateAsync({ params: { triviaId: question._id } }).catch(() => undefined)
    if (!reply) return
    toast(reply.message)
    // A closing dialog returns the focus to the button that opened it, but that button was deleted with the question.
    flushSync(close)
    document.getElementById('main')?.focus()
  }

  return (
    <Dialog
      isOpen={question !== undefined}
      title={quizAdminText.triviaDeleteQuestion}
      confirmLabel={text.delete}
      busyLabel={mutation.isPending && text.deleting}
      isDangerous
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <div className="stack stack-3">
        {question && <p>{text.deleteEffect(question.question)}</p>}
        {askedAfter > 0 && <p>{text.deleteLowers(formatCount(askedAfter, 'question'))}</p>}
        {mutation.error && (
          <Note kind="bad" role="alert">
            {errorMessage(mutation.error, quizAdminText.triviaDeleteFailed)}
          </Note>
        )}
      </div>
    </Dialog>
  )
}
