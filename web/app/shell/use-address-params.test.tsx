import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { useAddressParams } from './use-address-params.ts'

/** Shows the address, and sets a parameter with each of its buttons. */
function Page() {
  const [params, change] = useAddressParams()
  const set = (name: string, value: string) =>
    change((now) => {
      now.set(name, value)
      return now
    })
  return (
    <>
      <p>{`?${params}`}</p>
      <button onClick={() => set('access', 'premium')}>Premium</button>
      <button onClick={() => set('state', 'draft')}>Draft</button>
    </>
  )
}

/** Opens a page that keeps loading after its first change, until the test lets it finish. */
async function openPage() {
  const loads: (() => void)[] = []
  const loader = ({ request }: { request: Request }) =>
    new URL(request.url).search === '' ? null : new Promise((resolve) => loads.push(() => resolve(null)))
  const router = createMemoryRouter([{ path: '/', loader, Component: Page, HydrateFallback: () => null }])
  render(<RouterProvider router={router} />)
  await screen.findByText('?')
  return { router, load: () => loads.at(-1)?.() }
}
const press = (name: string) => screen.getByText(name).click()

test('a change keeps the previous one, whose page is still loading', async () => {
  const { load } = await openPage()
  press('Premium')
  press('Draft')
  expect(screen.queryByText('?')).not.toBeNull()
  load()
  expect(await screen.findByText('?access=premium&state=draft')).toBeDefined()
})

test('a change after going back builds on what is shown', async () => {
  const { router, load } = await openPage()
  press('Premium')
  load()
  await screen.findByText('?access=premium')
  void router.navigate(-1)
  await screen.findByText('?')
  press('Draft')
  load()
  expect(await screen.findByText('?state=draft')).toBeDefined()
})
