import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { queryClient } from './app/api/query.ts'
import { currentToasts, toast } from './app/ui/toasts.ts'
import { openDocument } from './test-document.ts'
import { trackTimeouts } from './test-timeouts.ts'

it('nothing remains of what a test showed, loaded or stored, or of where it navigated', () => {
  const { close, empty } = openDocument()
  const { documentElement: html, head, body } = document
  const hidden = vi.fn<() => void>()
  function Shown() {
    useEffect(() => hidden, [])
    return <main>Shown</main>
  }
  render(<Shown />)
  document.title = 'Another title'
  html.lang = 'en'
  body.className = 'dark'
  queryClient.setQueryData(['loaded'], 1)
  toast('Saved.')
  toast('Saved again.')
  localStorage.setItem('a', '1')
  sessionStorage.setItem('b', '2')
  history.pushState({ c: 3 }, '', '/elsewhere?d=4#e')
  close()
  expect(hidden).toHaveBeenCalledOnce()
  expect(queryClient.getQueryData(['loaded'])).toBeUndefined()
  expect(currentToasts()).toEqual([])
  empty()
  expect(html.outerHTML).toBe('<html><head></head><body></body></html>')
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  expect([history.state, location.href]).toEqual([null, 'http://localhost:3000/'])
  document.replaceChildren(document.createElement('html'))
  html.replaceChildren()
  empty()
  expect([document.documentElement, document.head, document.body]).toEqual([html, head, body])
})

it('listeners on window and document, and properties that a test adds, are removed at the end of its file', () => {
  const { end } = openDocument()
  const heard: string[] = []
  const listen = ({ type }: Event) => void heard.push(type)
  addEventListener('online', listen)
  document.addEventListener('visibilitychange', listen, { capture: true })
  userEvent.setup()
  Object.assign(globalThis, { leftBehind: true })
  const dispatch = () => {
    dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
  }
  dispatch()
  expect(heard).toEqual(['online', 'visibilitychange'])
  expect(navigator.clipboard).toBeDefined()
  end()
  dispatch()
  expect(heard).toHaveLength(2)
  expect(navigator.clipboard).toBeUndefined()
  expect('leftBehind' in globalThis).toBe(false)
})

it('timeouts that a test leaves running do not fire', () => {
  vi.useFakeTimers()
  const before = setTimeout
  const { stop, end } = trackTimeouts()
  const runOut = vi.fn<(name: string) => void>()
  setTimeout(runOut, 10, 'first')
  stop()
  setTimeout(runOut, 10, 'second')
  vi.advanceTimersByTime(20)
  setTimeout(runOut, 10, 'third')
  end()
  expect(setTimeout).toBe(before)
  vi.advanceTimersByTime(20)
  expect(runOut.mock.calls).toEqual([['second']])
})
