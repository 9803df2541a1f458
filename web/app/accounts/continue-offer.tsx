import { accountsText } from '@baobab/contract/accounts/text.ts'
import { useState } from 'react'
import type { TakeLogin } from '../shell/take-tab-login.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast.tsx'
import { logInNotesText } from './log-in-notes-text.ts'

export type OfferProps = { found: readonly string[]; takeLogin: TakeLogin; onContinue: () => void }

const text = logInNotesText.continueOffer

/** Offers to continue as someone who is logged in on another tab of this browser. */
export function ContinueOffer({ found, takeLogin, onContinue }: OfferProps) {
  const [names, setNames] = useState(found)
  const [isBusy, setBusy] = useState(false)

  async function continueAs(username: string) {
    setBusy(true)
    if (await takeLogin(username)) {
      toast(accountsText.loggedIn)
      onContinue()
      return
    }
    toast(text.hasEnded, { kind: 'warn' })
    setBusy(false)
    setNames(names.filter((name) => name !== username))
  }

  const [only = ''] = names
  if (names.length === 0) return null
  return (
    <Note>
      <div className="stack stack-3">
        <p>
          <b>{names.length === 1 ? text.continueAsOne(only) : text.whichAccount}</b> {text.reason}
        </p>
        <div className="row">
          {names.map((name) => (
            <Button key={name} size="sm" disabled={isBusy} onClick={() => void continueAs(name)}>
              {text.continueAs(name)}
            </Button>
          ))}
          <Button kind="line" size="sm" disabled={isBusy} onClick={() => setNames([])}>
            {text.useAnother}
          </Button>
        </div>
      </div>
    </Note>
  )
}
