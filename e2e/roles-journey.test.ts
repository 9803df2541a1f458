// Admins of each role open every admin page: they see the pages of their work, and no page asks for what it may not have.
import { inviteAdmin, logInAdmin, registerAdmin } from '@baobab/contract/accounts-admin.ts'
import { createClient } from '@baobab/contract/client.ts'
import { sendMessage } from '@baobab/contract/contact.ts'
import { notifyAll } from '@baobab/contract/notifications-admin.ts'
import { pagePaths } from '@baobab/contract/pages.ts'
import { adminRoles, type AdminRole } from '@baobab/contract/roles.ts'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { ADMIN, asAdmin } from './people.ts'
import { waitForApp } from './fixtures.ts'
import { startProduct, type Product } from './product.ts'
import { addressOf, prepareVisits, visitorOf, type Visits } from './visits.ts'

/** The menu of each role, as it is written on screen. */
const menus: Record<AdminRole, string[]> = {
  owner: [
    'Home',
    'User Management',
    'Content Management',
    'Scholarship Management',
    'Setting',
    'Question Reports',
    'Fair Play',
    'Corrected Answers',
    'Payments',
    'Notifications',
    'Messages',
    'Team',
    'Audit Log',
    'System',
  ],
  content: ['Home', 'Content Management', 'Scholarship Management', 'Setting', 'Question Reports', 'Corrected Answers'],
  support: ['Home', 'User Management', 'Scholarship Management', 'Setting', 'Fair Play', 'Notifications', 'Messages'],
  finance: ['Home', 'Scholarship Management', 'Setting', 'Payments'],
  auditor: [
    'Home',
    'User Management',
    'Content Management',
    'Scholarship Management',
    'Setting',
    'Question Reports',
    'Fair Play',
    'Corrected Answers',
    'Payments',
    'Notifications',
    'Messages',
    'Team',
    'Audit Log',
    'System',
  ],
}

/** The roles besides the owner that open each page; auditors open every page that is not a form. */
const audiences: Record<string, AdminRole[]> = {
  '/admin/dashboard': ['content', 'support', 'finance', 'auditor'],
  '/admin/scholarship-management': ['content', 'support', 'finance', 'auditor'],
  '/admin/top-students': ['content', 'support', 'finance', 'auditor'],
  '/admin/rehearsal': ['content', 'support', 'finance', 'auditor'],
  '/admin/setting': ['content', 'support', 'finance', 'auditor'],
  '/admin/content-management': ['content', 'auditor'],
  '/admin/videos': ['content', 'auditor'],
  '/admin/series': ['content', 'auditor'],
  '/admin/trivia': ['content', 'auditor'],
  '/admin/trivia/page': ['content', 'auditor'],
  '/admin/trivia/import': ['content', 'auditor'],
  '/admin/reports': ['content', 'auditor'],
  '/admin/regrades': ['content', 'auditor'],
  '/video-upload': ['content'],
  '/trivia-form': ['content'],
  '/admin/user-management': ['support', 'auditor'],
  '/admin/registrations': ['support', 'auditor'],
  '/admin/student': ['support', 'auditor'],
  '/admin/student/merge': ['support'],
  '/admin/fair-play': ['support', 'auditor'],
  '/admin/notification': ['support', 'auditor'],
  '/admin/messages': ['support', 'auditor'],
  '/admin/notification/form': ['support'],
  '/admin/payments': ['finance', 'auditor'],
  '/admin/payment': ['finance', 'auditor'],
  '/admin/team': ['auditor'],
  '/admin/audit-log': ['auditor'],
  '/admin/system': ['auditor'],
}
const mayOpen = (role: AdminRole, path: string) => role === 'owner' || (audiences[path]?.includes(role) ?? false)

/** Buttons and links that change or export something. */
const changes =
  /^(Add|Upload|Update|Delete|Edit|Move|Undo|Template|Export|Make|Create|Record|Check|Send|Mark|Change|Cancel|Disqualify|Restore|Reset|Resend|Invite|Remove|Revoke|Try|Discard|Put|Clear)\b/

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

/** Not the role alone, which logs may contain. */
const usernameOf = (role: AdminRole) => (role === 'owner' ? ADMIN.username : `ada.${role}`)

