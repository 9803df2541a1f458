import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useNearView } from './use-near-view.ts'

function Advert() {
  const { ref, isNear } = useNearView<HTMLElement>()
  return <aside ref={ref}>{isNear ? 'drawn' : 'empty'}</aside>
}

it('an element counts as near once it approaches the screen, and stays so', () => {
  let report: ((entries: { isIntersecting: boolean }[]) => void) | undefined
  const observed: Element[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof report) {
        report = callback
      }
      observe = (element: Element) => void observed.push(element)
      disconnect = () => undefined
    },
  )
  render(<Advert />)
  expect(observed).toEqual([screen.getByText('empty')])
  act(() => report?.([{ isIntersecting: false }]))
  screen.getByText('empty')
  act(() => report?.([{ isIntersecting: true }]))
  screen.getByText('drawn')
  act(() => report?.([{ isIntersecting: false }]))
  screen.getByText('drawn')
})
