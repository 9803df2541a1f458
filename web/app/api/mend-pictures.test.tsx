import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { fireEvent, render, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PAUSES_MS } from './mend-pictures.ts'
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
function Page() {
  const { data = [] } = useQuery(apiQuery(listVideos, {}))
  return data.map(({ _id, posterUrl }) => <img key={_id} alt={_id} src={posterUrl ?? ''} />)
}

/** Shows two pictures. Returns functions that read their links and report that they did not load. */
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

test('pictures whose links have expired get new ones with a single request', async () => {
  const page = await open()
  page.fail('a')
  page.fail('b')
  await waitFor(() => expect(page.link('a')).toBe('/media/2~~x/posters/a.svg'))
  expect(page.link('b')).toBe('/media/2~~x/posters/b.svg')
  expect(requests).toBe(2)
})

test('a link is replaced once, and other pictures or a phone without a network cause no request', async () => {
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

/** A link that is valid for an hour. */
const validLink = () => `/media/${Math.floor(Date.now() / 1_000 + 3_600).toString(36)}~x~y/options/c.webp`

/** Shows a picture that never loads, and counts the repeated requests. */
async function openBroken(status = 200) {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => {
    requests += 1
    return new Response(null, { status })
  })
  const src = validLink()
  const { getByAltText } = render(
    <QueryProvider>
      <img alt="c" src={src} />
    </QueryProvider>,
  )
  const image = getByAltText('c')
  let loads = 0
  Object.defineProperties(image, {
    complete: { value: true },
    naturalWidth: { value: 0 },
    src: {
      get: () => new URL(src, location.href).href,
      set: () => {
        loads += 1
      },
    },
  })
  return { countLoads: () => loads, fail: () => fireEvent.error(image) }
}

test('a picture with a valid link is requested again a few times, after growing pauses, without new data', async () => {
  const refetches = vi.spyOn(queryClient, 'invalidateQueries')
  const picture = await openBroken()
  for (const [index, pause] of PAUSES_MS.entries()) {
    picture.fail()
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(picture.countLoads()).toBe(index)
    await vi.advanceTimersByTimeAsync(1)
    expect(picture.countLoads()).toBe(index + 1)
  }
  picture.fail()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(picture.countLoads()).toBe(PAUSES_MS.length)
  expect(refetches).not.toHaveBeenCalled()
})

test('a picture that failed without a network is requested again when the network returns', async () => {
  const picture = await openBroken()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  picture.fail()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(picture.countLoads()).toBe(0)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  fireEvent(window, new Event('online'))
  expect(picture.countLoads()).toBe(1)
})

test('a link refused by the server is replaced even if the device’s clock says it is valid', async () => {
  const refetches = vi.spyOn(queryClient, 'invalidateQueries')
  const picture = await openBroken(403)
  for (const pause of PAUSES_MS) {
    picture.fail()
    await vi.advanceTimersByTimeAsync(pause)
  }
  expect(refetches).not.toHaveBeenCalled()
  picture.fail()
  await vi.advanceTimersByTimeAsync(0)
  expect(refetches).toHaveBeenCalledOnce()
})
