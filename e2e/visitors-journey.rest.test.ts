// Visitors come while the database is locked, and while nobody can connect to it: they see the last version of each page, which says how
// old it is.
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { expectAccessible } from './accessibility.ts'
import { expectFit } from './fit.ts'
import { expect } from './fixtures.ts'
import { test } from './own-product.ts'
import { openDatabase } from './product.ts'

const paths = ['/', '/video-list', '/video-list?value=honesty', '/leaderboard', '/scholarship', '/contact', '/about']
const AS_OF = 'x-served-as-of'
const accept = { accept: 'text/html' }

test("B-26 visitors' pages work while the database is locked or down, and say how old they are", async ({
  page,
  request,
  student,
  ownProduct,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const read = async (path: string) => {
    const reply = await request.get(path, { headers: accept })
    return { status: reply.status(), asOf: reply.headers()[AS_OF], text: await reply.text() }
  }
  /** Reads a page that is up to date. A busy machine may first need more time than visitors wait. */
  const untilNew = async (path: string) => {
    let last = await read(path)
    await expect(async () => {
      if (last.asOf !== undefined) last = await read(path)
      expect(last).toMatchObject({ status: 200, asOf: undefined })
    }).toPass()
    return last.text
  }
  for (const path of paths) await untilNew(path)
  const database = await openDatabase(ownProduct)
  // A change made directly in the database shows at once, like any other.
  await database.query(
    `insert into product_settings (name, value, changed_at, changed_by)
     select 'supportPhone', '"+2348000000001"', now(), id from admins limit 1`,
  )
  expect(await untilNew('/contact')).toContain('+2348000000001')
  const note = page.getByText('We cannot load the newest data at the moment.')

  // A change was announced, so the list has to be made again, but that is impossible now.
  await database.query('update videos set position = position + 1')
  await database.query('begin; lock table videos, product_settings, draws in access exclusive mode')
  for (let times = 0; times < 150; times += 1) expect((await read('/')).status).toBe(200)
  await page.goto('/')
  await expect(note).toBeVisible()
  await expectAccessible(page)
  await expectFit(page)
  await database.query('rollback')
  await untilNew('/')
  await database.end()

  const outside = await openDatabase(ownProduct, 'postgres')
  await outside.query('alter database baobab with allow_connections false')
  await outside.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'baobab'")
  for (const path of paths) {
    const { status, asOf, text } = await read(path)
    expect([path, status]).toEqual([path, 200])
    expect([path, text.includes('You are seeing this page as it was on')]).toEqual([path, asOf !== undefined])
    // A page without data from the database is never old, and ranks stay in memory for a while.
    if (path !== '/leaderboard') expect([path, asOf !== undefined]).toEqual([path, true])
  }
  await expect(async () => expect((await read('/leaderboard')).asOf).toBeDefined()).toPass()
  const refusal = await student.call(listVideos, {}).catch((error: unknown) => error)
  expect(refusal instanceof ApiError && refusal.status).toBe(503)
  for (const path of paths.slice(0, 5)) {
    await page.goto(path)
    await expect(note).toBeVisible()
    await expectFit(page)
  }
  await outside.query('alter database baobab with allow_connections true')
  for (const path of paths) await untilNew(path)
  await page.goto('/')
  await expect(note).toHaveCount(0)
  await outside.end()
})
