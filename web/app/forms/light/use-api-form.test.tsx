import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { TextField } from '../../ui/fields.tsx'
import { FormFailureNote } from '../form-failure.tsx'
import { storeUnsentForms } from '../unsent-forms.ts'
import { useApiForm } from './use-api-form.ts'

const required = z.string().check(z.minLength(1, 'Enter your school'))
const Schema = z.object({ school: required, town: z.string().check(z.minLength(3, 'Enter your town')) })
type Values = z.infer<typeof Schema>
type Props = {
  loadSchema?: () => Promise<typeof Schema>
  values?: Values
  send?: (values: Values) => Promise<unknown>
  /** What the server stores after a form was sent. */
  reply?: Values
}

const STORED: Values = { school: 'Unity College', town: 'Ibadan' }

function Form({ loadSchema = async () => Schema, values = STORED, send = async () => undefined, reply }: Props) {
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: loadSchema,
    values,
    send: async (sent) => {
      await send(sent)
      if (reply) form.reset(reply, sent)
    },
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <TextField label="School" {...field('school')} />
      <TextField label="Town" {...field('town')} />
      <FormFailureNote failure={failure} />
      <button type="submit">{isSending ? 'Sending' : 'Send'}</button>
    </form>
  )
}

beforeEach(() => {
  // The server does not reply, so the page is not reloaded.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
const school = () => screen.getByLabelText<HTMLInputElement>('School')
const town = () => screen.getByLabelText<HTMLInputElement>('Town')
const press = () => userEvent.click(screen.getByRole('button'))

it('the schema is loaded once a field has the focus, and what was typed is sent', async () => {
  const loadSchema = vi.fn<NonNullable<Props['loadSchema']>>(async () => Schema)
  const send = vi.fn<NonNullable<Props['send']>>(async () => undefined)
  render(<Form loadSchema={loadSchema} send={send} />)
  expect(loadSchema).not.toHaveBeenCalled()
  await userEvent.click(school())
  expect(loadSchema).toHaveBeenCalled()
  await userEvent.keyboard(' for Girls')
  await press()
  await waitFor(() =>
    expect(send).toHaveBeenCalledExactlyOnceWith({ school: 'Unity College for Girls', town: 'Ibadan' }),
  )
})

it('a field is checked when it loses the focus, and then on every change', async () => {
  render(<Form />)
  await userEvent.clear(school())
  expect(screen.queryByText('Enter your school')).toBeNull()
  await userEvent.tab()
  await screen.findByText('Enter your school')
  await userEvent.type(school(), 'U')
  await waitFor(() => expect(screen.queryByText('Enter your school')).toBeNull())
})

it('nothing is sent while a field is invalid, and the first invalid one gets the focus', async () => {
  const send = vi.fn<NonNullable<Props['send']>>(async () => undefined)
  render(<Form send={send} values={{ school: 'Unity College', town: '' }} />)
  await press()
  await screen.findByText('Enter your town')
  expect(document.activeElement).toBe(town())
  expect(send).not.toHaveBeenCalled()
})

it('what the server refuses is shown under its field, or below the form', async () => {
  const errors = [{ path: 'town', message: 'We do not know this town' }]
  const send = vi
    .fn<NonNullable<Props['send']>>()
    .mockRejectedValueOnce(new ApiError({ status: 400, code: 'invalid', message: 'Refused', errors }))
    .mockRejectedValueOnce(new ApiError({ status: 409, code: 'busy', message: 'Not now' }))
  render(<Form send={send} />)
  await press()
  await screen.findByText('We do not know this town')
  expect(document.activeElement).toBe(town())
  await press()
  await screen.findByText('Not now')
  expect(screen.queryByText('We do not know this town')).toBeNull()
})

it('new values from the server appear, except in fields that were edited', async () => {
  const { rerender } = render(<Form />)
  await userEvent.type(school(), ' 2')
  rerender(<Form values={{ school: 'Queens School', town: 'Lagos' }} />)
  expect([school().value, town().value]).toEqual(['Unity College 2', 'Lagos'])
})

it('the reply is shown, except in fields edited while the form was being sent', async () => {
  let answer = () => {}
  const send = () => new Promise<void>((resolve) => (answer = resolve))
  render(<Form send={send} reply={{ school: 'UNITY COLLEGE', town: 'IBADAN' }} />)
  await press()
  await screen.findByText('Sending')
  await userEvent.type(town(), ' North')
  answer()
  await screen.findByText('Send')
  expect([school().value, town().value]).toEqual(['UNITY COLLEGE', 'Ibadan North'])
})

it('a form whose schema does not load says so, sends nothing, and keeps what was typed', async () => {
  let isOnline = false
  const loadSchema = () => (isOnline ? Promise.resolve(Schema) : Promise.reject(new TypeError('Failed to fetch')))
  const send = vi.fn<NonNullable<Props['send']>>(async () => undefined)
  render(<Form loadSchema={loadSchema} send={send} />)
  await userEvent.type(school(), ' 2')
  await press()
  await screen.findByText('We could not check the form. Check your network, then press the button again.')
  expect(send).not.toHaveBeenCalled()
  isOnline = true
  await press()
  await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ school: 'Unity College 2', town: 'Ibadan' }))
})

it('what was typed is restored after a reload', async () => {
  const { unmount } = render(<Form />)
  await userEvent.type(school(), ' 2')
  storeUnsentForms()
  unmount()
  render(<Form />)
  expect([school().value, town().value]).toEqual(['Unity College 2', 'Ibadan'])
})
