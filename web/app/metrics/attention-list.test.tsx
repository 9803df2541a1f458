import { attentionKinds, type Attention } from '@baobab/contract/metrics/endpoints.ts'
import type { HealthPart } from '@baobab/contract/system/health.ts'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { AttentionList } from './attention-list.tsx'

function show(...items: Attention[]) {
  return showList(items, [])
}

function showList(items: Attention[], broken: HealthPart[]) {
  render(<AttentionList items={items} broken={broken} />, { wrapper: MemoryRouter })
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

it('what is broken is named before everything else, and leads to System', () => {
  expect(showList([{ kind: 'messages', count: 1 }], ['backup'])).toEqual([
    ['Broken: Backup. See what to do.', '/admin/system'],
    ['1open message', '/admin/messages?show=open'],
  ])
})
