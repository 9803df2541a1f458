import { readLastBackup } from '@baobab/contract/backup/endpoints.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { storeAdminSession } from '../api/session.ts'
import { LastBackup } from './last-backup.tsx'

/** Shows this part of the page with the given reply. */
function show(reply: ReplyOf<typeof readLastBackup>) {
  vi.stubGlobal('fetch', async () => Response.json(reply))
  storeAdminSession({ token: 'token', username: 'ada', role: 'owner' }, false)
  render(
    <QueryClientProvider client={queryClient}>
      <LastBackup />
    </QueryClientProvider>,
  )
}

const last = { snapshotAt: '2026-11-25T00:45:10.000Z', bytes: 48_000_000, writtenBytes: 300_000, files: 1_234 }

it('says when the last backup was made and how large it is', async () => {
  show({ isOn: true, last, isLate: false })
  expect((await screen.findByText(/of it new/)).textContent).toBe(
    '25 Nov, 1:45 am (48 MB with 1,234 files, 0.3 MB of it new)',
  )
  expect(screen.queryByText(/Please ask/)).toBeNull()
})

it.each([
  [{ isOn: true, last, isLate: true }, /^This backup is older than a day\./],
  [{ isOn: false, last, isLate: true }, /^This backup is older than a day\./],
  [{ isOn: true, last: null, isLate: true }, /^There is no backup yet\. The first one is made tonight\.$/],
  [{ isOn: false, last: null, isLate: true }, /^Nothing is backed up\..+BACKUP_DIR/],
])('warns: %j', async (reply, warning) => {
  show(reply)
  expect(await screen.findByText(warning)).toBeDefined()
})
