import { findSecondFactorCode } from '@baobab/contract/accounts/codes.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { CodeField } from './code-field.tsx'
import { useApiForm } from './use-api-form.ts'

const code = () => screen.getByLabelText<HTMLInputElement>('Code')
const notice = () => screen.getByRole('status').textContent

function Form({ send }: { send: (code: string) => void }) {
  const { field, submit } = useApiForm<{ code: string }>({
    defaultValues: { code: '' },
    send: async (values) => send(values.code),
  })
  return (
    <form onSubmit={(event) => void submit(event)}>
      <CodeField label="Code" data-first {...field('code')} />
    </form>
  )
}

it('a code field takes the focus, and sends the digits found in a pasted text', async () => {
  const sent: string[] = []
  render(<Form send={(value) => sent.push(value)} />)
  expect(document.activeElement).toBe(code())
  expect([code().inputMode, code().autocomplete]).toEqual(['numeric', 'one-time-code'])
  await userEvent.paste('Your code is 510 397.\r\n')
  expect([code().value, notice()]).toEqual(['510397', 'We took 510397 from what you pasted.'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toEqual(['510397'])
})

it('pasting text without a code leaves the field unchanged, and says so', async () => {
  render(<CodeField label="Code" data-first />)
  await userEvent.keyboard('12')
  await userEvent.paste('Good morning')
  expect([code().value, notice()]).toEqual(['12', 'What you pasted has no 6-digit code.'])
  await userEvent.keyboard('3')
  expect([code().value, notice()]).toEqual(['123', ''])
})

it("a keyboard's suggestion counts as pasted, and only six digits can be typed", async () => {
  render(<CodeField label="Code" data-first />)
  fireEvent.change(code(), { target: { value: '٥١٠-٣٩٧' } })
  expect([code().value, notice()]).toEqual(['510397', 'We took 510397 from what you pasted.'])
  await userEvent.clear(code())
  await userEvent.keyboard('5 1x0３972')
  expect([code().value, notice()]).toEqual(['510397', ''])
})

it("a keyboard's suggestion replaces what was typed before it", async () => {
  render(<CodeField label="Code" data-first />)
  await userEvent.keyboard('123')
  fireEvent.input(code(), { target: { value: '123510 397' }, data: '510 397' })
  expect([code().value, notice()]).toEqual(['510397', 'We took 510397 from what you pasted.'])
})

it('a field that takes another kind of code keeps what is typed', async () => {
  render(<CodeField label="Code" data-first find={findSecondFactorCode} />)
  await userEvent.keyboard('k7m2p x9')
  expect(code().value).toBe('k7m2p x9')
  await userEvent.paste('1. K7M2P-X9Q4R\n')
  expect([code().value, notice()]).toEqual(['k7m2p-x9q4r', 'We took k7m2p-x9q4r from what you pasted.'])
})
