import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { text } from './text.ts'
import { useReadingMode } from './use-reading-mode.ts'

/** Turns reading aloud on and off. Offered on every phone, because the time in quizzes is the account's. */
export function ReadingCard() {
  const { isInAccount, isSaving, changeAccount } = useReadingMode()
  // If the profile cannot be loaded, the form next to it says so.
  if (isInAccount === undefined) return null
  return (
    <Card className="stack stack-3" aria-labelledby="read-to-me">
      <h2 className="card__h" id="read-to-me">
        {text.settingTitle}
      </h2>
      <Checkbox
        label={text.settingLabel}
        checked={isInAccount}
        disabled={isSaving}
        onChange={(event) => changeAccount(event.target.checked)}
      />
      <p className="small muted">{text.settingHelp}</p>
    </Card>
  )
}
