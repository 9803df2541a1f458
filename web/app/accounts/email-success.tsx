import { accountsText } from '@baobab/contract/accounts/text.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
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
      <PageLink className={buttonClass({ block: true })} to={paths.home}>
        {text.emailSuccess.backToLogin}
      </PageLink>
    </div>
  )
}
