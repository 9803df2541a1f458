import { readPasswordReset } from '@baobab/contract/accounts/endpoints.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, queryClient } from '../api/query.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { formatDate } from '../ui/dates.ts'
import { InlineFailure } from '../ui/inline-failure.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import { resetGuardianText as text } from './text.ts'

export type GuardianChoiceProps = {
  link: { token: string; email: string }
  isRemoved: boolean
  onChange: (isRemoved: boolean) => void
}

/**
 * Names the guardian of the account whose password is reset, and offers to remove them: a stranger may have registered and named a
 * stranger, whose link could close the account. Shows nothing if there is none.
 */
export function ResetGuardianChoice({ link, isRemoved, onChange }: GuardianChoiceProps) {
  const request = useQuery({ ...apiQuery(readPasswordReset, { body: link }), refetchOnWindowFocus: false }, queryClient)
  if (request.isPending) return <RowsSkeleton rows={1} />
  if (request.isError) {
    // The form says so itself once it is sent.
    if (request.error instanceof ApiError && request.error.status === 400) return null
    return (
      <InlineFailure
        message={`${text.failed} ${errorMessage(request.error)}`}
        isRetrying={request.isFetching}
        onRetry={() => void request.refetch()}
      />
    )
  }
  const { guardians } = request.data
  if (guardians.length === 0) return null
  return (
    <Note kind="warn">
      {guardians.map(({ email, agreedAt }) => (
        <p key={email}>
          {richText(agreedAt === null ? text.asked : text.agreed(formatDate(new Date(agreedAt))), {
            guardian: <b>{email}</b>,
          })}
        </p>
      ))}
      <Checkbox
        label={text.remove(guardians.length)}
        checked={isRemoved}
        onChange={(event) => onChange(event.target.checked)}
      />
      {isRemoved && <p className="small">{text.effect}</p>}
    </Note>
  )
}
