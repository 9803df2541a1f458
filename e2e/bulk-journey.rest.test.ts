// An admin takes one action on many rows: students and payments, on a laptop and a phone.
import { randomBytes } from 'node:crypto'
import { listExports } from '@baobab/contract/exports/endpoints.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { initializePayment } from '@baobab/contract/payments/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFit, laptop, phone } from './fit.ts'
import { expect, test, waitForApp } from './fixtures.ts'
import { asAdmin, makeStudent, type Student } from './people.ts'

/** A test card of the simulated provider that always succeeds. */
const card = { do: 'card', number: '4084084084084081', expiry: '12/30', cvv: '408' }

const rows = (page: Page, list: string) =>
  page.getByRole('region', { name: list, exact: true }).locator('tbody').getByRole('row')
const bar = (page: Page) => page.getByRole('group', { name: 'Selected rows' })
const selectPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows on this page' })

/** Creates students of one school, who can be found by part of their email. */
async function makeSchool(productUrl: string, count: number): Promise<{ name: string; students: Student[] }> {
  const name = `school${randomBytes(4).toString('hex')}`
  const students: Student[] = []
  for (let n = 0; n < count; n += 1) students.push(await makeStudent(productUrl, { email: `p${n}@${name}.example` }))
  return { name, students }
}

async function findSchool(page: Page, name: string, count: number): Promise<void> {
  await page.goto('/admin/user-management')
  await waitForApp(page)
  await page.getByLabel('Search students').fill(`@${name}`)
  // Otherwise the search, which starts after a pause in typing, could end a selection.
  await expect(page).toHaveURL(new RegExp(`search=.*${name}`))
  await expect(rows(page, 'Students')).toHaveCount(count)
}

/** Selects by keyboard and by range, then the whole page, which a phone offers above its cards. */
async function select(page: Page, count: number): Promise<void> {
  const boxes = rows(page, 'Students').getByRole('checkbox')
  await boxes.first().focus()
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText('1 student selected')
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 students selected')
  await expectFit(page)
  await bar(page).getByRole('button', { name: 'Clear' }).click()
  await expect(bar(page)).toBeFocused()
  await selectPage(page).check()
  await expect(bar(page)).toContainText(`${count} students selected`)
  await expectAccessible(page)
}

