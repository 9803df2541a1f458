import { accountsText } from '@baobab/contract/accounts-text.ts'
import { Link } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'

/** In place of the form where a reset link was used, is old, or never was one. */
export function InvalidLink({ to }: { to: string }) {
  return (
    <>
      <Note kind="bad" role="alert">
        <p>
          <b>{accountsText.tokenInvalid}</b>
        </p>
        <p>A link works once, for 30 minutes.</p>
      </Note>
      <Link className={buttonClass({ block: true })} to={to}>
        Ask for a new link
      </Link>
    </>
  )
}
