import { quizAdminText } from '@baobab/contract/quiz-admin-text.ts'
import { deleteQuestion, type Question } from '@baobab/contract/quiz-admin.ts'
import { flushSync } from 'react-dom'
import { useApiMutation } from '../../api/query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { errorMessage } from '../../api/error-message.ts'
import { toast } from '../../ui/toast.tsx'
import { questionChanges } from './use-questions.ts'

type Props = { question: Question | undefined; onClose: () => void }

export function DeleteQuestionDialog({ question, onClose }: Props) {
  const send = useApiMutation(deleteQuestion, { changes: questionChanges })

  function close() {
    send.reset()
    onClose()
  }

  async function confirm() {
    if (!question) return
    const reply = await send.mutateAsync({ params: { triviaId: question._id } }).catch(() => undefined)
    if (!reply) return
    toast(reply.message)
    // A dialog gives the focus back to what opened it, and that is gone with the question.
    flushSync(close)
    document.getElementById('main')?.focus()
  }

  return (
    <Dialog
      isOpen={question !== undefined}
      title={quizAdminText.triviaDeleteQuestion}
      confirmLabel="Delete"
      busyLabel={send.isPending && 'Deleting...'}
      isDangerous
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <div className="stack stack-3">
        {question && (
          <p>
            “{question.question}” goes from the quiz. Who has begun it keeps the question, and points that students have
            earned stay.
          </p>
        )}
        {send.error && (
          <Note kind="bad" role="alert">
            {errorMessage(send.error, quizAdminText.triviaDeleteFailed)}
          </Note>
        )}
      </div>
    </Dialog>
  )
}
