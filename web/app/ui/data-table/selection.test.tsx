import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { SelectPage, SelectRow, SelectionBar, useSelection } from './selection.tsx'

const rows = ['a', 'b', 'c', 'd', 'e']
const open = (initial = { page: rows, key: '' }) =>
  renderHook(({ page, key }) => useSelection(page, key), { initialProps: initial })
const idsOf = ({ result }: ReturnType<typeof open>) => [...result.current.ids].toSorted().join('')

describe('a selection', () => {
  test('keeps rows from other pages, but ends when the filters change', () => {
    const hook = open()
    act(() => hook.result.current.toggle('b'))
    hook.rerender({ page: ['f', 'g'], key: '' })
    act(() => hook.result.current.toggle('g'))
    expect(idsOf(hook)).toBe('bg')
    hook.rerender({ page: ['f', 'g'], key: 'males' })
    expect(hook.result.current.isEmpty).toBe(true)
  })

  test('adds a range in either direction, and removes it again', () => {
    const hook = open()
    act(() => hook.result.current.toggle('d'))
    act(() => hook.result.current.toggle('b', true))
    expect(idsOf(hook)).toBe('bcd')
    act(() => hook.result.current.toggle('c', true))
    expect(idsOf(hook)).toBe('d')
  })

  test('adds a single row if the last changed one is on another page', () => {
    const hook = open()
    act(() => hook.result.current.toggle('b'))
    hook.rerender({ page: ['f', 'g', 'h'], key: '' })
    act(() => hook.result.current.toggle('h', true))
    expect(idsOf(hook)).toBe('bh')
  })

  test('selects the page, then clears it', () => {
    const hook = open()
    act(() => hook.result.current.toggle('b'))
    expect(hook.result.current.page).toBe('some')
    act(() => hook.result.current.togglePage())
    expect(hook.result.current.page).toBe('all')
    expect(idsOf(hook)).toBe('abcde')
    act(() => hook.result.current.togglePage())
    expect(hook.result.current.isEmpty).toBe(true)
  })

  test('of everything has no ids; clearing one row leaves the rest of its page', () => {
    const hook = open()
    act(() => hook.result.current.selectAll())
    expect(hook.result.current).toMatchObject({ isAll: true, page: 'all' })
    expect(hook.result.current.has('z')).toBe(true)
    act(() => hook.result.current.toggle('c'))
    expect(hook.result.current.isAll).toBe(false)
    expect(idsOf(hook)).toBe('abde')
  })

  test('of an empty page is not a whole page', () => {
    expect(open({ page: [], key: '' }).result.current.page).toBe('none')
  })
})

function List() {
  const selection = useSelection(rows, '')
  return (
    <>
      <SelectPage selection={selection} />
      {rows.map((id) => (
        <SelectRow key={id} selection={selection} id={id} label={`Select ${id}`} />
      ))}
      <SelectionBar selection={selection} countLabel={(count) => `${count} rows`} allLabel="all 900 rows" hasMore>
        <button type="button">Delete</button>
      </SelectionBar>
    </>
  )
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('a Shift-click selects a range, and the bar offers everything once the page is selected', () => {
  render(<List />)
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  fireEvent.click(box('Select a'))
  fireEvent.click(box('Select c'), { shiftKey: true })
  expect(screen.getByRole('status').textContent).toBe('3 rows selected')
  const page = box('Select all rows on this page')
  expect(page.indeterminate).toBe(true)
  expect(screen.queryByRole('button', { name: 'Select all 900 rows' })).toBeNull()
  fireEvent.click(page)
  expect(page.indeterminate).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Select all 900 rows' }))
  expect(screen.getByRole('status').textContent).toBe('Selected: all 900 rows')
})

test('clearing moves the focus to the bar, because its buttons disappear', () => {
  render(<List />)
  fireEvent.click(box('Select a'))
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Selected rows' }))
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})
