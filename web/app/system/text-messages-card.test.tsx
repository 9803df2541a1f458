import type { TextMessages } from '@baobab/contract/sms/endpoints.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { storeAdminSession } from '../api/session.ts'
import { TextMessagesCard } from './text-messages-card.tsx'

/** Shows the card with the given reply. */
function show(changes: Partial<TextMessages>) {
  const lastDay = { sent: 0, delivered: 0, failed: 0 }
  const reply = {
    provider: 'termii',
    budget: 5_000,
    sentToday: 0,
    level: 'open',
    lastDay,
    pausedRanges: [],
    ...changes,
  }
  vi.stubGlobal('fetch', async () => Response.json(reply))
  storeAdminSession({ token: 'token', username: 'ada', role: 'owner' }, false)
  render(
    <QueryClientProvider client={queryClient}>
      <TextMessagesCard />
    </QueryClientProvider>,
  )
}

it('says that text messages are off if no provider is configured', async () => {
  show({ provider: null })
  expect(await screen.findByText(/^Text messages are off, so students sign up with an email\./)).toBeDefined()
  expect(screen.queryByText(/messages sent today/)).toBeNull()
})

it('says how many were sent today, and which part of those with a report arrived', async () => {
  show({ sentToday: 1_234, lastDay: { sent: 1_300, delivered: 950, failed: 50 } })
  expect(await screen.findByText('1,234 of 5,000 messages sent today.')).toBeDefined()
  expect(screen.getByText('95% of the last 1,000 arrived. Sent by Termii.')).toBeDefined()
  expect(screen.queryByText(/used up/)).toBeNull()
  expect(screen.queryByText('Numbers that get no codes')).toBeNull()
})

it('does not count messages without a report as lost', async () => {
  show({ provider: 'africas-talking', sentToday: 5, lastDay: { sent: 5, delivered: 0, failed: 0 } })
  const sentence = 'No delivery report came in the last 24 hours. Sent by Africa’s Talking.'
  expect(await screen.findByText(sentence)).toBeDefined()
})

it.each([
  ['low', /^Most of today’s messages are used up\./],
  ['spent', /^Today’s messages are used up\. Until midnight, nobody can sign up/],
] as const)('warns if the budget is %s', async (level, warning) => {
  show({ level })
  expect(await screen.findByText(warning)).toBeDefined()
})

it('lists the ranges that get no codes, and says why', async () => {
  show({ pausedRanges: [{ range: '+234803123', codes: 40, used: 2, failed: 11 }] })
  expect(await screen.findByText('+234803123••••')).toBeDefined()
  expect(screen.getByText(/^Many codes went to these numbers/)).toBeDefined()
  for (const cell of ['40', '2', '11']) expect(screen.getByText(cell)).toBeDefined()
})
