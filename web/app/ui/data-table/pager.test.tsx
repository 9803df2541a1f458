import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Pager } from '../../lists/admin/admin-list.tsx'

it.each([
  ['leads on while its rows are those of the page', false, ['Previous', 'Next']],
  ['leads nowhere while the rows of another page or selection are shown', true, []],
])('%s', (_what, isStale, expected) => {
  const taken: string[] = []
  render(
    <Pager
      shown="26 to 50"
      isStale={isStale}
      onPrevious={() => taken.push('Previous')}
      onNext={() => taken.push('Next')}
    />,
  )
  for (const button of screen.getAllByRole('button')) {
    expect(button.getAttribute('aria-disabled')).toBe(isStale ? 'true' : null)
    fireEvent.click(button)
  }
  expect(taken).toEqual(expected)
})
