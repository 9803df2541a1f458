import { attentionKinds, type Attention } from '@baobab/contract/metrics/endpoints.ts'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { AttentionList } from './attention-list.tsx'

function show(...items: Attention[]) {
  render(<AttentionList items={items} />, { wrapper: MemoryRouter })
  return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
}

it('each kind has its own sentence and a page', () => {
  const links = show(...attentionKinds.map((kind) => ({ kind, count: 2 })))
  expect(new Set(links.map(([sentence]) => sentence)).size).toBe(attentionKinds.length)
  for (const [sentence, href] of links)
    expect([sentence, href]).toEqual([expect.stringMatching(/^2./), expect.stringMatching(/^\/admin\//)])
})

it('an item about one student leads to that student, and one about a category to its list', () => {
  expect(
    show({ kind: 'student-proposals', count: 1, username: 'ada_ng' }, { kind: 'holds', count: 3, ageCategory: '5-10' }),
  ).toEqual([
    ['1change in an open draw to approve, about ada_ng', '/admin/fair-play?student=ada_ng'],
    ['3students on hold, ages 5-10', '/admin/fair-play?show=held&ageCategory=5-10'],
  ])
})
