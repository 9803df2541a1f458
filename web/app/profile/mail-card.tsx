import { changeMailSetting, readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { text } from './text.ts'

const changes = [readStudentProfile]

/** Turns emails that are not essential on and off. The form beside it says if the profile cannot be loaded. */
export function MailCard() {
  const username = useStudentSession()?.username ?? ''
  const profile = useQuery(apiQuery(readStudentProfile, { params: { username } }))
  const change = useApiMutation(changeMailSetting, { changes })
  const [chosen, setChosen] = useState<boolean>()
  const isShown = chosen ?? profile.data?.data.getsOptionalMails
  if (isShown === undefined) return null

  function choose(getsOptionalMails: boolean) {
    setChosen(getsOptionalMails)
    change.mutate({ body: { getsOptionalMails } }, { onSettled: () => setChosen(undefined) })
  }

  return (
    <Card className="stack stack-3" aria-labelledby="mails">
      <h2 className="card__h" id="mails">
        {text.mails.title}
      </h2>
      <Checkbox
        label={text.mails.label}
        checked={isShown}
        disabled={change.isPending}
        error={change.error ? errorMessage(change.error) : undefined}
        onChange={(event) => choose(event.target.checked)}
      />
      <p className="small muted">{text.mails.help}</p>
    </Card>
  )
}
