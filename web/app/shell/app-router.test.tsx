import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { OutermostBoundary } from './app-router.tsx'

test('an error outside all pages shows a message with a link to try again', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Broken = (): never => {
    throw new Error('The layout failed.')
  }
  const root = createRoot(document, { onCaughtError: () => undefined })
  act(() =>
    root.render(
      <OutermostBoundary>
        <Broken />
      </OutermostBoundary>,
    ),
  )
  expect(document.querySelector('h1')?.textContent).toMatch(/went wrong/i)
  expect(document.querySelector('a')?.getAttribute('href')).toBe(location.href)
  act(() => root.unmount())
})
