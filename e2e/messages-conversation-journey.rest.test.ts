// A conversation by mail: a visitor writes, an admin answers, takes the answer back and answers again, the visitor replies from the
// mailbox, and the admin answers again and closes.
import { addSavedAnswer, sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { expectAccessible } from './accessibility.ts'
import { expectFit, laptop, phone } from './fit.ts'
import { expect, test, waitForApp } from './fixtures.ts'
import { asAdmin } from './people.ts'

const TAKE_BACK_MS = 30_000

test('a visitor’s reply by mail opens the conversation again', async ({ adminPage: page, productUrl, context }) => {
  const unique = Date.now()
  const [lastName, email] = [`Replies${unique}`, `replies${unique}@home.example`]
  const body = { firstName: 'Adaeze', lastName, email, message: 'When is the draw?' }
  await createClient({ baseUrl: productUrl })(sendMessage, { body })
  const { token } = await asAdmin(productUrl)
  const saved = { title: `Login ${unique}`, text: 'Dear {first name}, your username is {username}: {password link}' }
  await createClient({ baseUrl: productUrl, token: () => token })(addSavedAnswer, { body: saved })

  await page.setViewportSize(laptop)
  await page.goto(`/admin/messages?search=${lastName}`)
  await waitForApp(page)
  const row = page.getByRole('region', { name: 'Inbox' }).getByRole('link', { name: new RegExp(lastName) })
  await row.click()
  const pane = page.getByRole('region', { name: 'Message', exact: true })
  const conversation = pane.getByRole('group', { name: 'Conversation' })
  const answer = pane.getByLabel('Your answer')

  await pane.getByLabel('Insert a saved answer').selectOption({ label: saved.title })
  await expect(answer).toHaveValue(
    `Dear Adaeze, your username is {username}: ${new URL('/forgot-password', productUrl).href}`,
  )
  await pane.getByRole('button', { name: 'Send answer' }).click()
  await expect(pane.getByText('Replace {username}: we cannot fill it in for this message.')).toBeVisible()
  await answer.fill('On Monday.')
  await pane.getByRole('button', { name: 'Send answer' }).click()
  await expect(conversation).toContainText('On Monday.')
  await expect(row).toContainText('Waiting')
  await conversation.getByRole('button', { name: 'Take Back' }).click()
  await expect(conversation).not.toContainText('On Monday.')
  await expect(answer).toHaveValue('On Monday.')
  await expect(row).not.toContainText('Waiting')

  await answer.fill('On Friday.')
  await pane.getByRole('button', { name: 'Send answer' }).click()
  await expect(conversation).toContainText('It is emailed in')
  await expect(conversation).toContainText(`Emailed to ${email}`, { timeout: 2 * TAKE_BACK_MS })

  const mailbox = await context.newPage()
  await expect(async () => {
    await mailbox.goto(`${productUrl}/sandbox/mailbox?to=${encodeURIComponent(email)}`)
    await mailbox.getByRole('link', { name: 'Our answer to your message' }).click({ timeout: 2_000 })
  }).toPass()
  await expect(mailbox.getByText('On Friday.').first()).toBeVisible()
  await expect(mailbox.getByText('On Monday.')).toHaveCount(0)
  await mailbox.getByLabel(/^Reply to support\+/).fill('Which Friday?\nThank you.')
  await mailbox.getByRole('button', { name: 'Reply' }).click()
  await expect(mailbox.getByText('Your reply was delivered.')).toBeVisible()

  await page.goto(`/admin/messages?search=${lastName}`)
  await expect(row).toContainText('Which Friday?')
  await expect(row).toContainText('Unread')
  await row.click()
  await expect(conversation.getByRole('listitem')).toHaveText([/When is the draw/, /On Friday/, /Which Friday/])
  await expectFit(page)
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectFit(page)
  await answer.fill('On the 4th.')
  await pane.getByRole('button', { name: 'Send and close' }).click()
  await expect(conversation).toContainText('On the 4th.')
  await expect(pane.getByText(/^Closed on/)).toBeVisible()
  await pane.getByRole('button', { name: 'Open Again' }).click()
  await expect(pane.getByText(/^Closed on/)).toHaveCount(0)
})
