import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { ListFilter } from './list-filter.tsx'
import { useFilters } from './use-admin-list.ts'

const list = {
  filters: {
    show: {
      kind: 'choice',
      look: 'pills',
      label: 'Show',
      otherwise: 'all',
      options: [
        { value: 'all', label: 'All' },
        { value: 'answered', label: 'Answered', isFormer: true },
      ],
    },
  },
} as const

const Filter = () => <ListFilter of={useFilters(list)} name="show" />
function listButtons(address: string) {
  const { unmount } = render(
    <MemoryRouter initialEntries={[address]}>
      <Filter />
    </MemoryRouter>,
  )
  const labels = screen.getAllByRole('button').map(({ textContent }) => textContent)
  unmount()
  return labels
}

it('offers a former value only while an address selects it, such as that of an old saved view', () => {
  expect(listButtons('/')).toEqual(['All'])
  expect(listButtons('/?show=answered')).toEqual(['All', 'Answered'])
})