/** Invites an admin to a role, registers them and logs them in. @returns the token */
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

/** Opens a page in which an admin of a role is logged in as before roles existed, so that the page asks for the role. */
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
const adminPages = pagePaths.filter((path) => visitorOf(path) === 'admin' && path !== '/admin/trivias')

test('every admin page has its roles', () => {
  expect(Object.keys(audiences).toSorted()).toEqual(adminPages.toSorted())
})

for (const role of adminRoles) {
  test(`${role}: opens its pages and no other, and no page asks for what the role may not read`, async ({
    browser,
  }) => {
    const page = await openAs(role, browser)
    const [refused, found]: [string[], string[]] = [[], []]
    page.on('response', (reply) => {
      if (reply.status() === 401 || reply.status() === 403) refused.push(`${reply.request().method()} ${reply.url()}`)
    })
    await page.goto('/admin/dashboard')
    const links = sidebar(page).getByRole('link')
    await expect(links).toHaveText(menus[role].map((label) => new RegExp(`^${label}`)))
    const targets = await links.evaluateAll((all) =>
      all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    )
    for (const path of adminPages) {
      await page.goto(addressOf(path, visits))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      const isOpen = !(await notYours(page).isVisible())
      expect([path, isOpen]).toEqual([path, mayOpen(role, path)])
      if (targets.includes(path)) expect(isOpen).toBe(true)
      // Everyone changes their own account on the page of their settings.
      if (isOpen && path !== '/admin/setting') found.push(...(await findChanges(page)))
    }
    await findInPalette(page, role)
    expect(refused).toEqual([])
    if (role === 'auditor') expect(found).toEqual([])
    else expect(found.length).toBeGreaterThan(0)
    await page.context().close()
  })
}

/** Opens the palette, which lists the pages of a role, and searches only what the role may read. */
async function findInPalette(page: Page, role: AdminRole): Promise<void> {
  await page.goto('/admin/dashboard')
  await waitForApp(page)
  // The palette lists the pages of the role, so that its key does nothing before the role is known.
  await expect(sidebar(page).getByRole('link')).not.toHaveCount(0)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find' })
  const options = palette.getByRole('option')
  for (const label of menus[role]) await expect(options.filter({ hasText: label }).first()).toBeVisible()
  for (const label of menus.owner.filter((one) => !menus[role].includes(one)))
    await expect(options.filter({ hasText: label })).toHaveCount(0)
  await palette.getByRole('combobox').fill(visits.username)
  const mayReadStudents = menus[role].includes('User Management')
  await expect(palette.getByRole('status')).toHaveText(/result|^Nothing found/)
  await expect(palette.getByRole('group', { name: 'Students' })).toHaveCount(mayReadStudents ? 1 : 0)
}

/** Lists the names of the buttons and links on a page that change or export something. */
async function findChanges(page: Page): Promise<string[]> {
  const names = await page
    .getByRole('main')
    .locator('a, button, input[type=submit]')
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute('aria-label') ?? one.textContent.trim()),
    )
  return names.filter((name) => changes.test(name))
}

test('an owner changes a role, and the pages of that admin follow without a new login', async ({ browser }) => {
  const owner = await openAs('owner', browser)
  const page = await openAs('finance', browser)
  await page.goto('/admin/payments')
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible()

  await owner.goto('/admin/team')
  await owner.getByRole('button', { name: 'Change role of ada.finance' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Which role does ada.finance get?' })
  await expect(dialog.getByRole('radio', { name: /^Finance/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /^Content/ }).check()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(owner.getByText('The role has been changed.').first()).toBeVisible()
  await expect(owner.getByRole('row', { name: /finance@baobab/ })).toContainText('Content')

  await page.reload()
  await expect(notYours(page)).toBeVisible()
  await expect(sidebar(page).getByRole('link')).toHaveText(menus.content.map((label) => new RegExp(`^${label}`)))
  await page.getByRole('link', { name: 'Content Management' }).filter({ visible: true }).click()
  await expect(page.getByRole('link', { name: 'Add Video' })).toBeVisible()
  for (const one of [owner, page]) await one.context().close()
})
