// A form that is sent with something wrong shows the first wrong field, its label and its message on a small phone.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { forgotAdminPassword, inviteAdmin } from '@baobab/contract/accounts/admin.ts'
import { forgotPassword } from '@baobab/contract/accounts/endpoints.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { findMailedLink } from './mailbox.ts'
import { ADMIN, asAdmin, makeStudent } from './people.ts'
import { root } from './product.ts'
import { prepareVisits } from './visits.ts'
import { listWrongForms, openForm, type WrongForm } from './wrong-forms.ts'

/** Forms that need a draw, a hold or a claim first, which their own journeys make, and forms where nothing can be wrong. */
const others: readonly string[] = []

test('every form of the product is in the table', () => {
  const app = join(root, 'web/app')
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .filter((file) => /<form[\s>]/.test(readFileSync(join(app, file), 'utf8')))
  const none = { reset: '', adminReset: '', invitation: '' }
  const listed = new Set([...listWrongForms({} as never, none).map(({ file }) => file), ...others])
  expect(files.filter((file) => !listed.has(file)).toSorted()).toEqual([])
})

test('the first wrong field of every form is in view with its label and message, and has the focus', async ({
  browser,
  productUrl,
}) => {
  const visits = await prepareVisits(productUrl)
  const call = createClient({ baseUrl: productUrl })
  const { email } = await makeStudent(productUrl)
  const invited = `invited-${email}`
  await call(forgotPassword, { body: { email } })
  await call(forgotAdminPassword, { body: { email: ADMIN.email } })
  await (await asAdmin(productUrl)).call(inviteAdmin, { body: { email: invited, role: 'support' } })
  const links = {
    reset: await findMailedLink(productUrl, email, '/reset-password'),
    adminReset: await findMailedLink(productUrl, ADMIN.email, '/admin/reset-password'),
    invitation: await findMailedLink(productUrl, invited, '/admin/register'),
  }
  const only = process.env['FORMS']
  for (const form of listWrongForms(visits, links).filter(({ file }) => !only || file.includes(only)))
    await test.step(`${form.file} ${form.address}`, async () => {
      const context = await browser.newContext({ baseURL: productUrl, viewport: { width: 360, height: 560 } })
      const page = await context.newPage()
      await page.addInitScript(
        (keys) => {
          for (const [key, value] of Object.entries(keys)) sessionStorage.setItem(key, value)
        },
        { ...visits.keys[form.who], ...form.stored },
      )
      page.setDefaultTimeout(15_000)
      const found = await findProblems(page, form).catch((error: unknown) => [String(error).slice(0, 300)])
      expect.soft(found, `${form.file} ${form.address}`).toEqual([])
      await context.close()
    })
})

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

/** Lists what of the first error is out of sight or covered, and whether the field lacks the focus. */
function findFlaws(form: Element): string[] {
  const message = [...form.querySelectorAll<HTMLElement>('.err')].find((one) => !one.closest('[hidden]'))
  if (!message) return ['no field has a message']
  const described = form.querySelector<HTMLElement>(`[aria-describedby~="${message.id}"]`)
  const focused = document.activeElement as HTMLInputElement | null
  if (!described?.contains(focused)) return [`the focus is on ${focused?.outerHTML.slice(0, 80)}`]
  const label = focused?.labels?.[0] ?? message.parentElement?.querySelector('label, legend, .label')
  const isSeen = (element: Element) => {
    const { left, top, bottom, width } = element.getBoundingClientRect()
    return [top + 2, bottom - 2].every((y) => {
      const on = document.elementFromPoint(left + Math.min(width / 2, 20), y)
      return on !== null && (element.contains(on) || on.contains(element))
    })
  }
  const parts = { message, label, field: focused?.closest('label') ?? focused }
  return Object.entries(parts).flatMap(([name, part]) =>
    part && isSeen(part) ? [] : [`the ${name} is out of sight: ${part?.textContent.slice(0, 60)}`],
  )
}
