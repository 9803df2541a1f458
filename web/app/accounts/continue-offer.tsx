import { accountsText } from '@baobab/contract/accounts/text.ts'
import { useEffect, useState } from 'react'
import type { TabLogins } from '../shell/tab-logins.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast.tsx'
import { sharedText } from './text.ts'

type Props = { logins: TabLogins; onContinue: () => void }

const text = sharedText.continueOffer

/** Offers to continue as somebody who is logged in on another tab of this browser. */
export function ContinueOffer({ logins, onContinue }: Props) {
  const [names, setNames] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isOpen = true
    void logins.find().then((found) => isOpen && setNames(found))
    return () => {
      isOpen = false
    }
  }, [logins])

  async function continueAs(username: string) {
    setBusy(true)
    if (await logins.take(username)) {
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
    <Note role="status">
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
