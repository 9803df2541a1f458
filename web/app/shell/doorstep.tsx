import { commonText } from '@baobab/contract/common-text.ts'

/** In place of a page that needs a login, for the moment until the login is there. */
export function Doorstep() {
  return (
    <main className="starting" id="main" tabIndex={-1} aria-busy="true">
      <p className="muted">{commonText.unauthorisedRedirecting}</p>
    </main>
  )
}
