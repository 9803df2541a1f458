import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ReauthenticationForm, type ReauthenticationValues } from './reauthentication-form.tsx'

const codeNeeded = new ApiError({
  status: 400,
  code: 'invalid',
  message: '',
  errors: [{ path: 'code', message: 'Enter the code.' }],
})

function setUp(send: (values: ReauthenticationValues) => Promise<unknown>, withCode = false) {
  render(
    <ReauthenticationForm
      withCode={withCode}
      label="Continue"
      busyLabel="Checking..."
      send={send}
      onCancel={() => undefined}
    />,
  )
  return userEvent.setup()
}

const submit = () => screen.getByRole('button', { name: 'Continue' })

describe('the reauthentication form', () => {
  it('asks for the code only once the server does, then sends it with the password', async () => {
    const send = vi.fn<(values: ReauthenticationValues) => Promise<void>>(({ code }) =>
      code === undefined ? Promise.reject(codeNeeded) : Promise.resolve(),
    )
    const user = setUp(send)
    expect(screen.queryByLabelText('Code')).toBeNull()
    await user.type(screen.getByLabelText('Your password'), 'Mango7tree!')
    await user.click(submit())
    const code = await screen.findByLabelText('Code')
    expect(document.activeElement).toBe(code)
    await user.type(code, '123456')
    await user.click(submit())
    await expect.poll(() => send).toHaveBeenLastCalledWith({ password: 'Mango7tree!', code: '123456' })
  })

  it('shows a wrong password under its field', async () => {
    const errors = [{ path: 'password', message: 'This password is not correct.' }]
    const wrongPassword = new ApiError({ status: 400, code: 'invalid', message: '', errors })
    const user = setUp(() => Promise.reject(wrongPassword), true)
    await user.type(screen.getByLabelText('Your password'), 'Wrong7pass!')
    await user.type(screen.getByLabelText('Code'), '123456')
    await user.click(submit())
    expect(await screen.findByText('This password is not correct.')).toBeDefined()
  })

  it('says how long to wait after too many wrong tries', async () => {
    const tooMany = new ApiError({ status: 429, code: 'too_many_requests', message: 'Too many tries.', retryAfter: 8 })
    const user = setUp(() => Promise.reject(tooMany), true)
    await user.type(screen.getByLabelText('Your password'), 'Wrong7pass!')
    await user.type(screen.getByLabelText('Code'), '123456')
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain('Too many tries.')
    expect(screen.getByText('You can try again in 8 seconds.')).toBeDefined()
  })
})
