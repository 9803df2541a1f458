// App pages that people share. The server adds their tags to the app's HTML, because chats do not run scripts.
import { isCertificatePage } from '@baobab/contract/kernel/pages.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { text as accountsText } from '../app/accounts/text.ts'
import { text as awardsText } from '../app/awards/text.ts'
import { paths } from '../app/paths.ts'
import { text as scholarshipText } from '../app/scholarship/text.ts'
import { pageMeta } from '../app/shell/page-meta.ts'
import type { SharedLink } from './shared-link.tsx'

/** Describes the link to an app page; undefined for pages that nobody shares. Names no person, whatever the page shows. */
export function describeAppLink(address: string): SharedLink | undefined {
  if (isCertificatePage(address)) {
    return { address, meta: pageMeta(awardsText.certificate, awardsText.certificateMeta), picture: 'certificate' }
  }
  const [, month] = /^\/scholarship\/(\d{4}-\d{2})(\/verify)?$/.exec(address) ?? []
  if (month !== undefined) {
    const meta = pageMeta(scholarshipText.drawTitle(monthName(month)), scholarshipText.meta)
    return { address, meta, picture: 'scholarship' }
  }
  const account = accountLinks.get(address)
  return account && { address, meta: account, picture: 'home' }
}

const { register, logIn } = accountsText
const accountLinks = new Map([
  [paths.student.register as string, pageMeta(register.title, register.metaDescription)],
  [paths.student.login, pageMeta(logIn.metaTitle, logIn.metaDescription)],
])
