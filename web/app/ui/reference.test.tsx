import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Reference } from './reference.tsx'
import { ToastHost } from './toast.tsx'

const LONG = '0123456789abcdef0123456789abcdef'

test('a long reference shows its start, and is whole for screen readers', () => {
  render(<Reference reference={LONG} />)
  expect(screen.getByText('01234567…').getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByText(LONG).className).toBe('sr')
  expect(screen.getAllByTitle(LONG)).toHaveLength(2)
})

test('a short reference is shown whole', () => {
  render(<Reference reference="RF-1A2B3C4D" />)
  expect(screen.getByText('RF-1A2B3C4D').className).toBe('code')
})

test('the button copies the whole reference and says so, or shows it if it cannot', async () => {
  const writeText = vi
    .fn<(text: string) => Promise<void>>()
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(new Error('no'))
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(
    <>
      <Reference reference={LONG} />
      <ToastHost />
    </>,
  )
  const button = screen.getByRole('button', { name: `Copy reference ${LONG}` })
  fireEvent.click(button)
  await waitFor(() => expect(screen.getByText('Reference copied.')).toBeTruthy())
  expect(writeText).toHaveBeenCalledWith(LONG)
  fireEvent.click(button)
  await waitFor(() => expect(screen.getByText(`It could not be copied. The reference is ${LONG}`)).toBeTruthy())
})
