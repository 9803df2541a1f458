import { accountsText } from '@baobab/contract/accounts-text.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import type { AuthHandle } from '../shell/auth-handle.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Scene } from '../ui/scene.tsx'

export const meta = () => pageMeta('Email verified')

export const handle = {
  greeting: { title: 'You are in.', text: 'The first story is waiting.' },
} satisfies AuthHandle

export default function EmailSuccess() {
  return (
    <div>
      <Scene name="trophy" />
      <h1>{accountsText.emailVerifiedTitle}</h1>
      <p className="muted">This email is yours. Log in to watch your first story.</p>
      <Link className={buttonClass({ kind: 'accent', block: true })} to={paths.home}>
        Back To Login
      </Link>
    </div>
  )
}
