// What search engines and chats read from the public pages, whatever admins write.
import { VIDEOS_PER_PAGE } from '@baobab/contract/videos/rules.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SEARCH_MAX } from '../app/videos/find/video-filter.ts'
import { makeVideo } from '../test-samples.ts'
import { findPage, renderAppLinkTags, renderPage, renderSitemap } from './render.tsx'

const origin = 'https://baobab.example'
beforeEach(() => vi.stubGlobal('SCRIPT_URL', '/script.js'))

const poster = '/media/x~~y/posters/7f4aa232/full.webp'
const title = `</script><img src=x onerror=alert(1)> & "one" <!-- $' well`
const video = makeVideo('v-1', { title, description: title, posterUrl: poster, durationSeconds: 83.4 })

function render(path: string, replies: readonly unknown[] = [null]): string {
  const { pathname, searchParams } = new URL(path, origin)
  const found = findPage(pathname, searchParams)
  if (!found) throw new Error(`${path} is not a public page.`)
  return renderPage({ name: pathname, search: found.search, replies, origin })
}

function readData(html: string): Record<string, unknown>[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return [...blocks].map(([, json = '']) => JSON.parse(json) as Record<string, unknown>)
}
const readCanonical = (html: string) => /<link rel="canonical" href="([^"]*)"\/>/.exec(html)?.[1]
const readTags = (html: string) =>
  Object.fromEntries([...html.matchAll(/<meta property="([^"]*)" content="([^"]*)"\/>/g)].map(([, a, b]) => [a, b]))

describe('a video', () => {
  it('is described with its permanent picture, date and length, and no text in it can end the block', () => {
    const html = render('/video-list?video=v-1', [[video]])
    expect(readData(html)).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'VideoObject',
        name: title,
        description: title,
        url: `${origin}/video-list?video=v-1`,
        thumbnailUrl: `${origin}/og/v-1.jpg`,
        uploadDate: video.createdAt,
        duration: 'PT83S',
        isAccessibleForFree: true,
        isFamilyFriendly: true,
      },
    ])
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('<!-- $')
  })

  it('shows its picture and title in chats', () => {
    expect(readTags(render('/video-list?video=v-1', [[makeVideo('v-1', { posterUrl: poster })]]))).toMatchObject({
      'og:title': 'v-1 | Baobab',
      'og:url': `${origin}/video-list?video=v-1`,
      'og:image': `${origin}/og/v-1.jpg`,
    })
  })

  it.each([null, '/media/x~~y/posters/7f4aa232.webp'])(
    'has Home’s picture while it has none of its own: %s',
    (posterUrl) => {
      const html = render('/video-list?video=v-1', [[makeVideo('v-1', { posterUrl })]])
      expect(readTags(html)['og:image']).toBe(`${origin}/og/home.jpg`)
      expect(readData(html)).toEqual([])
    },
  )
})

it('the list of videos describes each one with a picture, and only gives the addresses of the others', () => {
  const listed = { ...video, description: 'A story', title: 'The Lantern' }
  expect(readData(render('/video-list', [[listed, makeVideo('v-2')]]))[0]).toMatchObject({
    '@type': 'ItemList',
    itemListElement: [
      {
        position: 1,
        item: {
          '@type': 'VideoObject',
          name: 'The Lantern',
          description: 'A story',
          url: `${origin}/video-list?video=v-1`,
          thumbnailUrl: `${origin}/og/v-1.jpg`,
          uploadDate: video.createdAt,
          duration: 'PT83S',
        },
      },
      { position: 2, url: `${origin}/video-list?video=v-2` },
    ],
  })
})

it('Home describes who runs it', () => {
  const [organization] = readData(render('/'))
  expect(organization).toMatchObject({ '@type': 'Organization', name: 'Baobab', url: `${origin}/` })
})

