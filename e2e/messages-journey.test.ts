// Admins share the work on a message: they see its writer's account, assign it, write notes, use a saved answer, and preview the email.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { expectAccessible } from './accessibility.ts'
import { expectFit, laptop } from './fit.ts'
import { expect, test, waitForApp } from './fixtures.ts'
import { ADMIN, makeStudent } from './people.ts'

test('a message is assigned, noted, followed up and answered with a saved answer', async ({
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
  await page.getByLabel('Answer', { exact: true }).fill('The draw is on the {day}.')
  await page.getByRole('button', { name: 'Save Answer' }).click()
  await expect(page.getByText('{day} is not a placeholder.')).toBeVisible()
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

  await message.getByText(/^For the team/).click()
  await message.getByLabel('Assigned to').selectOption({ label: ADMIN.username })
  await expect(row).toContainText(ADMIN.username)
  await message.getByLabel('Follow up on').fill(lagosDate(new Date()))
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
  await expect(message.getByText('Waiting')).toBeVisible()
  for (const filter of ['Mine', 'Due', 'Open']) {
    await page.getByRole('button', { name: filter, exact: true }).click()
    await expect(row).toBeHidden()
  }
})
