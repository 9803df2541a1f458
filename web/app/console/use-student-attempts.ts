// The attempts of the student whom an admin names. Each reading is written down by the server, so nothing is read that
// nobody asked for.
import { ApiError } from '@baobab/contract/api-error.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { requiredText } from '@baobab/contract/fields.ts'
import { listStudentAttempts } from '@baobab/contract/quiz.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { sentenceOf } from '../api/errors.ts'
import { q, queryClient } from '../api/q.ts'

export type StudentAttempt = ReplyOf<typeof listStudentAttempts>['attempts'][number]

const Form = z.object({ username: requiredText({ name: 'Username', max: 200 }) })
const attemptsOf = (username: string) => q(listStudentAttempts, { query: { username } })

export function useStudentAttempts() {
  const form = useForm({ defaultValues: { username: '' }, resolver: zodResolver(Form) })
  const [username, setUsername] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const found = useQuery({
    ...attemptsOf(username ?? ''),
    ...(username === undefined && { queryFn: skipToken }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

  const submit = form.handleSubmit(async (typed) => {
    setFailure(undefined)
    try {
      await queryClient.fetchQuery({ ...attemptsOf(typed.username), staleTime: 0 })
      setUsername(typed.username)
    } catch (error) {
      setUsername(undefined)
      const message = sentenceOf(error)
      if (error instanceof ApiError && error.status < 500 && error.status > 0)
        form.setError('username', { message }, { shouldFocus: true })
      else setFailure(message)
    }
  })

  return { form, submit, username, attempts: found.data?.attempts, failure, isBusy: form.formState.isSubmitting }
}
