// On a small phone, a form sent with errors shows the first invalid field, its label and its message.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { forgotAdminPassword, inviteAdmin } from '@baobab/contract/accounts/admin.ts'
import { forgotPassword } from '@baobab/contract/accounts/endpoints.ts'
import { listMessages, sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { findMailedLink } from './mailbox.ts'
import { ADMIN, asAdmin, makeStudent } from './people.ts'
import { root } from './product.ts'
import { prepareVisits } from './visits.ts'
import { listWrongForms, openForm, type WrongForm } from './wrong-forms.ts'

/**
 * Forms that first need a draw, a hold, a payment, a guardian's consent or login, a code or a question file. They use the same functions.
 */
const rare = [
  'accounts/admin/log-in.tsx',
  'accounts/guardian-consent.tsx',
  'fair-play/admin/flagged-student.tsx',
  'forms/message-form.tsx',
  'guardians/account.tsx',
  'guardians/children/new-child.tsx',
  'guardians/children/password-dialog.tsx',
  'guardians/children/withdraw-dialog.tsx',
  'guardians/guardian-data-card.tsx',
  'payments/admin/bank-account-dialog.tsx',
  'payments/admin/payment-actions.tsx',
  'payments/admin/refund-dialog.tsx',
  'profile/kept-profile-form.tsx',
  'profile/number-dialog.tsx',
  'quiz/import/import-columns.tsx',
  'quiz/import/import-rows.tsx',
  'scholarship/admin/list-claims.tsx',
  'scholarship/admin/prize-claim.tsx',
  'scholarship/admin/payout.tsx',
  'scholarship/admin/witnesses.tsx',
  'scholarship/bring-number.tsx',
  'scholarship/check.tsx',
  'scholarship/claim-form.tsx',
  // The shared frame of the dialogs that are in the table.
  'students/corrections/form-dialog.tsx',
]
/** Forms that cannot have errors. */
const harmless = [
  'quiz/admin/pool-card.tsx',
  'students/school-filter.tsx',
  'videos/admin/video-order.tsx',
  'videos/public-videos.tsx',
]

test('every form in the product is in the table', () => {
  const app = join(root, 'web/app')
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .filter((file) => /<form[\s>]/.test(readFileSync(join(app, file), 'utf8')))
  const listed = new Set([...listWrongForms({} as never, {} as never).map(({ file }) => file), ...rare, ...harmless])
  expect(files.filter((file) => !listed.has(file)).toSorted()).toEqual([])
})

test('the first invalid field of every form is in view with its label and message, and has the focus', async ({
  browser,
  productUrl,
}) => {
  const visits = await prepareVisits(productUrl)
  const call = createClient({ baseUrl: productUrl })
  const { email } = await makeStudent(productUrl)
  const invited = `invited-${email}`
  await call(forgotPassword, { body: { email } })
  await call(forgotAdminPassword, { body: { email: ADMIN.email } })
  const { call: admin } = await asAdmin(productUrl)
  await admin(inviteAdmin, { body: { email: invited, role: 'support' } })
  await call(sendMessage, { body: { firstName: 'Ada', lastName: 'Obi', email, message: 'Hello' } })
  const { messages } = await admin(listMessages, { query: {} })
  const messageId = messages[0]?._id ?? ''
  const addresses = {
    reset: await findMailedLink(productUrl, email, '/reset-password'),
    adminReset: await findMailedLink(productUrl, ADMIN.email, '/admin/reset-password'),
    invitation: await findMailedLink(productUrl, invited, '/admin/register'),
    merge: `/admin/student/merge?from=${(await makeStudent(productUrl)).username}&into=${(await makeStudent(productUrl)).username}`,
    message: `/admin/messages?message=${messageId}`,
  }
  const forms = listWrongForms(visits, addresses)
  const found: string[] = []
  for (const who of ['anyone', 'student', 'admin'] as const) {
    const context = await browser.newContext({ baseURL: productUrl, viewport: { width: 360, height: 560 } })
    await context.addInitScript(store, visits.keys[who])
    // Simulates that a guardian was asked, because otherwise the page that waits for the answer shows no form.
    await context.route('**/student/guardian-answer', (route) => route.fulfill({ json: { isWaiting: true } }))
    for (const form of forms.filter((one) => one.who === who && one.file.includes(process.env['FORMS'] ?? ''))) {
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      await page.addInitScript(store, form.stored ?? {})
      const problems = await findProblems(page, form).catch((error: unknown) => [String(error)])
      found.push(...problems.map((problem) => `${form.file} ${form.address}: ${problem.slice(0, 200)}`))
      await page.close()
    }
    await context.close()
  }
  expect(found).toEqual([])
})

function store(values: Record<string, string>): void {
  for (const storage of [sessionStorage, localStorage])
    for (const [key, value] of Object.entries(values)) storage.setItem(key, value)
}

async function findProblems(page: Page, form: WrongForm): Promise<string[]> {
  const element = await openForm(page, form)
  const problems: string[] = []
  for (const time of ['at first', 'with the focus already']) {
    await scrollToEnd(element)
    await element.evaluate((one: HTMLFormElement) => one.requestSubmit())
    await expect(element.locator('.err:not([hidden]), [role=alert]').first()).toBeAttached({ timeout: 10_000 })
    await expect
      .poll(() => element.evaluate(findFlaws), { timeout: 5_000 })
      .toEqual([])
      .catch(async () => problems.push(...(await element.evaluate(findFlaws)).map((flaw) => `${time}: ${flaw}`)))
  }
  return problems
}

/** Scrolls as far away from the first field as the page allows. */
const scrollToEnd = (form: Locator) =>
  form.evaluate((element) => {
    scrollTo(0, document.documentElement.scrollHeight)
    const dialog = element.closest('dialog')
    dialog?.scrollTo(0, dialog.scrollHeight)
  })

/** Lists which parts of the first error are out of sight or covered, and whether the field lacks the focus. */
function findFlaws(form: Element): string[] {
  const isSeen = (element: Element) => {
    const { left, top, bottom, width } = element.getBoundingClientRect()
    return [top + 2, bottom - 2].every((y) => {
      const on = document.elementFromPoint(left + Math.min(width / 2, 20), y)
      return on !== null && (element.contains(on) || on.contains(element))
    })
  }
  const focused = document.activeElement as HTMLInputElement | null
  const message = [...form.querySelectorAll<HTMLElement>('.err')].find((one) => !one.closest('[hidden]'))
  const note = form.querySelector('.note[role=alert]')
  const described = message ? form.querySelector(`[aria-describedby~="${message.id}"]`) : note
  if (!described?.contains(focused)) return [`the focus is on ${focused?.outerHTML.slice(0, 80)}`]
  const label = focused?.labels?.[0] ?? message?.parentElement?.querySelector('label, legend, .label') ?? note
  const parts = { message: message ?? note, label, field: focused?.closest('label') ?? focused }
  return Object.entries(parts).flatMap(([name, part]) =>
    part && isSeen(part) ? [] : [`the ${name} is out of sight: ${part?.textContent.slice(0, 60)}`],
  )
}
