// Admins of each role open every admin page: they see the pages for their work, and no page requests what it may not have.
import { inviteAdmin, logInAdmin, registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { notifyAll } from '@baobab/contract/notifications/admin.ts'
import { adminPages, mayOpen } from '@baobab/contract/kernel/admin-pages.ts'
import { adminMenuGroups } from '@baobab/contract/kernel/page.ts'
import { adminRoles, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { ADMIN, asAdmin } from './people.ts'
import { waitForApp } from './fixtures.ts'
import { startProduct, type Product } from './product.ts'
import { addressOf, prepareVisits, type Visits } from './visits.ts'

/** Lists the entries of a role's menu as shown on screen, the main ones first. */
function listMenu(role: AdminRole): string[] {
  const entries = adminPages.filter((page) => 'menu' in page).filter(({ path }) => mayOpen(role, path))
  return (['main', ...adminMenuGroups] as const).flatMap((group) =>
    entries.filter(({ menu }) => menu.group === group).map(({ title }) => title),
  )
}

/** Buttons and links that change or export something. */
const changes =
  /^(Add|Upload|Update|Delete|Edit|Move|Undo|Template|Export|Make|Create|Record|Refund|Check|Send|Mark|Change|Cancel|Disqualify|Restore|Reset|Resend|Invite|Remove|Revoke|Try|Discard|Put|Clear)\b/

let product: Product
let visits: Visits
let tokens: Record<AdminRole, string>
test.beforeAll(async () => {
  product = await startProduct()
  const anyone = createClient({ baseUrl: product.url })
  await anyone(registerAdmin, { body: ADMIN })
  visits = await prepareVisits(product.url)
  const owner = await asAdmin(product.url)
  const message = { firstName: 'Ada', lastName: 'Obi', email: 'ada@home.example', message: 'When is the draw?' }
  await anyone(sendMessage, { body: message })
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  const notification = { title: 'The draw is near', update: 'scholarship', description: 'Answer today.' } as const
  await owner.call(notifyAll, { body: { ...notification, method: 'in-app', publishAt } })
  const others = await Promise.all(adminRoles.slice(1).map(async (role) => [role, await join(role, owner)] as const))
  tokens = Object.fromEntries([['owner', owner.token], ...others]) as Record<AdminRole, string>
})
test.afterAll(() => product.remove())

/** The username has more than the role, because logs may contain the role but no username. */
const usernameOf = (role: AdminRole) => (role === 'owner' ? ADMIN.username : `ada.${role}`)

/**
 * Invites an admin to a role, registers them and logs them in.
 * @returns the token
 */
async function join(role: AdminRole, owner: Awaited<ReturnType<typeof asAdmin>>): Promise<string> {
  const email = `${role}@baobab.example`
  await owner.call(inviteAdmin, { body: { email, role } })
  const anyone = createClient({ baseUrl: product.url })
  let invitation = ''
  await expect(async () => {
    const reply = await fetch(`${product.url}/sandbox/mailbox/messages?to=${email}`)
    const [mail] = (await reply.json()) as { text: string }[]
    invitation = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(invitation).not.toBe('')
  }).toPass()
  await anyone(registerAdmin, { body: { username: usernameOf(role), email, password: ADMIN.password, invitation } })
  return (await anyone(logInAdmin, { body: { email, password: ADMIN.password } })).authToken
}

/** Opens a page with an admin of a role logged in as before roles existed, so that the page asks for the role. */
async function openAs(role: AdminRole, browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(
    ([token, name]) => {
      sessionStorage.setItem('adminAuthToken', token ?? '')
      sessionStorage.setItem('adminUsername', name ?? '')
    },
    [tokens[role], usernameOf(role)],
  )
  return page
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Admin pages' }).filter({ visible: true })
const notYours = (page: Page) => page.getByRole('heading', { name: 'This page is not part of your role' })
/** Without `/admin/trivias`, which is the second tab of `/admin/content-management`. */
const pages = adminPages
  .filter(({ who }) => who !== 'anyone')
  .map(({ path }) => path)
  .filter((path) => path !== '/admin/trivias')

/** Checks a role's menu, and returns the paths of its links. */
async function readMenu(page: Page, role: AdminRole): Promise<string[]> {
  const links = sidebar(page).getByRole('link')
  await expect(links).toHaveText(listMenu(role).map((label) => new RegExp(`^${label}`)))
  return links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
}

/** Navigates the app to an address, like its links do. It moves the focus to the main part once the page is shown. */
const lead = (page: Page, address: string) =>
  page.evaluate(
    (to) =>
      new Promise<void>((resolve) => {
        ;(document.activeElement as HTMLElement | null)?.blur()
        document.getElementById('main')?.addEventListener('focus', () => resolve(), { once: true })
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }),
    address,
  )

// So a page has the same guard and sends the same requests, whether it is loaded or navigated to.
test('all admin pages are one document, which requests nothing by itself', async ({ request }) => {
  const read = async (path: string) =>
    (await request.get(product.url + addressOf(path, visits), { headers: { accept: 'text/html' } })).text()
  const [first = '', ...others] = await Promise.all(pages.map(read))
  expect(first).not.toMatch(/<html[^>]* data-early=/)
  expect(others.filter((html) => html !== first)).toEqual([])
})

// pages.test.ts loads every page as the owner.
test('owner: has its menu, and finds every page', async ({ browser }) => {
  const page = await openAs('owner', browser)
  await page.goto('/admin/dashboard')
  await readMenu(page, 'owner')
  await findInPalette(page, 'owner')
  await page.context().close()
})

for (const role of adminRoles.filter((one) => one !== 'owner'))
  test(`${role}: opens only its own pages, and no page requests what the role may not read`, async ({ browser }) => {
    const page = await openAs(role, browser)
    const [refused, found]: [string[], string[]] = [[], []]
    page.on('response', (reply) => {
      if (reply.status() === 401 || reply.status() === 403) refused.push(`${reply.request().method()} ${reply.url()}`)
    })
    // When the app loads a page that is not the role's, it does not know the role yet.
    const first = pages.find((path) => !mayOpen(role, path)) ?? ''
    await page.goto(addressOf(first, visits))
    await expect(notYours(page)).toBeVisible()
    const targets = await readMenu(page, role)
    for (const path of pages.filter((one) => one !== first)) {
      await lead(page, addressOf(path, visits))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      const isOpen = !(await notYours(page).isVisible())
      expect.soft(isOpen, `${role} opens ${path}`).toBe(mayOpen(role, path))
      if (targets.includes(path)) expect.soft(isOpen, `the menu of ${role} leads to ${path}`).toBe(true)
      // Everyone can change their own account on their settings page.
      const changing = isOpen && path !== '/admin/setting' ? await findChanges(page) : []
      if (role === 'auditor') expect.soft(changing, `${path} offers an auditor no change`).toEqual([])
      found.push(...changing)
      expect.soft(refused.splice(0), `${path} asks for what ${role} may not read`).toEqual([])
    }
    await findInPalette(page, role)
    expect(refused).toEqual([])
    if (role !== 'auditor') expect(found.length).toBeGreaterThan(0)
    await page.context().close()
  })

/** Opens the palette, which lists a role's pages and searches only what the role may read. */
async function findInPalette(page: Page, role: AdminRole): Promise<void> {
  await waitForApp(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find' })
  const options = palette.getByRole('option')
  for (const label of listMenu(role)) await expect(options.filter({ hasText: label }).first()).toBeVisible()
  for (const label of listMenu('owner').filter((one) => !listMenu(role).includes(one)))
    await expect(options.filter({ hasText: label })).toHaveCount(0)
  await palette.getByRole('combobox').fill(visits.username)
  const mayReadStudents = listMenu(role).includes('User Management')
  await expect(palette.getByRole('status')).toHaveText(/result|^Nothing found/)
  await expect(palette.getByRole('group', { name: 'Students' })).toHaveCount(mayReadStudents ? 1 : 0)
}

/** Lists the names of a page's buttons and links that change or export something. */
async function findChanges(page: Page): Promise<string[]> {
  const names = await page
    .getByRole('main')
    .locator('a, button, input[type=submit]')
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute('aria-label') ?? one.textContent.trim()),
    )
  return names.filter((name) => changes.test(name))
}

test("an owner changes a role, and that admin's pages follow without a new login", async ({ browser }) => {
  const owner = await openAs('owner', browser)
  const page = await openAs('finance', browser)
  await page.goto('/admin/payments')
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible()

  await owner.goto('/admin/team')
  await owner.getByRole('button', { name: 'Change role of ada.finance' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Change role of ada.finance' })
  await dialog.getByRole('checkbox', { name: /^Finance/ }).uncheck()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog.getByText('Please choose a role.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /^Content/ }).check()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(owner.getByText('The role has been changed.').first()).toBeVisible()
  await expect(owner.getByRole('row', { name: /finance@baobab/ })).toContainText('Content')

  await page.reload()
  await expect(notYours(page)).toBeVisible()
  await expect(sidebar(page).getByRole('link')).toHaveText(listMenu('content').map((label) => new RegExp(`^${label}`)))
  await page.getByRole('link', { name: 'Content Management' }).filter({ visible: true }).click()
  await expect(page.getByRole('link', { name: 'Add Video' })).toBeVisible()

  // One person of a small team may have several roles.
  await owner.getByRole('button', { name: 'Change role of ada.finance' }).click()
  await dialog.getByRole('checkbox', { name: /^Finance/ }).check()
  await expect(dialog.getByRole('checkbox', { name: /^Content/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(owner.getByRole('row', { name: /finance@baobab/ })).toContainText('Content and Finance')
  await page.goto('/admin/payments')
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible()
  const isOf = (label: string) => listMenu('content').includes(label) || listMenu('finance').includes(label)
  await expect(sidebar(page).getByRole('link')).toHaveText(
    listMenu('owner')
      .filter(isOf)
      .map((label) => new RegExp(`^${label}`)),
  )
  for (const one of [owner, page]) await one.context().close()
})
