// Signing in with other companies' accounts, in a real pop-up and by a redirect of the whole page.
import { devices, type Browser, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFit, expectFitsWidth, laptop } from './fit.ts'
import { expect } from './fixtures.ts'
import { test } from './own-product.ts'
import { registration } from './people.ts'
import { fillSignUp } from './sign-up.ts'
import {
  buttonOf,
  continueAs,
  fillForm,
  newDetails,
  newPerson,
  openPopUp,
  readCode,
  signUp,
  signUpAndReturn,
  verify,
} from './provider-pop-up.ts'

test.use({ viewport: laptop })

test('tiktok: a pop-up leads through the short form to the dashboard, and straight there from then on', async ({
  page,
}) => {
  await signUpAndReturn(page, 'tiktok')
})

test('denying, closing the window, or a provider that is down each end in a message, with the email kept', async ({
  page,
}) => {
  await page.goto('/student/login')
  await page.getByLabel('Email').fill('typed@mail.example')
  const denied = await openPopUp(page, 'linkedin')
  expect(await denied.evaluate(() => [innerWidth, innerHeight])).toEqual([450, 730])
  expect(await denied.evaluate(() => window.opener as unknown)).toBeNull()
  await expect(page.getByText('Finish in the LinkedIn window that has opened.')).toBeVisible()
  await expectAccessible(page)
  await denied.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByText('You did not let LinkedIn share who you are')).toBeVisible()

  const closed = await openPopUp(page, 'x')
  await expect(page.getByText('You did not let LinkedIn')).toHaveCount(0)
  await closed.close()
  await expect(page.getByText('The X (Twitter) window was closed before you had finished.')).toBeVisible()

  const late = await openPopUp(page, 'tiktok')
  await late.getByLabel('Come back too late').check()
  await late.getByRole('button', { name: 'Amina Bello' }).click()
  await expect(page.getByText('Logging in with TikTok did not work.')).toBeVisible()

  await page.request.post('/sandbox/sign-in/pinterest/mood', { form: { mood: 'down' } })
  await continueAs(await openPopUp(page, 'pinterest'), newPerson())
  await expect(page.getByText('Pinterest is not responding right now.')).toBeVisible()
  await page.request.post('/sandbox/sign-in/pinterest/mood', { form: { mood: 'normal' } })

  await page.setViewportSize({ width: 320, height: 560 })
  await expectFitsWidth(page)
  const cancelled = await openPopUp(page, 'apple')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => cancelled.isClosed()).toBe(true)
  await expect(page.getByLabel('Email')).toHaveValue('typed@mail.example')
})

test('W-13 a failed start at Apple shows its own message', async ({ page }) => {
  await page.goto('/student/login')
  await page.route('**/student/sign-in/apple/start', (route) => route.fulfill({ status: 204 }))
  await buttonOf(page, 'apple').click()
  await expect(page.getByText("Apple SDK isn't loaded!")).toBeVisible()
})

/** A phone, which cannot open windows. */
async function openPhone(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.open = () => null
  })
  return page
}

