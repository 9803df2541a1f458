import type { HealthFacts, SystemHealth } from '@baobab/contract/system/health.ts'
import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Health } from './health.tsx'

const at = '2026-11-25T09:00:00.000Z'
const work = { waiting: 0, waitingSince: null, retrying: 0, retryingSince: null, failed: 0, done: 12, lastDoneAt: at }
const facts: HealthFacts = {
  mail: { ...work, retrying: 3, retryingSince: at, failed: 1 },
  jobs: { ...work, waiting: 2_000, waitingSince: at },
  storage: { kind: 'object-store', unreachable: 1, freeBytes: null, isDatabaseFull: false },
  backup: { isOn: true, lastAt: at, isLate: false },
  provider: { comparedDay: '2026-11-24', differences: 2, isLate: false, lastError: 'no reply' },
  draw: { nextAt: at, overdueMonth: '2026-10', missingMonth: '2026-11', openClaims: 1, unconfirmed: 0 },
  versions: {
    servers: [{ _id: 's', version: '0.2.0', nodeVersion: '24.1.0', startedAt: at, lastSeenAt: at }],
    migrations: 61,
    postgres: '18.4',
  },
  clock: { differenceMs: -7_000, isHeld: false, seenAt: at },
}
const health: SystemHealth = {
  mail: { state: 'look', facts: facts.mail },
  jobs: { state: 'broken', facts: facts.jobs },
  storage: { state: 'broken', facts: facts.storage },
  backup: { state: 'well', facts: facts.backup },
  provider: { state: 'unknown', facts: null },
  draw: { state: 'broken', facts: facts.draw },
  versions: { state: 'well', facts: facts.versions },
  clock: { state: 'look', facts: facts.clock },
}

const show = (shown: SystemHealth) => render(<Health health={shown} />)

const readPart = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  const card = heading.closest('li')
  if (!card) throw new Error('a part is a list item')
  return card
}

it.each([
  ['Emails', ['Check', '12 email jobs done', '1 email job failed in the last week.', 'The reason is below.']],
  [
    'Emails',
    ['3 email jobs failed at least 3 times and are being retried, the oldest since 25 November 2026, 10:00 am.'],
  ],
  [
    'Background jobs',
    ['Broken', '2,000 waiting, the oldest since 25 November 2026, 10:00 am.', 'No server is running'],
  ],
  ['Storage', ['Broken', '1 server cannot reach the store with the files.', 'baobab doctor']],
  ['Backup', ['OK', 'The last one was made on 25 November 2026, 10:00 am.']],
  ['Payments', ['Unknown', 'This part could not be checked. The others are not affected.']],
  [
    'Scholarship draw',
    ['Broken', 'The October 2026 draw is overdue.', 'The November 2026 list is missing.', '1 claim', 'drand'],
  ],
  ['Servers and versions', ['OK', 'Baobab 0.2.0 on Node 24.1.0', 'PostgreSQL 18.4, schema 61.']],
  ['Clock', ['Check', 'differ by 7.0 s.', 'time service']],
])('%s: %j', async (name, sentences) => {
  show(health)
  const card = await readPart(name)
  for (const sentence of sentences) expect(card.textContent).toContain(sentence)
})

it('shows two servers that have the same description', async () => {
  const logged = vi.spyOn(console, 'error')
  const { servers } = facts.versions
  const versions = { ...facts.versions, servers: [...servers, ...servers] }
  show({ ...health, versions: { state: 'well', facts: versions } })
  const card = await readPart('Servers and versions')
  expect(within(card).getAllByText(/^Baobab 0\.2\.0/)).toHaveLength(2)
  // React logs an error about duplicate keys, and after a refresh it would keep or lose one of the two.
  expect(logged.mock.calls).toEqual([])
})