async function giveTimeAndTakeItBack(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Extra time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set the time for 4 students?' })
  await dialog.getByRole('radio', { name: '4 minutes (2 times)' }).check({ force: true })
  await expectFit(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const outcome = page.getByText('4 students have a new quiz time.').last()
  await expect(outcome).toBeVisible()
  await expect(bar(page).getByRole('button')).toHaveCount(0)
  // The outcome is still on the page after a reload.
  await page.reload()
  await waitForApp(page)
  await expect(outcome).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: 4 students have the earlier quiz time again.').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expectFit(page)
  await page.getByRole('button', { name: 'Hide' }).first().click()
  await expect(outcome).toHaveCount(0)
}

/** Selects all rows once the previous action has ended the selection. */
async function selectAnew(page: Page): Promise<void> {
  await expect(bar(page).getByRole('button')).toHaveCount(0)
  await selectPage(page).check()
}

async function holdAndRelease(page: Page): Promise<void> {
  await selectAnew(page)
  await bar(page).getByRole('button', { name: 'Hold' }).click()
  const hold = page.getByRole('dialog', { name: 'Put 4 students on hold?' })
  await hold.getByRole('button', { name: 'Put on hold' }).click()
  await expect(hold.getByText('Please choose a reason.')).toBeVisible()
  await hold.getByRole('radio').last().check({ force: true })
  await hold.getByRole('button', { name: 'Put on hold' }).click()
  await expect(page.getByText('4 students are now on hold.').last()).toBeVisible()
  for (const outcome of ['4 students are no longer on hold.', 'Nothing changed. 4 rows left out.']) {
    await selectAnew(page)
    await bar(page).getByRole('button', { name: 'Release' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End the hold' }).click()
    await expect(page.getByText(outcome).last()).toBeVisible()
  }
  await page.getByText('Why?').click()
  await expect(page.getByText(/^4 rows: /)).toBeVisible()
  await expectFit(page)
  await expectAccessible(page)
}

async function notifyTwo(page: Page, students: readonly Student[]): Promise<void> {
  const [one, two] = students
  for (const student of [one, two]) await page.getByRole('checkbox', { name: `Select ${student?.username}` }).check()
  await bar(page).getByRole('button', { name: 'Notify' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a notification to 2 students?' })
  await dialog.getByRole('button', { name: 'Send notification' }).click()
  await expect(dialog.getByText('All fields are required!').first()).toBeVisible()
  await dialog.getByLabel('Title').fill('Exams begin')
  await dialog.getByLabel('Update').selectOption('Announcement')
  await dialog.getByLabel('Description').fill('Good luck to all of you.')
  await expectFit(page)
  await dialog.getByRole('button', { name: 'Send notification' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Notification sent to 2 students.').last()).toBeVisible()
  const titles = async (student: Student | undefined) => {
    const reply = await student?.call(studentNotifications, { params: { username: student.username }, query: {} })
    return reply?.notifications.map(({ title }) => title) ?? []
  }
  for (const student of [one, two]) expect(await titles(student)).toContain('Exams begin')
  expect(await titles(students[2])).not.toContain('Exams begin')
}

async function exportSelected(page: Page, { username }: Student, productUrl: string): Promise<void> {
  const { exports } = await (await asAdmin(productUrl)).call(listExports, {})
  const earlier = exports.filter(({ what, selected }) => what === 'students' && selected === 1).length
  await page.getByRole('checkbox', { name: `Select ${username}` }).check()
  await bar(page).getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export students' })
  await expect(dialog.getByText(/^1 student: only the ones you selected\./)).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: 'Phone number' })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Phone number' }).check()
  await expectFit(page)
  await dialog.getByRole('button', { name: 'Create file' }).click()
  const files = dialog.getByRole('listitem').filter({ hasText: '1 row that you selected' })
  await expect(files.getByRole('button', { name: /^Download/ })).toHaveCount(earlier + 1)
  await dialog.getByRole('button', { name: 'Close' }).click()
}

for (const [name, size] of Object.entries({ laptop, phone }))
  test(`many students are held, released, notified and exported at once, on a ${name}`, async ({
    adminPage: page,
    productUrl,
  }) => {
    const school = await makeSchool(productUrl, 4)
    await page.setViewportSize(size)
    await findSchool(page, school.name, 4)
    await select(page, 4)
    await giveTimeAndTakeItBack(page)
    await holdAndRelease(page)
    await notifyTwo(page, school.students)
    const [first] = school.students
    if (first) await exportSelected(page, first, productUrl)
  })

test('everything that matches the filters can be selected, and stays selected on other pages', async ({
  adminPage: page,
  productUrl,
}) => {
  const { name } = await makeSchool(productUrl, 26)
  await page.setViewportSize(laptop)
  await findSchool(page, name, 25)
  await selectPage(page).check()
  await bar(page).getByRole('button', { name: 'Select all 26 students' }).click()
  await expect(bar(page)).toContainText('Selected: all 26 students')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows(page, 'Students')).toHaveCount(1)
  await expect(rows(page, 'Students').getByRole('checkbox')).toBeChecked()
  await bar(page).getByRole('button', { name: 'Extra time' }).click()
  await page
    .getByRole('dialog', { name: 'Set the time for all 26 students?' })
    .getByRole('button', { name: 'Save' })
    .click()
  await expect(page.getByText('26 students have a new quiz time.').last()).toBeVisible()
})

for (const [name, size] of Object.entries({ laptop, phone }))
  test(`many payments are checked and exported at once, on a ${name}`, async ({ adminPage: page, productUrl }) => {
    const school = await makeSchool(productUrl, 1)
    const [student] = school.students
    const { authorizationUrl, reference } = (await student?.call(initializePayment, { body: {} })) ?? {}
    const body = new URLSearchParams({ ...card, messages: 'never' })
    await fetch(authorizationUrl ?? '', { method: 'POST', body, redirect: 'manual' })
    await page.setViewportSize(size)
    await page.goto(`/admin/payments?search=${student?.username}`)
    await waitForApp(page)
    await expect(rows(page, 'Payments')).toHaveCount(1)
    await page.getByRole('checkbox', { name: `Select ${reference}` }).check()
    await expect(bar(page)).toContainText('1 payment selected')
    await expectFit(page)
    // Scrolls to the end of the page, where the bar covers no row.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expectAccessible(page)
    await bar(page).getByRole('button', { name: 'Check with Paystack' }).click()
    await page
      .getByRole('dialog', { name: 'Check 1 payment with Paystack?' })
      .getByRole('button', { name: 'Check with Paystack' })
      .click()
    await expect(page.getByText('1 payment checked with Paystack.').last()).toBeVisible()
    // The list shows the provider's reply without a reload.
    await expect(rows(page, 'Payments')).toContainText('Paid')
    await page.getByRole('checkbox', { name: `Select ${reference}` }).check()
    await bar(page).getByRole('button', { name: 'Export' }).click()
    await expect(page.getByRole('dialog', { name: 'Export payments' })).toContainText(
      '1 payment: only the ones you selected',
    )
  })
