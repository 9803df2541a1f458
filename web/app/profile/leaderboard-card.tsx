import { changeMovementSetting, neighbours, readMovementSetting } from '@baobab/contract/leaderboard/endpoints.ts'
import { readMovement } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { InlineFailure } from '../ui/inline-failure.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { text } from './text.ts'

const changes = [readMovementSetting, neighbours, readMovement]

/** Lets a student hide neighbours and movement on the leaderboard. */
export function LeaderboardCard() {
  const setting = useQuery(apiQuery(readMovementSetting, {}))
  const change = useApiMutation(changeMovementSetting, { changes })
  const [chosen, setChosen] = useState<boolean>()
  const isShown = chosen ?? (setting.data && !setting.data.hidesMovement)

  function choose(isChosen: boolean) {
    setChosen(isChosen)
    change.mutate({ body: { hidesMovement: !isChosen } }, { onSettled: () => setChosen(undefined) })
  }

  return (
    <Card className="stack stack-3" aria-labelledby="leaderboard">
      <h2 className="card__h" id="leaderboard">
        {text.leaderboard.title}
      </h2>
      {setting.isPending && <Loading text={text.leaderboard.loading} />}
      {setting.isError && !setting.data && (
        <InlineFailure
          message={errorMessage(setting.error)}
          isRetrying={setting.isFetching}
          onRetry={() => void setting.refetch()}
        />
      )}
      {isShown !== undefined && (
        <Checkbox
          label={text.leaderboard.showMovement}
          checked={isShown}
          disabled={change.isPending}
          error={change.error ? errorMessage(change.error) : undefined}
          onChange={(event) => choose(event.target.checked)}
        />
      )}
      <p className="small muted">{text.leaderboard.help}</p>
    </Card>
  )
}
