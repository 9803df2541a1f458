// Admins share the work on a message: they see its writer's account, assign it, write notes, use a saved answer, and see the
// email before it is sent.
import { lagosDate } from '@baobab/contract/age.ts'
import { sendMessage } from '@baobab/contract/contact.ts'
import { createClient } from '@baobab/contract/client.ts'
import { expectAccessible } from './accessibility.ts'
import { expectFit, laptop, phone } from './fit.ts'
import { expect, test, waitForApp } from './fixtures.ts'
import { ADMIN, makeStudent } from './people.ts'

test('a message is assigned, noted, followed up and answered from a saved answer', async ({
  adminPage: page,
  productUrl,
}) => {
  const student = await makeStudent(productUrl)
  const lastName = `Obi${Date.now()}`
  const body = { firstName: 'Adaeze', lastName, email: student.email, message: 'When is the draw?\nI have paid.' }
  await createClient({ baseUrl: productUrl })(sendMessage, { body })

  const saved = `Draw ${Date.now()}`
  await page.setViewportSize(laptop)
  await page.goto('/admin/messages')
  await waitForApp(page)
  await page.getByRole('link', { name: 'Saved answers' }).click()
  await page.getByRole('button', { name: 'Save Answer' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByLabel('Name').fill(saved)
  await page.getByLabel('Answer', { exact: true }).fill('The draw is on the 3rd.')
  await page.getByRole('button', { name: 'Save Answer' }).click()
  await page.getByRole('button', { name: `Change ${saved}` }).click()
  await page.getByLabel('Answer', { exact: true }).fill('The draw is on the 3rd of each month.')
  await page.getByRole('button', { name: 'Save Answer' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: saved })).toContainText('of each month')
  await expectFit(page)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'All messages' }).click()
  const row = page.getByRole('region', { name: 'Inbox' }).getByRole('link', { name: new RegExp(lastName) })
  await row.click()
  const message = page.getByRole('region', { name: 'Message', exact: true })
  const writer = message.getByRole('region', { name: 'Student with this email' })
  await expect(writer).toContainText('Has not paid')
  await expect(writer.getByRole('link', { name: student.username })).toHaveAttribute(
    'href',
    /\/admin\/student\?username=/,
  )

  await message.getByLabel('Assigned to').selectOption({ label: ADMIN.username })
  await expect(row).toContainText(ADMIN.username)
  await message.getByLabel('Look at it again on').fill(lagosDate(new Date()))
  await message.getByLabel('New note').fill('Asked finance.')
  await message.getByRole('button', { name: 'Add Note' }).click()
  await expect(message.getByRole('list', { name: 'Notes' })).toContainText('Asked finance.')
  await expect(row).toContainText('Due')
  for (const filter of ['Mine', 'Due', 'Open']) {
    await page.getByRole('button', { name: filter, exact: true }).click()
    await expect(row).toBeVisible()
  }
  await expectFit(page)
  await expectAccessible(page)

  await message.getByLabel('Insert a saved answer').selectOption({ label: saved })
  await expect(message.getByLabel('Your answer')).toHaveValue('The draw is on the 3rd of each month.')
  await page.reload()
  await expect(message.getByText('We restored what you had typed.')).toBeVisible()
  await message.getByRole('button', { name: 'Preview email' }).click()
  const preview = page.getByRole('dialog')
  await expect(preview).toContainText(`To: ${student.email}`)
  await expect(preview.getByLabel('Text of the email')).toHaveValue(
    /^Hello Adaeze,\n\nThe draw is on the 3rd of each month\.[^]*> When is the draw\?/,
  )
  await expectFit(page)
  await preview.getByRole('button', { name: 'Send answer' }).click()
  await expect(message.getByText(`Mailed to ${student.email}`)).toBeVisible()
  for (const filter of ['Mine', 'Due', 'Open']) {
    await page.getByRole('button', { name: filter, exact: true }).click()
    await expect(row).toBeHidden()
  }
})

test('a message is closed without an answer and opened again', async ({ adminPage: page, productUrl }) => {
  const lastName = `Closed${Date.now()}`
  const body = { firstName: 'Bola', lastName, email: `b${Date.now()}@home.example`, message: 'Thank you!' }
  await createClient({ baseUrl: productUrl })(sendMessage, { body })
  await page.setViewportSize(laptop)
  await page.goto('/admin/messages?show=open')
  const row = page.getByRole('region', { name: 'Inbox' }).getByRole('link', { name: new RegExp(lastName) })
  await row.click()
  await page.getByRole('button', { name: 'Close Without Answer' }).click()
  await expect(page.getByText(/^Closed without an answer on/)).toBeVisible()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Open Again' }).click()
  await expect(row).toBeVisible()
})

for (const [name, size] of Object.entries({ laptop, phone }))
  test(`many messages are assigned, closed and marked at once, on a ${name}`, async ({
    adminPage: page,
    productUrl,
  }) => {
    const lastName = `Many${Date.now()}`
    for (const firstName of ['Ada', 'Bola', 'Chidi']) {
      const body = { firstName, lastName, email: `${firstName}@${lastName}.example`, message: 'Hello!' }
      await createClient({ baseUrl: productUrl })(sendMessage, { body })
    }
    await page.setViewportSize(size)
    await page.goto(`/admin/messages?search=${lastName}`)
    await waitForApp(page)
    const rows = page.getByRole('region', { name: 'Inbox' }).getByRole('listitem').filter({ hasText: lastName })
    await expect(rows).toHaveCount(3)
    const bar = page.getByRole('group', { name: 'Selected rows' })
    const act = async (button: string) => {
      await bar.getByRole('button', { name: button, exact: true }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await page.getByRole('checkbox', { name: `Select the message from Ada ${lastName}` }).press('Space')
    await page.getByRole('checkbox', { name: `Select the message from Bola ${lastName}` }).press('Space')
    await expect(bar).toContainText('2 messages selected')
    await expectFit(page)
    await bar.getByRole('button', { name: 'Assign' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Assigned to').selectOption(ADMIN.username)
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).press('Enter')
    await expect(rows.filter({ hasText: ADMIN.username })).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(rows.filter({ hasText: ADMIN.username })).toHaveCount(0)

    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).press('Space')
    await act('Mark as read')
    await expect(page.getByText('Unread: ')).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).press('Space')
    await act('Close')
    await expect(rows.filter({ hasText: 'Closed' })).toHaveCount(3)
    await page.getByRole('button', { name: 'Undo' }).first().press('Enter')
    await expect(rows.filter({ hasText: 'Closed' })).toHaveCount(0)
    await expectFit(page)
    await expectAccessible(page)
  })
