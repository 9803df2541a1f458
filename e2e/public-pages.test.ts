// Visitors' pages without scripts: complete, readable, and without anybody's name. What applies to pages with scripts is in pages.test.ts.
import { answerQuestion, finishAttempt, startAttempt } from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFit } from './fit.ts'
import { expect, openFor, test, waitForApp } from './fixtures.ts'
import { ADMIN, registration } from './people.ts'
import { content, countAbout, freeCount } from './starters.ts'

/** The public pages, each with its heading and a sentence near its end. */
const pages = [
  ['/', 'Watch. Answer. Rise.', 'All of this is invented.'],
  ['/about', 'About Us', 'All of this is invented.'],
  ['/faq', 'Frequently asked questions', 'What can other people see about me?'],
  ['/contact', 'Contact Us', 'Write to us together with a parent'],
  ['/terms', 'Terms and conditions', 'Changes'],
  ['/t&c', 'Terms and conditions', 'Changes'],
  ['/privacy-policy', 'Privacy policy', 'Changes'],
  ['/policy', 'Privacy policy', 'Changes'],
  ['/video-list', 'Videos', 'Show Trivia'],
  ['/leaderboard', 'Top 1000 Students', 'Read the full rules'],
  ['/scholarship', 'Scholarship draws', 'The first list is made when this month ends.'],
  ['/no-such-page', 'This page is not here', 'See all videos'],
] as const

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 560 } })

  test('each page is complete', async ({ page }) => {
    for (const [path, heading, ending] of pages)
      await test.step(path, async () => {
        await page.goto(path)
        await expect.soft(page.getByRole('heading', { level: 1 }), path).toContainText(heading)
        await expect.soft(page.getByText(ending).filter({ visible: true }).first(), path).toBeVisible()
        await page.locator('details.amenu > summary').click()
        const menu = page.getByRole('navigation', { name: 'Menu' })
        await expect.soft(menu.getByRole('link', { name: 'Contact' }), path).toBeVisible()
      })
  })

  test('Home shows its videos, says whether an answer is right, and opens each question separately', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: /^Watch Video: / })).toHaveCount(3)
    const right = page.getByText('Right!')
    const wrong = page.getByText(/^Not quite\./).filter({ visible: true })
    await expect(right).toBeHidden()
    await page.getByText('Leave it there and walk on').click()
    await expect(wrong).toHaveText('Not quite. Anybody could take it there. Try again.')
    await expect(right).toBeHidden()
    await page.getByText('Look for the owner').click()
    await expect(right).toBeVisible()
    await expect(wrong).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Take Quiz' })).toBeVisible()
    const answer = page.getByText('Anyone in Nigeria aged 5 to 20.')
    await expect(answer).toBeVisible()
    await page.getByText('How much data does one video use?').click()
    await expect(page.getByText('Nothing is downloaded until you press play.')).toBeVisible()
    await expect(answer).toBeHidden()
  })

  test('the list of videos plays the free ones and can be searched by word and value', async ({ page }) => {
    await page.goto('/video-list')
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(content.length)
    await expect(cards.first().getByRole('listitem')).toHaveText(['Honesty', 'Responsibility'])
    await expect(page.locator('video[controls][preload="none"]')).toHaveCount(freeCount)
    await expect(page.getByRole('link', { name: /^Make a Payment of #1000: / })).toHaveCount(content.length - freeCount)
    await page.getByLabel('Search videos').fill('danladi')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(cards).toHaveCount(1)
    await expect(page.getByText('1 video found')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(cards).toHaveCount(content.length)
    await page.getByLabel('About', { exact: true }).selectOption('Hard work')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(cards).toHaveCount(countAbout('hard-work'))
    await page.goto('/video-list?search=zzz')
    await expect(page.getByText('No video matches your search')).toBeVisible()
  })

  test('a video has its own address, with its title', async ({ page }) => {
    await page.goto('/')
    const link = page.getByRole('link', { name: /^Watch Video: / }).nth(1)
    const title = ((await link.getAttribute('aria-label')) ?? '').replace('Watch Video: ', '')
    await link.click()
    await expect(page.getByRole('article').first()).toContainText(title)
    await expect(page).toHaveTitle(`${title} | Baobab`)
    const address = new URL(page.url())
    const canonical = await page.locator('link[rel="canonical"]').getAttribute('href')
    expect(canonical).toBe(`${address.origin}/video-list${address.search}`)
  })

  test('a link to a video shows its title and poster in a chat, and describes the video to search engines', async ({
    page,
    request,
  }) => {
    const [video] = await createClient({ baseUrl: new URL((await page.goto('/'))?.url() ?? '').origin })(listVideos, {})
    await page.goto(`/video-list?video=${video?._id}`)
    expect(await readTag(page, 'og:title')).toBe(`${video?.title} | Baobab`)
    expect(await readTag(page, 'og:description')).toBe(video?.description)
    expect(await readTag(page, 'og:url')).toBe(page.url())
    await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image')
    const picture = await readTag(page, 'og:image')
    expect(new URL(picture).pathname).toBe(`/og/${video?._id}.jpg`)
    const reply = await request.get(picture)
    expect(reply.headers()['content-type']).toBe('image/jpeg')
    expect((await reply.body()).length).toBeLessThan(100_000)
    const data = page.locator('script[type="application/ld+json"]')
    expect(JSON.parse((await data.textContent()) ?? '')).toMatchObject({ '@type': 'VideoObject', name: video?.title })
  })

  test('the leaderboard links from one age category to the other', async ({ page }) => {
    await page.goto('/leaderboard')
    await expect(page.getByText('Ages 11-20. Only usernames, drawn pictures and scores are shown.')).toBeVisible()
    await page.getByRole('link', { name: '5-10' }).click()
    await expect(page.getByText('Ages 5-10. Only usernames, drawn pictures and scores are shown.')).toBeVisible()
  })

  test('Contact says that its form needs scripts, and sends nothing', async ({ page }) => {
    await page.goto('/contact')
    await expect(page.locator('noscript .note')).toContainText('This form needs JavaScript.')
    await expect(page.locator('noscript .note')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeDisabled()
  })
})

const readTag = async (page: Page, property: string) =>
  (await page.locator(`meta[property="${property}"]`).getAttribute('content')) ?? ''

test.describe('with script', () => {
  test.use({ viewport: { width: 360, height: 560 } })

  test('data blocks for search engines violate no content policy', async ({ page }) => {
    const reports: string[] = []
    page.on('console', (message) => message.type() === 'error' && reports.push(message.text()))
    for (const [path, kinds] of [
      ['/', ['Organization']],
      ['/faq', ['FAQPage']],
      ['/video-list', ['ItemList']],
    ] as const) {
      await page.goto(path)
      const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
      expect(blocks.map((json) => (JSON.parse(json) as { '@type': string })['@type'])).toEqual(kinds)
    }
    expect(reports).toEqual([])
  })

  test('Escape or a link within the same page closes the menu', async ({ page }) => {
    await page.goto('/')
    const menu = page.locator('details.amenu')
    const heading = page.getByRole('heading', { level: 1 })
    const place = await heading.boundingBox()
    await menu.locator('summary').click()
    // The menu opens over the page.
    expect(await heading.boundingBox()).toEqual(place)
    await page.keyboard.press('Escape')
    await expect(menu).not.toHaveAttribute('open')
    await expect(menu.locator('summary')).toBeFocused()
    await menu.locator('summary').click()
    await menu.getByRole('link', { name: 'FAQ' }).click()
    await expect(page).toHaveURL(/#faq$/)
    await expect(menu).not.toHaveAttribute('open')
  })

  test('a message is checked and sent once, and failures keep what was typed', async ({ page }) => {
    await page.goto('/contact')
    const send = page.getByRole('button', { name: 'Send Message' })
    await send.click()
    await expect(page.getByText('First name is required')).toBeVisible()
    await expect(page.getByLabel('First Name')).toBeFocused()
    await page.getByLabel('First Name').fill('Ada')
    await expect(page.getByText('First name is required')).toBeHidden()
    await page.getByLabel('Last Name').fill('Obi')
    await page.getByLabel('Email').fill('ada@home')
    await page.getByLabel('Message').fill('When is the draw?')
    await expect(page.getByText('Invalid email')).toBeVisible()
    await page.getByLabel('Email').fill('ada@home.example')
    await expect(page.getByText('Invalid email')).toBeHidden()
    await page.route('**/contact/api/contact', (route) => route.abort())
    await send.click()
    // "Contact failure | 'Failed to send message. Please try again later.'", then what the connection has to do with it.
    await expect(page.getByRole('alert')).toHaveText(
      /^Failed to send message\. Please try again later\. No connection\. Check your network/,
    )
    await expectAccessible(page)
    await expect(page.getByLabel('Message')).toHaveValue('When is the draw?')
    await page.unroute('**/contact/api/contact')
    await send.click()
    // "Contact success shows the server message in an alert, then clears the form."
    await expect(page.getByRole('alert')).toHaveText('Thank you. Your message has been sent. We will reply by email.')
    await expect(page.getByLabel('Message')).toHaveValue('')
  })

  test('a logged-in student finds the dashboard, and the app leads to these pages and back', async ({
    studentPage: page,
  }) => {
    await page.goto('/about')
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Login' })).toBeHidden()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
    // Until the app has started, the styles that hide one of two such links may be missing. The page is not painted without them.
    await waitForApp(page)
    await page.getByRole('link', { name: 'Baobab home' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /Watch/ })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
  })
})

test('a running quiz is shown on the public pages with its clock, and nothing is requested for visitors', async ({
  page: visitorPage,
  browser,
  student,
  productUrl,
}) => {
  const asked: string[] = []
  visitorPage.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visitorPage.goto('/about')
  await visitorPage.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])

  const [video] = await student.call(listVideos, {})
  const params = { videoTitle: video?.title ?? '', ageCategory: '11-20' } as const
  const page = await openFor(student, browser, productUrl)
  await page.setViewportSize({ width: 360, height: 560 })
  await page.goto('/about')
  const bar = page.getByRole('complementary', { name: 'Running quiz' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await student.call(startAttempt, { params })
  for (const path of ['/', '/about', '/contact', '/terms', '/policy']) {
    await page.goto(path)
    await expect(bar).toContainText(params.videoTitle)
    await expect(bar.getByRole('timer')).toHaveAccessibleName(/^0[01]:\d\d left$/)
  }
  const before = await bar.getByRole('timer').innerText()
  await expect(bar.getByRole('timer')).not.toHaveText(before)
  await expectAccessible(page)
  await expectFit(page)
  await bar.getByRole('link', { name: `Continue the quiz of ${params.videoTitle}` }).click()
  await expect(page.getByRole('radio')).toHaveCount(4)

  await student.call(finishAttempt, { params })
  const listed = page.waitForResponse('**/api/trivia/attempts')
  await page.goto('/about')
  await (await listed).finished()
  await expect(bar).toHaveCount(0)
  await page.context().close()
})

// "Route table: […] /video-list ; […] /leaderboard"
test('a logged-in student is sent from the public lists to those of the app', async ({ studentPage: page }) => {
  for (const [path, inApp] of [
    ['/video-list', '/student/videos'],
    ['/video-list?value=honesty', '/student/videos?value=honesty'],
    ['/leaderboard?ageCategory=5-10', '/student/scholarship?ageCategory=5-10'],
    ['/scholarship', '/student/draws'],
  ] as const) {
    await page.goto('/about')
    await page.goto(path)
    await page.waitForURL((url) => url.pathname + url.search === inApp)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goBack()
    await page.waitForURL('**/about')
  }
})

test('a page is sent again only if it has changed, and its address is the same for all its copies', async ({
  request,
}) => {
  const first = await request.get('/')
  const etag = first.headers()['etag'] ?? ''
  expect(first.headers()['cache-control']).toBe('no-cache')
  // Proxies that compress replies turn the ETag into a weak one, and a browser may name several.
  for (const tags of [etag, `W/${etag}`, `"another", ${etag}`])
    expect((await request.get('/', { headers: { 'if-none-match': tags } })).status(), tags).toBe(304)
  expect((await request.get('/', { headers: { 'if-none-match': '"another"' } })).status()).toBe(200)
  const policy = await request.get('/policy')
  expect(await policy.text()).toMatch(/<link rel="canonical" href="http:[^"]+\/privacy-policy"\/>/)
})

/** Follows robots.txt to the sitemap. Returns the site's origin and all addresses. */
async function readSitemap(request: APIRequestContext): Promise<[origin: string, addresses: string[]]> {
  const rules = await (await request.get('/robots.txt')).text()
  const { origin, pathname } = new URL(/^Sitemap: (.+)$/m.exec(rules)?.[1] ?? '')
  const xml = await (await request.get(pathname)).text()
  return [origin, [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)]
}

test('a page names no person, and is the same for a logged-in student', async ({ student, request }) => {
  const [video] = await student.call(listVideos, {})
  const params = { videoTitle: video?.title ?? '', ageCategory: '11-20' } as const
  const { questions } = await student.call(startAttempt, { params })
  for (const { _id: triviaId, options } of questions)
    await student.call(answerQuestion, { params, body: { triviaId, answer: options[0] ?? '' } })
  const { number, address } = registration()
  const secrets = [student.email, student.studentId, student.token, number, address, ADMIN.username, ADMIN.email]
  const read = async (path: string, headers: Record<string, string> = {}) =>
    (await request.get(path, { headers: { accept: 'text/html', ...headers } })).text()
  const [origin, addresses] = await readSitemap(request)
  expect(addresses.length).toBeGreaterThan(10)
  const pictures = new Set<string>()
  for (const address of addresses) {
    expect(address.startsWith(`${origin}/`)).toBe(true)
    const html = await read(address.slice(origin.length))
    if (!address.includes('/leaderboard')) expect(html).not.toContain(student.username)
    for (const secret of secrets) expect(html + address).not.toContain(secret)
    expect(html).toContain(`<meta property="og:url" content="${address}"/>`)
    pictures.add(/<meta property="og:image" content="([^"]*)"\/>/.exec(html)?.[1] ?? '')
  }
  expect(pictures.size).toBe(3 + content.length)
  for (const picture of pictures) {
    expect(picture).toMatch(/\/og\/(home|leaderboard|scholarship|[0-9a-f-]{36})\.jpg$/)
    expect((await request.get(picture.slice(origin.length))).status()).toBe(200)
  }
  const login = { authorization: `Bearer ${student.token}`, cookie: `authToken=${student.token}` }
  for (const [path] of pages) {
    const html = await read(path)
    for (const secret of secrets) expect(html).not.toContain(secret)
    if (path !== '/leaderboard') expect(html).not.toContain(student.username)
    // Another test may change the leaderboard between two requests.
    await expect(async () => expect(await read(path, login)).toBe(await read(path))).toPass()
  }
})

test('a visitor who uses another name for this machine is redirected to PUBLIC_URL, but programs are not', async ({
  productUrl,
  request,
}) => {
  const other = productUrl.replace('localhost', '127.0.0.1')
  const ask = async (path: string, accept: string) => {
    const reply = await request.get(other + path, { headers: { accept }, maxRedirects: 0 })
    return reply.headers()['location'] ?? reply.status()
  }
  expect(await ask('/video-list?page=2', 'text/html')).toBe(`${productUrl}/video-list?page=2`)
  expect(await ask('/student/login', 'text/html')).toBe(`${productUrl}/student/login`)
  for (const path of ['/healthz', '/readyz', '/api/videos', '/robots.txt'])
    expect(await ask(path, 'text/html')).toBe(200)
  expect(await ask('/', '*/*')).toBe(200)
})
