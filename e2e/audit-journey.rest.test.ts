// An admin answers a message, changes the price and finds both in the audit log; a parent and a student see the results.
import { logInAdmin, registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { changeSettings } from '@baobab/contract/settings/endpoints.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { expectFit, phone } from './fit.ts'
import { openFor } from './fixtures.ts'
import { ADMIN, makeStudent } from './people.ts'
import { startProduct, type Product } from './product.ts'

let product: Product
let token = ''
test.beforeAll(async () => {
  // A separate product, because other tests depend on the price.
  product = await startProduct()
  const anyone = createClient({ baseUrl: product.url })
  await anyone(registerAdmin, { body: ADMIN })
  token = (await anyone(logInAdmin, { body: { email: ADMIN.email, password: ADMIN.password } })).authToken
})
test.afterAll(() => product.remove())
test.afterEach(async () => {
  const call = createClient({ baseUrl: product.url, token: () => token })
  await call(changeSettings, { body: { priceKobo: 100_000, supportEmail: null } })
})

const MESSAGE = 'Good evening.\nWhen is the next draw?'
const ANSWER = 'On the 3rd of the month.\n\nGood luck!'

type Mail = { to: string; subject: string; text: string }

async function mailsTo(email: string): Promise<Mail[]> {
  const reply = await fetch(`${product.url}/sandbox/mailbox/messages?to=${encodeURIComponent(email)}`)
  return (await reply.json()) as Mail[]
}

/** Opens the admin menu on a phone and follows a link. */
async function goBy(page: Page, label: RegExp): Promise<void> {
  await page.getByLabel('Menu', { exact: true }).first().click()
  await page.getByRole('link', { name: label }).click()
}

const lines = (page: Page) => page.getByRole('region', { name: 'Entries' })

async function sendContactMessage(page: Page, firstName: string, email: string): Promise<void> {
  await page.goto(`${product.url}/contact`)
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill('Ọbi')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Message').fill(MESSAGE)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Thank you. Your message has been sent. We will reply by email.')).toBeVisible()
}

async function answer(page: Page, firstName: string): Promise<void> {
  await page.goto(`${product.url}/admin/dashboard`)
  await goBy(page, /^Messages\s*1 new$/)
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
  const inList = page.getByRole('region', { name: 'Inbox' }).getByRole('link', { name: new RegExp(firstName) })
  await expect(inList).toContainText('Unread:')
  await inList.click()
  await expect(page.getByRole('region', { name: 'Message' })).toContainText('When is the next draw?')
  await expectFit(page)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Answer is required')).toBeVisible()
  await page.getByLabel('Your answer').fill(ANSWER)
  // What was typed is kept when another page is visited and when the page is reloaded.
  await goBy(page, /^Audit Log$/)
  await expect(lines(page).getByText('Registered as an admin')).toBeVisible()
  await expect(lines(page).getByText('Read a contact message')).toHaveCount(0)
  await page.getByLabel('Show page views too').click()
  await expect(lines(page).getByText('Read a contact message').first()).toBeVisible()
  await page.goBack()
  await page.reload()
  await expect(page.getByLabel('Your answer')).toHaveValue(ANSWER)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Your answer is on its way.').first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'Conversation' })).toContainText('Good luck!')
  await page.getByRole('link', { name: 'All messages' }).click()
  await expect(inList).toContainText('Waiting')
  await expect(inList).not.toContainText('Unread:')
}

async function changePrice(page: Page): Promise<void> {
  await goBy(page, /^Setting$/)
  const form = page.getByRole('region', { name: 'Product' })
  await form.getByLabel('Price in naira').fill('12')
  await form.getByRole('button', { name: 'Save product settings' }).click()
  await expect(form.getByText('Price must be between 100 and 1000000 naira')).toBeVisible()
  await form.getByLabel('Price in naira').fill('1,500')
  await form.getByLabel('Support email').fill('help@baobab.example')
  await form.getByRole('button', { name: 'Save product settings' }).click()
  await page
    .getByRole('dialog', { name: 'Change the price to ₦1,500?' })
    .getByRole('button', { name: 'Change' })
    .click()
  await expect(page.getByText('Settings saved successfully!').first()).toBeVisible()
  await expectFit(page)
}

async function findInTheLog(page: Page): Promise<void> {
  await goBy(page, /^Audit Log$/)
  await page.getByLabel('Search the audit log').fill('product setting')
  const line = lines(page).getByRole('row').filter({ hasText: '₦1,500' })
  await expect(line.first()).toContainText('Changed a product setting')
  await expect(line.first()).toContainText('₦1,000')
  await expect(lines(page).getByText('Answered a contact message')).toHaveCount(0)
  await expectFit(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('audit-log.csv')
}

async function seeThePrice(browser: Browser): Promise<void> {
  const page = await openFor(await makeStudent(product.url), browser, product.url)
  await page.goto('/student/payment')
  await expect(page.getByRole('heading', { name: 'Make a Payment of #1500' })).toBeVisible()
  await expect(page.getByText('₦1,500')).toBeVisible()
  await page.context().close()
}

test('an admin answers a message, changes the price and finds it in the audit log', async ({ browser }) => {
  const [firstName, email] = ['Adaeze', 'adaeze@home.example']
  const context = await browser.newContext({ viewport: phone })
  const page = await context.newPage()
  await sendContactMessage(page, firstName, email)
  await page.addInitScript(
    (keys) => {
      for (const [key, value] of Object.entries(keys)) sessionStorage.setItem(key, value)
    },
    { adminAuthToken: token, adminUsername: ADMIN.username },
  )
  await answer(page, firstName)
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const [mail] = await mailsTo(email)
  expect(mail?.text).toContain(ANSWER)
  expect(mail?.text).toContain('> When is the next draw?')

  await changePrice(page)
  await seeThePrice(browser)
  await findInTheLog(page)
  await page.goto(`${product.url}/contact`)
  await expect(page.getByRole('link', { name: 'help@baobab.example' })).toBeVisible()
  await context.close()
})
