import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FilterSelect } from './select.tsx'

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }))

it('a filter shows the chosen value before its page has it, so that the next key continues from there', () => {
  const onChange = vi.fn<(value: string) => void>()
  const filter = (value: string) => (
    <FilterSelect label="State" options={options} value={value} onChange={(event) => onChange(event.target.value)} />
  )
  const { rerender } = render(filter('a'))
  const select = screen.getByLabelText<HTMLSelectElement>('State')
  fireEvent.change(select, { target: { value: 'b' } })
  expect(select.value).toBe('b')
  fireEvent.change(select, { target: { value: 'c' } })
  expect(select.value).toBe('c')
  expect(onChange.mock.calls).toEqual([['b'], ['c']])
  rerender(filter('c'))
  rerender(filter('a'))
  expect(select.value).toBe('a')
})

it('a filter shows its page’s value once the focus leaves it', () => {
  render(<FilterSelect label="State" options={options} value="a" onChange={() => undefined} />)
  const select = screen.getByLabelText<HTMLSelectElement>('State')
  fireEvent.change(select, { target: { value: 'b' } })
  fireEvent.blur(select)
  expect(select.value).toBe('a')
})