it('the page of questions describes them as shown', () => {
  const html = render('/faq')
  const [faq] = readData(html)
  const questions = faq?.['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[]
  expect(questions.length).toBeGreaterThan(3)
  for (const { name, acceptedAnswer } of questions) {
    expect(html).toContain(`>${name}<`)
    expect(html).toContain(acceptedAnswer.text)
  }
})

it.each([
  ['/?utm_source=chat', '/'],
  ['/t&c', '/terms'],
  ['/policy?x=1', '/privacy-policy'],
  ['/video-list?search=drum&value=courage', '/video-list'],
  ['/video-list?video=unknown', '/video-list'],
  ['/leaderboard', '/leaderboard?ageCategory=11-20'],
  ['/leaderboard?rows=all&ageCategory=5-10', '/leaderboard?ageCategory=5-10'],
  ['/leaderboard?ageCategory=guess', '/leaderboard?ageCategory=11-20'],
  ['/scholarship?month=2026-01', '/scholarship'],
])('%s has the canonical address %s', (path, canonical) => {
  expect(readCanonical(render(path))).toBe(origin + canonical)
})

it('the page of the draws names the prize if the operator has set one', () => {
  const draws = {
    current: { month: '2026-11', closesAt: '2026-11-30T23:00:00Z', drawsAt: '2026-12-03T12:00:00Z' },
    draws: [],
  }
  expect(render('/scholarship', [draws, { prizeKobo: 10_000_000 }])).toContain('₦100,000')
  expect(render('/scholarship', [draws, { prizeKobo: null }])).not.toContain('₦')
})

it('the page for unknown addresses has a description, but no address or picture', () => {
  const html = renderPage({ name: 'not found', search: new URLSearchParams(), replies: [], origin })
  expect(readCanonical(html)).toBeUndefined()
  expect(html).not.toContain('og:')
  expect(html).toMatch(/<meta name="description" content="The address may be wrong/)
})

it.each([
  [`/certificate/${'a'.repeat(22)}`, 'Certificate | Baobab', 'certificate'],
  ['/scholarship/2026-11', 'November 2026 draw | Baobab', 'scholarship'],
  ['/student/register', 'Sign Up | Baobab', 'home'],
])('the app page %s has a title and a picture in chats', (path, pageTitle, picture) => {
  expect(readTags(renderAppLinkTags(path, origin))).toMatchObject({
    'og:title': pageTitle,
    'og:url': origin + path,
    'og:image': `${origin}/og/${picture}.jpg`,
  })
})

it('pages behind a login have no picture in chats', () => {
  for (const path of ['/student/dashboard', '/admin/login', '/pay-for-child'])
    expect(renderAppLinkTags(path, origin)).toBe('')
})

it('the sitemap lists public pages and videos by their canonical addresses, once each', () => {
  const xml = renderSitemap([[video, makeVideo('a&b')]], origin)
  const addresses = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses).toContain(`${origin}/video-list?video=v-1`)
  expect(addresses).toContain(`${origin}/video-list?video=a%26b`)
  for (const address of addresses.filter((one) => !one.includes('/student/') && !one.includes('?video=')))
    expect(readCanonical(render(address))).toBe(address)
})

it.each([
  ['/video-list?search=%20talking%20%20drum%20&utm_source=x', 'search=talking+drum', ''],
  [`/video-list?search=${'a'.repeat(5000)}`, `search=${'a'.repeat(SEARCH_MAX)}`, ''],
  ['/video-list?search=%20&value=guess&video=', '', ''],
  ['/video-list?value=courage&video=v-1', 'video=v-1&value=courage', 'value=courage'],
  ['/leaderboard?rows=1&ageCategory=guess', '', ''],
  ['/leaderboard?rows=all&ageCategory=5-10', 'ageCategory=5-10&rows=all', 'ageCategory=5-10&rows=all'],
  ['/about?search=drum', '', ''],
])('%s: the page reads %j, of which %j has few values', (path, search, fixedSearch) => {
  const { pathname, searchParams } = new URL(path, origin)
  const found = findPage(pathname, searchParams)
  expect([found?.search.toString(), found?.fixedSearch.toString()]).toEqual([search, fixedSearch])
})

describe('a page with old data', () => {
  const renderOld = (path: string) =>
    renderPage({ name: path, search: new URLSearchParams(), replies: [null], asOf: '2026-11-28T23:05:00.000Z', origin })

  it.each(['/', '/contact', '/video-list', '/leaderboard', '/scholarship'])(
    'B-26 says how old it is, in Lagos time: %s',
    (path) => {
      expect(renderOld(path)).toContain(
        'You are seeing this page as it was on <time dateTime="2026-11-28T23:05:00.000Z">29 November 2026 at 00:05</time>, Lagos time.',
      )
    },
  )

  it('is the only kind that says so', () => {
    expect(render('/')).not.toContain('You are seeing this page as it was')
  })
})

describe('a long list of videos', () => {
  const many = Array.from({ length: 2 * VIDEOS_PER_PAGE + 1 }, (_, at) => makeVideo(`v-${at + 1}`))
  const read = (query: string) => {
    const html = render(`/video-list${query}`, [many])
    const links = [...html.matchAll(/<a [^>]*rel="(prev|next)"[^>]*href="([^"]*)"/g)]
    return {
      titles: [...html.matchAll(/<h2[^>]*>(v-\d+)<\/h2>/g)].map(([, name]) => name),
      links: Object.fromEntries(links.map(([, rel, href]) => [rel, href])),
      canonical: readCanonical(html),
      described: (readData(html)[0] as { itemListElement?: unknown[] }).itemListElement?.length,
    }
  }

  it('has pages with their own addresses, and each video once', () => {
    const [first, second, third] = [read(''), read('?page=2'), read('?page=3')]
    expect([...first.titles, ...second.titles, ...third.titles]).toEqual(many.map(({ _id }) => _id))
    expect(first).toMatchObject({ links: { next: '/video-list?page=2' }, canonical: `${origin}/video-list` })
    expect(second.links).toEqual({ prev: '/video-list', next: '/video-list?page=3' })
    expect(second.canonical).toBe(`${origin}/video-list?page=2`)
    expect(third.links).toEqual({ prev: '/video-list?page=2' })
    expect([first.described, third.described]).toEqual([VIDEOS_PER_PAGE, 1])
  })

  it('shows the last page for a number that is too high, and the first for anything that is not a number', () => {
    expect(read('?page=99')).toEqual(read('?page=3'))
    for (const page of ['0', '1', '-2', '1.5', 'x', '']) expect(read(`?page=${page}`)).toEqual(read(''))
  })

  it('keeps the search on each page, and has no pages if all videos fit on one', () => {
    const { links } = read('?search=v&value=')
    expect(links).toEqual({ next: '/video-list?search=v&amp;page=2' })
    expect(read('?search=v-49')).toMatchObject({ titles: ['v-49'], links: {} })
  })
})
