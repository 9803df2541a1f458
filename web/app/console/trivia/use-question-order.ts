import { listQuestions } from '@baobab/contract/quiz.ts'
import { quizAdminText } from '@baobab/contract/quiz-admin-text.ts'
import { listKnownQuestions, orderQuestions } from '@baobab/contract/trivia.ts'
import { useSend } from '../../api/q.ts'
import { toast } from '../../ui/toast.tsx'
import { wordsOf } from '../refusal.ts'
import { moveButtonId } from '../use-video-order.ts'
import { placeFor, type Move } from '../video-order.ts'

/** A way to change the order of a game's questions, which stand as `ids` now. */
export function useQuestionOrder(ids: readonly string[]) {
  const send = useSend(orderQuestions, { changes: [listKnownQuestions, listQuestions] })

  async function move(id: string, to: Move) {
    const place = placeFor(ids, id, to)
    if (!place || send.isPending) return
    try {
      const { message } = await send.mutateAsync({ body: { id, ...place } })
      toast(message)
    } catch (error) {
      toast(wordsOf(error, quizAdminText.triviaOrderFailed), { kind: 'bad' })
    }
    // The card has moved in the page, and a browser may take the focus from what moves.
    document.getElementById(moveButtonId(id, to))?.focus()
  }

  return { move }
}