test('on a phone the whole page goes to the provider and back, keeping what was typed', async ({
  browser,
  productUrl,
}) => {
  const page = await openPhone(browser, productUrl)
  const [person, details] = [newPerson(), newDetails()]
  await page.goto('/student/login')
  await page.getByLabel('Email').fill('typed@mail.example')
  await buttonOf(page, 'apple').click()
  await page.waitForURL('**/sandbox/sign-in/apple/authorize**')
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.waitForURL('**/student/login')
  await expect(page.getByText('You did not let Apple share who you are')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('typed@mail.example')

  // Leaving the empty field must not show its error, which would move the button while it is pressed.
  await page.getByLabel('Password', { exact: true }).focus()
  await page.waitForLoadState('networkidle')
  await buttonOf(page, 'apple').hover()
  await page.mouse.down()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(page.getByText('Password is required')).toHaveCount(0)
  await page.mouse.up()
  await page.waitForURL('**/sandbox/sign-in/apple/authorize**')
  await continueAs(page, person)
  await fillForm(page, details)
  await expect(page.getByText(`You logged in with Apple as ${person.name}.`)).toBeVisible()
  await expectAccessible(page)
  await expectFit(page)
  // A reload loses nothing.
  await page.reload()
  await expect(page.getByLabel('Username')).toHaveValue(details.username)
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL('**/student/dashboard')
  await page.context().close()
})

test('a callback in another browser signs nobody in, and says where to go', async ({ browser, page, productUrl }) => {
  await page.goto('/student/login')
  const popUp = await openPopUp(page, 'linkedin')
  const address = popUp.url()
  await popUp.close()
  // Somebody else follows the link to the provider's page.
  const other = await browser.newContext({ baseURL: productUrl })
  const stranger = await other.newPage()
  await stranger.goto(address)
  await continueAs(stranger, newPerson())
  await expect(stranger.getByText('This login was started in another window or browser.')).toBeVisible()
  expect(new URL(stranger.url()).hash).toBe('')
  await expect(page).toHaveURL(/student\/login/)
  await other.close()
})

test('W-09 messages from other windows, and about other sign-ins, change nothing', async ({ page }) => {
  await page.goto('/student/login')
  const popUp = await openPopUp(page, 'linkedin')
  await page.evaluate(() => {
    const channel = new BroadcastChannel('baobab-sign-in')
    for (const message of [null, 'text', {}, { flow: 1, code: 2 }, { flow: 'x', code: 'y'.repeat(43) }])
      channel.postMessage(message)
    window.postMessage({ flow: 'x', code: 'y' }, '*')
    localStorage.setItem('signInReturn x', '{"flow":"x","code":"y"}')
    dispatchEvent(new StorageEvent('storage', { key: 'signInReturn x', newValue: '{"flow":"x","code":"y"}' }))
  })
  await expect(page.getByText('Finish in the LinkedIn window that has opened.')).toBeVisible()
  await continueAs(popUp, newPerson())
  await page.waitForURL('**/sign-in/complete')
})

test('a return that comes too late is reported by the original page, which can start again', async ({
  page,
  productUrl,
}) => {
  await page.goto('/student/login')
  const started = page.waitForResponse('**/student/sign-in/linkedin/start')
  const popUp = await openPopUp(page, 'linkedin')
  const { flow } = (await (await started).json()) as { flow: string }
  // Where the callback leads after ten minutes.
  await popUp.goto(`${productUrl}/sign-in/return#problem=expired&flow=${flow}`).catch(() => undefined)
  await expect(page.getByText('This took too long. Please try again.')).toBeVisible()
  await expect(page.getByText('Finish in the LinkedIn window')).toBeHidden()
  await continueAs(await openPopUp(page, 'linkedin'), newPerson())
  await page.waitForURL('**/sign-in/complete')
})

test('a failed callback leads to a page that says where to continue', async ({ page }) => {
  await page.goto('/student/sign-in/myspace/callback?code=x&state=y')
  await expect(page.getByText('Logging in did not work. Please start again.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the login page' }).click()
  await page.waitForURL('**/student/login')
})

test('a window that cannot be closed is mentioned, and a cancelled sign-in is not reported later', async ({ page }) => {
  await page.clock.install()
  // A provider's page is on another origin, where our page may not close the window.
  await page.route('**/student/sign-in/linkedin/start', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ json: { ...((await reply.json()) as object), url: 'http://provider.example/' } })
  })
  await page.context().route('http://provider.example/', (route) => route.fulfill({ body: 'Who are you?' }))
  await page.goto('/student/login')
  const [popUp] = await Promise.all([page.waitForEvent('popup'), buttonOf(page, 'linkedin').click()])
  await popUp.waitForURL('http://provider.example/')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You can close the LinkedIn window now.')).toBeVisible()
  expect(popUp.isClosed()).toBe(false)
  await page.clock.fastForward(11 * 60_000)
  await expect(page.getByText('This took too long.')).toBeHidden()
})

test('a successful connection is not reported as late ten minutes later', async ({ page }) => {
  const person = newPerson()
  await page.clock.install()
  await signUp(page, 'linkedin', person)
  await page.goto('/student/setting')
  const card = page.getByRole('region', { name: 'Ways to log in' })
  await card.getByRole('button', { name: 'Connect X' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await dialog.getByLabel('Code').fill(await readCode(page, person.email))
  const [popUp] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Connect', exact: true }).click(),
  ])
  await popUp.waitForURL('**/sandbox/sign-in/x/**')
  await continueAs(popUp, newPerson())
  await expect(card.getByRole('button', { name: 'Disconnect X' })).toBeVisible()
  await page.clock.fastForward(11 * 60_000)
  await expect(card.getByText('This took too long.')).toBeHidden()
})

