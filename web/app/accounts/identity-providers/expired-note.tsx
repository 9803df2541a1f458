import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { text } from './text.ts'

/** Shown if the half hour of a sign-in is over, or the page was opened without one. */
export function ExpiredNote() {
  return (
    <>
      <Note kind="warn" role="status">
        {text.complete.expired}
      </Note>
      <Link className={buttonClass({ block: true })} to={paths.student.login}>
        {text.complete.signInAgain}
      </Link>
    </>
  )
}
