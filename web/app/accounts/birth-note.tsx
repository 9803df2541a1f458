import { ageAt, ageCategoryAt, isRealDate, lagosDate } from '@baobab/contract/age.ts'
import { Note } from '../ui/note.tsx'

/** What a date of birth means, said before the form is sent. */
export function BirthNote({ birth, now }: { birth: string; now: Date }) {
  if (!isRealDate(birth) || birth > lagosDate(now)) return null
  const category = ageCategoryAt(birth, now)
  if (!category) {
    return (
      <Note kind="warn">Quizzes and the leaderboard are for ages 5 to 20. You can still watch every free story.</Note>
    )
  }
  return (
    <Note icon="ranking">
      You are {ageAt(birth, now)}, so you will play in the <b>{category}</b> category.
    </Note>
  )
}
