// @vitest-environment jsdom
import { listVideos } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QueryProvider } from './query-provider.tsx'
import { apiQuery, queryClient } from './query.ts'

let requests = 0
beforeEach(() => {
  requests = 0
  vi.stubGlobal('fetch', async () => {
    requests += 1
    return Response.json(
      ['a', 'b'].map((name) => ({ _id: name, posterUrl: `/media/${requests}~~x/posters/${name}.svg` })),
    )
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  queryClient.clear()
})

function Page() {
  const { data = [] } = useQuery(apiQuery(listVideos, {}))
  return data.map(({ _id, posterUrl }) => <img key={_id} alt={_id} src={posterUrl ?? ''} />)
}

/** Shows two pictures, and returns functions that read their links and report that they did not load. */
async function open() {
  const { getByAltText, findByAltText } = render(
    <QueryProvider>
      <Page />
      <img alt="other" src="/icons/other.png" />
    </QueryProvider>,
  )
  await findByAltText('a')
  const link = (name: string) => getByAltText(name).getAttribute('src')
  return { link, fail: (name: string) => fireEvent.error(getByAltText(name)) }
}

test('pictures that do not load get new links, by one request for all of them', async () => {
  const page = await open()
  page.fail('a')
  page.fail('b')
  await waitFor(() => expect(page.link('a')).toBe('/media/2~~x/posters/a.svg'))
  expect(page.link('b')).toBe('/media/2~~x/posters/b.svg')
  expect(requests).toBe(2)
})

test('a link is replaced once, and other pictures and a phone without a network cause no request', async () => {
  const page = await open()
  page.fail('other')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  page.fail('a')
  vi.restoreAllMocks()
  expect(queryClient.isFetching()).toBe(0)
  vi.stubGlobal('fetch', async () => {
    requests += 1
    return Response.json([{ _id: 'a', posterUrl: '/media/1~~x/posters/a.svg' }])
  })
  page.fail('a')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  page.fail('a')
  expect(queryClient.isFetching()).toBe(0)
  expect(requests).toBe(2)
})
