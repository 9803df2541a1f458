import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Button } from '../ui/button.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { useOnDemand } from './use-on-demand.ts'

function WrittenForm({ name }: { name: string }) {
  return <p>A form for {name}</p>
}

function Page({ load }: { load: () => Promise<typeof WrittenForm> }) {
  const { Loaded: Form, open, close, busyLabel } = useOnDemand(load)
  return (
    <>
      <ToastHost />
      {Form ? (
        <>
          <Form name="Ada" />
          <Button onClick={close}>Close</Button>
        </>
      ) : (
        <Button busyLabel={busyLabel} onClick={() => void open()}>
          Write
        </Button>
      )}
    </>
  )
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('a form is loaded when it is opened, and can be closed', async () => {
  let loads = 0
  render(
    <Page
      load={async () => {
        loads += 1
        return WrittenForm
      }}
    />,
  )
  expect(loads).toBe(0)
  await press('Write')
  await screen.findByText('A form for Ada')
  await press('Close')
  expect(screen.queryByText('A form for Ada')).toBeNull()
})

it('a form that does not load says so, and can be opened again', async () => {
  let loads = 0
  async function load() {
    loads += 1
    if (loads === 1) throw new TypeError('Failed to fetch')
    return WrittenForm
  }
  render(<Page load={load} />)
  await press('Write')
  await screen.findByText('The form did not open. Check your network, then try again.')
  await press('Write')
  await screen.findByText('A form for Ada')
})
