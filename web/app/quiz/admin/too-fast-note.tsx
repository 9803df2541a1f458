import { isTooFast } from '@baobab/contract/quiz/rules.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { Note } from '../../ui/note.tsx'

/** Warns of a quiz that asks each student more questions than there is time for. */
export function TooFastNote({ asked }: { asked: number }) {
  if (!isTooFast(asked)) return null
  return (
    <Note kind="warn" role="status">
      {quizAdminText.tooFast(asked)}
    </Note>
  )
}
