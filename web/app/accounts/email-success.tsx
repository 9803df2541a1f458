import { accountsText } from '@baobab/contract/accounts-text.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import type { AuthHandle } from '../shell/auth-handle.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Scene } from '../ui/scene.tsx'
import { text } from './text.ts'

export const meta = () => pageMeta(text.emailSuccess.metaTitle)

export const handle = { greeting: text.emailSuccess.greeting } satisfies AuthHandle

export default function EmailSuccess() {
  return (
    <div>
      <Scene name="trophy" />
      <h1>{accountsText.emailVerifiedTitle}</h1>
      <p className="muted">{text.emailSuccess.help}</p>
      <Link className={buttonClass({ kind: 'accent', block: true })} to={paths.home}>
        {text.emailSuccess.backToLogin}
      </Link>
    </div>
  )
}
