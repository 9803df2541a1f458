import { titled } from '../shell/meta.ts'
import { Note } from '../ui/note.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { StudentAttempts } from './student-attempts.tsx'
import { TopTen } from './top-ten.tsx'

export const meta = () => titled('User Management')

const TOP = 10

/** What is known of the students without reading anybody's profile: the boards, which are public, and their quizzes. */
export default function AdminUsers() {
  return (
    <>
      <PageHead title="User Management" lead="Students by their place and points, as everyone sees them." />
      <TopTen title="Top 10 On The Leaderboard" places={TOP} />
      <StudentAttempts />
      <Note icon="lock-simple">
        Usernames, points and quizzes are all that stands here. Email, phone number and address of a student are not
        shown to admins on this page.
      </Note>
    </>
  )
}
