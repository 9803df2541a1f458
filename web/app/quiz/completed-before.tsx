import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { text } from './text.ts'

/** Shown instead of a quiz that an erased account with the same email had started. It can be practised. */
export function CompletedBefore({ videoTitle, ageCategory }: { videoTitle: string; ageCategory: AgeCategory }) {
  return (
    <Empty heading="h1" title={quizText.quizCompleted} help={text.completedBefore}>
      <Link className={buttonClass()} to={paths.student.practice(videoTitle, ageCategory)}>
        {text.practise}
      </Link>
      <Link className={buttonClass({ kind: 'line' })} to={paths.student.trivia}>
        {text.seeOtherQuizzes}
      </Link>
    </Empty>
  )
}
