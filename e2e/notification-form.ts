// The admin's form for a notification, and the bell by which it arrives.
import type { Page } from '@playwright/test'

/** Finds the link to the notifications that is visible at this width. */
export const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ }).filter({ visible: true })

/** Fills in what a notification says. */
export async function fillContent(
  admin: Page,
  content: { title: string; update: string; description: string },
): Promise<void> {
  const form = admin.getByRole('form', { name: 'Notification' })
  await form.getByLabel('Title').fill(content.title)
  await form.getByLabel('Update').selectOption({ label: content.update })
  await form.getByLabel('Description').fill(content.description)
}
