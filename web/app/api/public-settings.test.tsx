import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from './query.ts'
import { prefetchPublicSettings, publicSettingsQuery } from './public-settings.ts'

function Price() {
  return <p>{useQuery(publicSettingsQuery).data?.priceKobo}</p>
}

const page = (part: React.ReactNode) => <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>

it('the settings are requested once, even if the part that asked disappears before the reply', async () => {
  const replies: ((reply: Response) => void)[] = []
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(
    (_url, { signal }) =>
      new Promise((resolve, reject) => {
        replies.push(resolve)
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      }),
  )
  vi.stubGlobal('fetch', fetch)
  const { rerender } = render(page(<Price />))
  await vi.waitFor(() => expect(replies).toHaveLength(1), { timeout: 60_000 })
  rerender(page(null))
  rerender(page(<Price />))
  replies[0]?.(Response.json({ priceKobo: 100_000 }))
  await screen.findByText('100000')
  expect(fetch).toHaveBeenCalledTimes(1)
})

it('a page that opens slowly does not request them again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const fetch = vi.fn<() => Promise<Response>>(async () => Response.json({ priceKobo: 100_000 }))
  vi.stubGlobal('fetch', fetch)
  prefetchPublicSettings()
  await vi.waitFor(() => expect(queryClient.getQueryData(publicSettingsQuery.queryKey)).toBeDefined(), {
    timeout: 60_000,
  })
  vi.setSystemTime(Date.now() + 40_000)
  render(page(<Price />))
  await screen.findByText('100000')
  expect(queryClient.isFetching()).toBe(0)
  expect(fetch).toHaveBeenCalledTimes(1)
})