test('on a phone a button can be pressed again after going back from the provider', async ({ browser, productUrl }) => {
  const context = await browser.newContext({ ...devices['Pixel 5'], baseURL: productUrl })
  const page = await context.newPage()
  await page.goto('/student/login')
  // The provider's page does not load, so the browser keeps this page for Back.
  await page.route('**/sandbox/sign-in/linkedin/authorize**', (route) => route.fulfill({ status: 204 }))
  await buttonOf(page, 'linkedin').click()
  await expect(page.getByText('Opening LinkedIn...')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(buttonOf(page, 'linkedin')).toBeEnabled()
  await context.close()
})

test('registering by email in the tab of an unfinished sign-in does not open its form', async ({ page }) => {
  const [first, second] = [newPerson(), newDetails()]
  await page.goto('/student/register')
  await continueAs(await openPopUp(page, 'pinterest'), first)
  await page.waitForURL('**/sign-in/complete')
  await page.goto('/student/register')
  await fillSignUp(page, { ...registration(), ...second, email: `${second.username}@mail.example` })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/verify-email')
  await page.getByRole('button', { name: 'Not your email?' }).click()
  await expect(page.getByLabel('Email or phone number', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/verify-email/)
})

test('a child of ten is sent to a parent, keeping what was typed', async ({ page }) => {
  const details = { ...newDetails(), birth: `${new Date().getFullYear() - 9}-01-01` }
  await page.goto('/student/register')
  await continueAs(await openPopUp(page, 'linkedin'), newPerson())
  await fillForm(page, details)
  await expect(page.getByText('A parent or guardian has to register you.')).toBeVisible()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('You are too young for this way of logging in.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Register with a parent' }).click()
  await page.waitForURL('**/student/register')
  await expect(page.getByLabel('Username')).toHaveValue(details.username)
  await expect(page.getByLabel('Address')).toHaveValue('12 Marina Road, Lagos')
})

test('a mistyped email is corrected by signing in again', async ({ page }) => {
  const person = newPerson()
  const details = newDetails()
  await page.goto('/student/login')
  await continueAs(await openPopUp(page, 'pinterest'), person)
  await fillForm(page, details)
  await page.getByLabel('Email', { exact: true }).fill(`wrong.${person.email}`)
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL('**/verify-email')
  await page.goto('/student/login')
  await continueAs(await openPopUp(page, 'pinterest'), person)
  await page.waitForURL('**/verify-email')
  await page.getByRole('button', { name: 'Not your email?' }).click()
  await fillForm(page, details)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByRole('button', { name: 'Finish' }).click()
  await verify(page, person.email)
  await continueAs(await openPopUp(page, 'pinterest'), person)
  await page.waitForURL('**/student/dashboard')
})

test('an email that has an account is connected once its owner has proved it with a mailed code', async ({ page }) => {
  const person = newPerson()
  await signUp(page, 'linkedin', person)
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/student/login')
  await continueAs(await openPopUp(page, 'x'), person)
  await page.waitForURL('**/sign-in/connect')
  await expect(page.getByText('You logged in with LinkedIn before.')).toBeVisible()
  await expectAccessible(page)
  await expectFit(page)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').fill(await readCode(page, person.email))
  await page.getByRole('button', { name: 'Connect and log in' }).click()
  await page.waitForURL('**/student/dashboard')
})

test('in the settings a student connects a provider, sets a password, and can never disconnect the last sign-in method', async ({
  page,
}) => {
  const person = newPerson()
  await signUp(page, 'apple', person)
  await page.goto('/student/setting')
  const card = page.getByRole('region', { name: 'Ways to log in' })
  await expect(card.getByRole('button', { name: 'Disconnect Apple' })).toBeDisabled()
  await expect(card.getByText('This is your only way to log in.')).toBeVisible()

  await card.getByRole('button', { name: 'Set a password' }).click()
  await card.getByRole('button', { name: 'Email me a code' }).click()
  await card.getByLabel('Code').fill(await readCode(page, person.email))
  await card.getByLabel('New password', { exact: true }).fill('Guava8tree')
  await card.getByLabel('Confirm new password', { exact: true }).fill('Guava8tree')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Save password' }).click()
  await expect(card.getByText('Set', { exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'Connect TikTok' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill('Wrong7tree')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByText('This password is not correct.')).toBeVisible()
  await dialog.getByLabel('Your password', { exact: true }).fill('Guava8tree')
  const [popUp] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Connect', exact: true }).click(),
  ])
  await popUp.waitForURL('**/sandbox/sign-in/tiktok/**')
  await continueAs(popUp, newPerson())
  await expect(card.getByRole('button', { name: 'Disconnect TikTok' })).toBeVisible()

  await card.getByRole('button', { name: 'Disconnect Apple' }).click()
  await dialog.getByLabel('Your password', { exact: true }).fill('Guava8tree')
  await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(card.getByRole('button', { name: 'Connect Apple' })).toBeVisible()
  await expectFit(page)
})
