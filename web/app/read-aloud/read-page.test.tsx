import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { nearVoice, stubSpeech } from '../../test-speech.ts'
import { ReadPage } from './read-page.tsx'
import { listSentences } from './sentences.ts'

function renderPage() {
  const layout = (
    <>
      <ReadPage className="icon-btn" />
      <main id="main">
        <nav>Menu</nav>
        <h1>The Lantern</h1>
        <p>
          NEPA <b>takes</b> the light. Who has oil?
        </p>
        <p hidden>Hidden</p>
        <p className="sr">For screen readers</p>
        <button type="button">Play</button>
        <details>
          <summary>For experts</summary>
          a7dc2ea8
          <p>2ea8a7dc</p>
        </details>
        <code>b1e46e5d</code>
        <Link to="/next">Next</Link>
      </main>
      <Outlet />
    </>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: layout }])} />)
}

it('the sentences of a page leave out menus, controls, codes, and what is hidden or folded', () => {
  stubSpeech()
  renderPage()
  const sentences = listSentences(document.body)
  const texts = ['The Lantern', 'NEPA takes the light.', 'Who has oil?', 'For experts', 'Next']
  expect(sentences.map(({ text }) => text)).toEqual(texts)
  expect(sentences.map(({ range }) => range.toString())).toEqual(texts)
})

it('the button appears with the voice, reads the page, and becomes the one that stops', async () => {
  vi.stubGlobal('CSS', {})
  Range.prototype.getBoundingClientRect = () => new DOMRect(0, 100, 10, 10)
  const speech = stubSpeech()
  renderPage()
  expect(screen.queryByRole('button', { name: 'Read this page to me' })).toBeNull()
  act(() => speech.load(nearVoice))
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Read this page to me' }))
  await user.click(screen.getByRole('button', { name: 'Stop reading' }))
  expect(speech.said).toEqual(['0.9: The Lantern', 'stop'])
  // Another page stops it too.
  await user.click(screen.getByRole('button', { name: 'Read this page to me' }))
  await user.click(screen.getByRole('link', { name: 'Next' }))
  expect(speech.said.slice(2)).toEqual(['0.9: The Lantern', 'stop'])
  expect(screen.getByRole('button', { name: 'Read this page to me' })).toBeTruthy()
})
