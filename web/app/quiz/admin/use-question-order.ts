import { listQuestions } from '@baobab/contract/quiz.ts'
import { quizAdminText } from '@baobab/contract/quiz-admin-text.ts'
import { listQuestionsWithAnswers, orderQuestions } from '@baobab/contract/quiz-admin.ts'
import { useApiMutation } from '../../api/query.ts'
import { errorMessage } from '../../api/error-message.ts'
import { toast } from '../../ui/toast.tsx'
import { findMoveTarget, moveButtonId, type MoveDirection } from '../../ui/list-order.ts'

/** A way to change the order of a game's questions, which stand as `ids` now. */
export function useQuestionOrder(ids: readonly string[]) {
  const send = useApiMutation(orderQuestions, { changes: [listQuestionsWithAnswers, listQuestions] })

  async function move(id: string, to: MoveDirection) {
    const place = findMoveTarget(ids, id, to)
    if (!place || send.isPending) return
    try {
      const { message } = await send.mutateAsync({ body: { id, ...place } })
      toast(message)
    } catch (error) {
      toast(errorMessage(error, quizAdminText.triviaOrderFailed), { kind: 'bad' })
    }
    // The card has moved in the page, and a browser may take the focus from what moves.
    document.getElementById(moveButtonId(id, to))?.focus()
  }

  return { move }
}
