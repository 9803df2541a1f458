// An admin uses only the keyboard in the lists of a product with many rows: opens each list, filters, sorts and selects, opens a row and
// comes back. By default with a few thousand students, because the time goes into Tab presses, not the server; `MANY_STUDENTS=100000 npx
// playwright test many-rows` does the same with the number of students that the product is made for.
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { test, type Page, type Request } from '@playwright/test'
import { expectFitsWidth, laptop, phone } from './fit.ts'
import { expect, openForAdmin, waitForApp } from './fixtures.ts'
import { tabTo } from './keyboard.ts'
import { ADMIN, makeStudent } from './people.ts'
import { queryDatabase, startProduct, type Product } from './product.ts'

const MANY = Number(process.env['MANY_STUDENTS'] ?? 3_000)

let product: Product
test.beforeAll(async () => {
  test.setTimeout(600_000)
  product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
  await fill((await makeStudent(product.url)).username)
})
test.afterAll(() => product.remove())

/** Inserts copies of an existing student, each with a payment, a notification, a message and an audit log line. */
async function fill(username: string): Promise<void> {
  const numbers = 'generate_series(1, $1::integer) n'
  const statements = [
    `insert into students select (jsonb_populate_record(s, jsonb_build_object('id', md5('student' || n)::uuid,
       'username', 'many' || n, 'username_key', 'many' || n, 'email', 'many' || n || '@many.example',
       'email_key', 'many' || n || '@many.example', 'gender', (array['female', 'male'])[1 + n % 2],
       'created_at', now() - n * interval '1 minute'))).*
     from students s, ${numbers} where s.username = '${username}'`,
    `insert into payments (student_id, reference, amount_kobo, state, opened_at)
     select md5('student' || n)::uuid, 'many-' || n, 100000 + n, 'opened', now() - n * interval '1 minute' from ${numbers}`,
    `insert into notices (audience, student_id, title, description, type, method, admin_id, created_at, publish_at, published_at)
     select 'student', md5('student' || n)::uuid, 'Notification ' || n, 'Hello.', 'announcement', 'in-app', admins.id, now(),
       now() - n * interval '1 minute', now() - n * interval '1 minute' from admins, ${numbers}`,
    `insert into contact_messages (first_name, last_name, email, message, created_at)
     select 'Writer', 'Many' || n, 'many' || n || '@many.example', 'When is the draw?', now() - n * interval '1 minute'
     from ${numbers}`,
    `insert into audit_lines (admin_id, action, subject, details, at)
     select admins.id, 'student.extra_time_set', md5('student' || n)::uuid::text, '{}', now() - n * interval '1 minute'
     from admins, ${numbers}`,
  ]
  for (const statement of statements) await queryDatabase(product, statement, [MANY])
  await queryDatabase(product, 'analyze')
}

type Choice = { control: RegExp; keys: string[]; address: RegExp }

type List = {
  path: string
  /** A control that filters the list, and the keys that choose: on a button or in a list of options. */
  filter: Choice
  sort?: { laptop: Choice; phone: Choice }
  /** The checkbox of the first row, and what the selection says then. */
  pick?: { row: RegExp; selected: string }
  /** The link that opens the first row, and the address it leads to. */
  link: RegExp
  opened: RegExp
}

const lists: Record<string, List> = {
  students: {
    path: '/admin/user-management',
    filter: { control: /^Females$/, keys: ['Enter'], address: /filter=females/ },
    // On a laptop, table headers sort the list; on a phone, a list of orders does.
    sort: {
      laptop: { control: /^Username/, keys: ['Enter'], address: /sort=/ },
      phone: { control: /^Sort by/, keys: ['ArrowUp'], address: /sort=/ },
    },
    pick: { row: /^Select many\d+$/, selected: '1 student selected' },
    link: /^View Details of many\d+/,
    opened: /\/admin\/student\?/,
  },
  videos: {
    path: '/admin/videos?view=table',
    filter: { control: /^Access/, keys: ['ArrowDown'], address: /access=/ },
    pick: { row: /^Select (?!all rows)/, selected: '1 video selected' },
    link: /^Update /,
    opened: /\/admin\/videos\?video=/,
  },
  payments: {
    path: '/admin/payments',
    filter: { control: /^Status/, keys: ['ArrowDown'], address: /state=/ },
    pick: { row: /^Select many-\d+$/, selected: '1 payment selected' },
    link: /^History of many-\d+/,
    opened: /\/admin\/payment\?/,
  },
  notifications: {
    path: '/admin/notification',
    filter: { control: /^Update/, keys: ['ArrowDown'], address: /update=announcement/ },
    pick: { row: /^Select Notification \d+ to many\d+$/, selected: '1 notification selected' },
    link: /^many\d+$/,
    opened: /\/admin\/student\?/,
  },
  messages: {
    path: '/admin/messages',
    filter: { control: /^Open$/, keys: ['Enter'], address: /show=open/ },
    pick: { row: /^Select the message from Writer Many\d+$/, selected: '1 message selected' },
    link: /Writer Many\d+/,
    opened: /message=/,
  },
  audit: {
    path: '/admin/audit-log',
    filter: { control: /^Admin/, keys: ['ArrowDown'], address: /admin=/ },
    link: /^many\d+$/,
    opened: /\/admin\/student\?/,
  },
}

/** Skips past the menu to the main content with the page's first link. */
async function skipToMain(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await tabTo(page, /^Skip to main content$/, 3)
  await page.keyboard.press('Enter')
}

/** Chooses something, and waits until the list has been loaded again: a new list would drop the next selection. */
async function pressOn(page: Page, { control, keys, address }: Choice): Promise<void> {
  const open = new Set<Request>()
  const isCall = (request: Request) => request.resourceType() === 'fetch'
  const begin = (request: Request) => void (isCall(request) && open.add(request))
  const end = (request: Request) => void open.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await tabTo(page, control)
  for (const key of keys) await page.keyboard.press(key)
  await expect(page).toHaveURL(address)
  // The request follows the address in the next frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect.poll(() => open.size).toBe(0)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}

async function walk(
  page: Page,
  size: 'laptop' | 'phone',
  { path, filter, sort, pick, link, opened }: List,
): Promise<void> {
  await page.goto(path)
  await waitForApp(page)
  const first = pick ? page.getByRole('checkbox', { name: pick.row }) : page.getByRole('link', { name: link })
  await expect(first.first()).toBeVisible()
  await skipToMain(page)
  await pressOn(page, filter)
  if (sort) await pressOn(page, sort[size])
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectFitsWidth(page)
  if (pick) {
    await tabTo(page, pick.row)
    await page.keyboard.press('Space')
    await expect(page.getByRole('group', { name: 'Selected rows' })).toContainText(pick.selected)
    await expectFitsWidth(page)
  }
  const left = page.url()
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(opened)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectFitsWidth(page)
  // A browser without a window has no key for going back.
  await page.goBack()
  await expect.poll(() => page.url()).toBe(left)
  await expect(first.first()).toBeVisible()
}

for (const [name, size] of [
  ['laptop', laptop],
  ['phone', phone],
] as const)
  test(`the lists of a product with many rows can be used with only the keyboard, on a ${name}`, async ({
    browser,
  }) => {
    const page = await openForAdmin(browser, product.url)
    await page.setViewportSize(size)
    for (const [list, way] of Object.entries(lists)) await test.step(list, () => walk(page, name, way))
    await page.context().close()
  })
