import { openNextStep } from './sign-up.ts'
// The pop-up for signing in with another company's account, and the short form that follows it.
import { providerNames, type IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { randomBytes } from 'node:crypto'
import { type Page } from '@playwright/test'
import { expect } from './fixtures.ts'

type Person = { name: string; email: string }

/** A person whom no provider has seen before. */
export function newPerson(): Person {
  const id = randomBytes(4).toString('hex')
  return { name: `Ada ${id}`, email: `ada.${id}@mail.example` }
}

export const buttonOf = (page: Page, provider: IdentityProvider) =>
  page.getByRole('button', { name: `with ${providerNames[provider]}` })

/** Presses a provider's button, and returns the pop-up on its page. */
export async function openPopUp(page: Page, provider: IdentityProvider): Promise<Page> {
  const [popUp] = await Promise.all([page.waitForEvent('popup'), buttonOf(page, provider).click()])
  await popUp.waitForURL(`**/sandbox/sign-in/${provider}/authorize**`)
  return popUp
}

/** Chooses who to be on the provider's page. */
export async function continueAs(providerPage: Page, { name, email }: Person): Promise<void> {
  await providerPage.getByLabel('Name').fill(name)
  await providerPage.getByLabel('Email').fill(email)
  await providerPage.getByRole('button', { name: 'Continue', exact: true }).click()
}

type Details = { username: string; birth: string }
export const newDetails = (): Details => ({ username: `p${randomBytes(4).toString('hex')}`, birth: '2012-05-01' })

/** Fills in the short form, except the email. */
export async function fillForm(page: Page, { username, birth }: Details): Promise<void> {
  await page.waitForURL('**/sign-in/complete')
  // The previous page may be the registration, whose fields have the same names.
  await expect(page.locator('button', { hasText: 'Finish' })).toBeAttached()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Date of Birth').fill(birth)
  await openNextStep(page)
  await page.getByLabel('Phone Number').fill('+2348012345678')
  await openNextStep(page)
  await page.getByLabel('Gender').selectOption('female')
  await page.getByLabel('Address').fill('12 Marina Road, Lagos')
}

type Mail = { subject: string; text: string }

/** Waits for a mail with a code, and returns the newest code. */
export async function readCode(page: Page, to: string): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const reply = await page.request.get(`/sandbox/mailbox/messages?to=${encodeURIComponent(to)}`)
      const [mail] = ((await reply.json()) as Mail[]).filter(({ subject }) => subject.includes('is your Baobab code'))
      code = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
      return code
    })
    .not.toBe('')
  return code
}

/** Enters the mailed code, which opens the account of somebody whose email the provider has not verified. */
export async function verify(page: Page, email: string): Promise<void> {
  await page.waitForURL('**/verify-email')
  await page.getByLabel('Verification code').fill(await readCode(page, email))
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL('**/student/login')
}

const verifiesEmails = new Set<IdentityProvider>(['linkedin', 'x', 'apple'])

/** Signs somebody up in a pop-up, up to the dashboard. */
export async function signUp(page: Page, provider: IdentityProvider, person: Person): Promise<Details> {
  const details = newDetails()
  await page.goto('/student/login')
  await continueAs(await openPopUp(page, provider), person)
  await fillForm(page, details)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByRole('button', { name: 'Finish' }).click()
  if (!verifiesEmails.has(provider)) {
    await verify(page, person.email)
    await continueAs(await openPopUp(page, provider), person)
  }
  await page.waitForURL('**/student/dashboard')
  return details
}

/** Signs somebody up in a pop-up, then has that person return through another one. */
export async function signUpAndReturn(page: Page, provider: IdentityProvider): Promise<void> {
  const person = newPerson()
  const { username } = await signUp(page, provider, person)
  await expect(page.getByText(username).first()).toBeVisible()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/student/login')
  const popUp = await openPopUp(page, provider)
  await continueAs(popUp, person)
  await page.waitForURL('**/student/dashboard')
  if (!popUp.isClosed()) await popUp.waitForEvent('close')
  // Nothing about the sign-in stays in the browser.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('signIn')))).toEqual([])
}
