import { accountsText } from '@baobab/contract/accounts-text.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Note } from '../ui/note.tsx'

/** Password and email are right, but a parent or guardian has not agreed yet. */
export function ConsentNote() {
  return (
    <Note kind="warn" role="alert">
      <p>
        <b>{accountsText.consentNeeded}</b>
      </p>
      <p>
        Your account is kept until then. No mail, or a wrong address? <Link to={paths.contact}>Write to us</Link>.
      </p>
    </Note>
  )
}
