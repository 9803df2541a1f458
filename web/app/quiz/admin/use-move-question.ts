import { listQuestionsWithAnswers, orderQuestions } from '@baobab/contract/quiz/admin.ts'
import { listQuestions } from '@baobab/contract/quiz/endpoints.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { findMoveTarget, moveButtonId, type MoveDirection } from '../../ui/move-buttons.tsx'
import { toast } from '../../ui/toast.tsx'

/** Returns a function that moves a question within the current order `ids`. */
export function useMoveQuestion(ids: readonly string[]) {
  const order = useApiMutation(orderQuestions, { changes: [listQuestionsWithAnswers, listQuestions] })
  return async (id: string, direction: MoveDirection) => {
    const target = findMoveTarget(ids, id, direction)
    if (!target || order.isPending) return
    try {
      toast((await order.mutateAsync({ body: { id, ...target } })).message)
    } catch (error) {
      toast(errorMessage(error, quizAdminText.triviaOrderFailed), { kind: 'bad' })
    }
    // Some browsers drop the focus when an element moves in the page.
    document.getElementById(moveButtonId(id, direction))?.focus()
  }
}
