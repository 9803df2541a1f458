import { listImports, undoImport, type QuestionImport } from '@baobab/contract/question-import.ts'
import { listQuestionsWithAnswers } from '@baobab/contract/quiz-admin.ts'
import { listAdminVideos } from '@baobab/contract/videos-admin.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { flushSync } from 'react-dom'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'

/** Asks before an import is taken back, and says what stays. */
export function UndoImportDialog({ asked, onClose }: { asked: QuestionImport | undefined; onClose: () => void }) {
  const send = useApiMutation(undoImport, {
    changes: [listImports, listQuestionsWithAnswers, listAdminVideos, listVideos],
  })

  function close() {
    send.reset()
    onClose()
  }

  async function undo() {
    if (!asked) return
    const reply = await send.mutateAsync({ params: { importId: asked._id } }).catch(() => undefined)
    if (!reply) return
    toast(reply.message)
    flushSync(close)
    // The button that asked is gone with its row's questions.
    document.getElementById('imports')?.focus()
  }

  return (
    <Dialog
      isOpen={asked !== undefined}
      title={`Undo the import of “${asked?.fileName ?? ''}”?`}
      confirmLabel="Take them out"
      busyLabel={send.isPending && 'Taking them out...'}
      isDangerous
      onConfirm={() => void undo()}
      onCancel={close}
    >
      <p>
        {formatCount(asked?.left ?? 0, 'question leaves', 'questions leave')} the quizzes, also those that were edited
        since. Quizzes that students have begun or finished keep their questions and points.
      </p>
      {send.error && (
        <Note kind="bad" role="alert">
          {errorMessage(send.error)}
        </Note>
      )}
    </Dialog>
  )
}
