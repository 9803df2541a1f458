import { disqualifyWinner, replaceList, type AdminDraw, nameWitnesses } from '@baobab/contract/scholarship/admin.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { Draws } from './draws.tsx'
import { groupByMonth } from './next-step.ts'

const month = '2026-10'
const draw: AdminDraw = {
  month,
  version: 1,
  state: 'drawn',
  drawsAt: '2026-11-03T12:00:00.000Z',
  entrantCount: 3,
  listHash: 'a'.repeat(64),
  winner: { index: 2, leaf: 'b'.repeat(64), name: 'ada01', username: 'ada01' },
  round: 500,
  isDue: false,
  isReplaceable: false,
  proposal: null,
  witnesses: null,
}
const refused = 'There is already a proposal. Approve or withdraw it first.'

/** Shows draws to an owner; the server refuses every call. */
function show(changes: Partial<AdminDraw> = {}) {
  storeAdminSession({ token: 't', username: 'owner', role: 'owner' }, true)
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ status: 'error', code: 'already_proposed', message: refused }, { status: 409 })
  })
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <Draws months={groupByMonth([{ ...draw, ...changes }], [])} open={month} onToggle={() => undefined} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return asked
}

const press = async (name: string, inside?: HTMLElement) =>
  userEvent.click((inside ? within(inside) : screen).getByRole('button', { name }))
const getDialog = () => screen.getByRole('dialog')

it('a refused disqualification is shown in the dialog, which is empty again after cancelling', async () => {
  const asked = show()
  await press('Disqualify')
  await press('Disqualify', getDialog())
  expect(within(getDialog()).getByText('Choose a reason')).toBeDefined()
  await userEvent.click(within(getDialog()).getByLabelText(/age/i))
  expect(within(getDialog()).queryByText('Choose a reason')).toBeNull()
  await press('Disqualify', getDialog())
  const refusal = await within(getDialog()).findByRole('alert')
  expect(refusal.textContent).toBe(refused)
  await expect.poll(() => document.activeElement === refusal, { timeout: 2_000 }).toBe(true)
  await press('Cancel', getDialog())
  await press('Disqualify')
  expect(within(getDialog()).queryByRole('alert')).toBeNull()
  expect(within(getDialog()).queryByRole('radio', { checked: true })).toBeNull()
  expect(asked).toEqual([disqualifyWinner.path.replace(':month', month)])
})

it('a refusal to publish a list again is shown in the dialog, which stays open', async () => {
  const asked = show({ state: 'waiting', winner: null, isReplaceable: true })
  await press('Publish the list again')
  await press('Publish the list again', getDialog())
  expect((await within(getDialog()).findByRole('alert')).textContent).toBe(refused)
  expect(asked).toEqual([replaceList.path.replace(':month', month)])
})

it('an added witness can be removed, but three always remain', async () => {
  const asked = show({
    state: 'waiting',
    winner: null,
    witnesses: { named: [], replaceableAt: null, isReplaceable: false },
  })
  await press('Draw with witnesses')
  expect(within(getDialog()).queryByRole('button', { name: /^Remove/ })).toBeNull()
  await press('Add a witness', getDialog())
  const positions = () => within(getDialog()).getAllByLabelText('Position')
  const promises = () => within(getDialog()).getAllByLabelText('Promise')
  for (const [n, position] of positions().entries()) await userEvent.type(position, `Head teacher ${n}`)
  await press('Remove witness 2', getDialog())
  expect(positions().map((position) => (position as HTMLInputElement).value)).toEqual([
    'Head teacher 0',
    'Head teacher 2',
    'Head teacher 3',
  ])
  expect(document.activeElement?.textContent).toBe('Add a witness')
  for (const [n, promise] of promises().entries()) {
    await userEvent.click(promise)
    await userEvent.paste(String(n).repeat(64))
  }
  await userEvent.click(within(getDialog()).getByLabelText(/^Baobab’s promise/))
  await userEvent.paste('f'.repeat(64))
  await press('Publish the witnesses', getDialog())
  expect((await within(getDialog()).findByRole('alert')).textContent).toBe(refused)
  expect(asked).toEqual([nameWitnesses.path.replace(':month', month)])
})

it('an automatically proposed redraw says so, and that withdrawing it gives the winner more time', async () => {
  const at = '2026-11-17T12:00:00.000Z'
  show({
    proposal: { kind: 'disqualification', index: 2, reason: 'unreachable', proposedBy: null, at, canAgree: true },
  })
  expect(screen.getByText(/disqualifying number 3 was proposed automatically: .* 14 more days\.$/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Approve' })).toBeDefined()
})
