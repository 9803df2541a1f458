// A second admin, for what one admin proposes and another one approves.
import { inviteAdmin, logInAdmin, registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { expect, type Page } from '@playwright/test'
import { ADMIN, asAdmin } from './people.ts'

/**
 * Makes an admin who manages content.
 * @returns a page with that admin logged in
 */
export async function openForContentAdmin(page: Page, productUrl: string): Promise<Page> {
  const [owner, anyone] = [await asAdmin(productUrl), createClient({ baseUrl: productUrl })]
  const username = `content${Math.random().toString(36).slice(2, 10)}`
  const email = `${username}@baobab.example`
  await owner.call(inviteAdmin, { body: { email, role: 'content' } })
  let invitation = ''
  await expect(async () => {
    const reply = await fetch(`${productUrl}/sandbox/mailbox/messages?to=${email}`)
    const [mail] = (await reply.json()) as { text: string }[]
    invitation = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(invitation).not.toBe('')
  }).toPass()
  await anyone(registerAdmin, { body: { username, email, password: ADMIN.password, invitation } })
  const { authToken } = await anyone(logInAdmin, { body: { email, password: ADMIN.password } })
  await page.addInitScript(
    ([token, name]) => {
      sessionStorage.setItem('adminAuthToken', token ?? '')
      sessionStorage.setItem('adminUsername', name ?? '')
    },
    [authToken, username],
  )
  return page
}
