import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { FormFailureNote } from './form-failure.tsx'
import { useApiForm } from './use-api-form.ts'

const Schema = z.object({ school: z.string().check(z.minLength(1, 'Enter your school')) })

type Props = {
  loadSchema: () => Promise<typeof Schema>
  send: (values: { school: string }) => Promise<unknown>
  needsReply?: boolean
}

function Form({ loadSchema, send, needsReply = false }: Props) {
  const { field, submit, failure, isSending } = useApiForm({
    schema: loadSchema,
    defaultValues: { school: '' },
    send,
    failureMessage: 'Failed to save.',
    needsReply,
  })
  const { error, ...input } = field('school')
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <input aria-label="School" {...input} />
      <p>{error}</p>
      <FormFailureNote failure={failure} />
      <button type="submit">{isSending ? 'Sending' : 'Send'}</button>
    </form>
  )
}

beforeEach(() => {
  // The server does not reply, so the page is not reloaded.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
const NOT_CHECKED = 'Failed to save. We could not check the form. Check your network, then press the button again.'

it('a form loads its schema once a field has the focus, and validates with it', async () => {
  const loadSchema = vi.fn<Props['loadSchema']>(async () => Schema)
  const send = vi.fn<Props['send']>(async () => undefined)
  render(<Form loadSchema={loadSchema} send={send} />)
  expect(loadSchema).not.toHaveBeenCalled()
  await userEvent.click(screen.getByLabelText('School'))
  expect(loadSchema).toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button'))
  await screen.findByText('Enter your school')
  expect(send).not.toHaveBeenCalled()
  await userEvent.type(screen.getByLabelText('School'), 'Unity College')
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ school: 'Unity College' }))
})

it('a form whose schema does not load says so, sends nothing, and keeps what was typed', async () => {
  let isOnline = false
  const loadSchema = () => (isOnline ? Promise.resolve(Schema) : Promise.reject(new TypeError('Failed to fetch')))
  const send = vi.fn<Props['send']>(async () => undefined)
  render(<Form loadSchema={loadSchema} send={send} />)
  await userEvent.type(screen.getByLabelText('School'), 'Unity College')
  await userEvent.click(screen.getByRole('button'))
  await screen.findByText(NOT_CHECKED)
  expect(send).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Send' })).toBeDefined()
  isOnline = true
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ school: 'Unity College' }))
  expect(screen.queryByText(NOT_CHECKED)).toBeNull()
})

// "Student login failure | 'Login failed! Please check your credentials.'" would be false without a connection.
it.each([
  [false, `Failed to save. ${commonText.offline}`],
  [true, commonText.offline],
])('without a connection, a form whose sentence needs a reply (%s) says “%s”', async (needsReply, sentence) => {
  const send = () => Promise.reject(new ApiError({ status: 0, code: 'offline', message: '' }))
  render(<Form loadSchema={() => Promise.resolve(Schema)} send={send} needsReply={needsReply} />)
  await userEvent.type(screen.getByLabelText('School'), 'Unity College')
  await userEvent.click(screen.getByRole('button'))
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
})
