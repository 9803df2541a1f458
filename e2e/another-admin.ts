import { inviteAdmin, logInAdmin, registerAdmin } from '@baobab/contract/accounts/admin.ts'
import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { expect } from '@playwright/test'
import { ADMIN, asAdmin } from './people.ts'

/**
 * Makes another admin, who can approve what the first one proposes.
 * @returns the values that the tab's storage has while this admin is logged in
 */
export async function makeAnotherAdmin(
  productUrl: string,
  role: AdminRole,
): Promise<{ adminAuthToken: string; adminUsername: string }> {
  const [owner, anyone] = [await asAdmin(productUrl), createClient({ baseUrl: productUrl })]
  const username = `${role}${Math.random().toString(36).slice(2, 10)}`
  const email = `${username}@baobab.example`
  await owner.call(inviteAdmin, { body: { email, role } })
  let invitation = ''
  await expect(async () => {
    const reply = await fetch(`${productUrl}/sandbox/mailbox/messages?to=${email}`)
    const [mail] = (await reply.json()) as { text: string }[]
    invitation = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(invitation).not.toBe('')
  }).toPass()
  await anyone(registerAdmin, { body: { username, email, password: ADMIN.password, invitation } })
  const { authToken } = await anyone(logInAdmin, { body: { email, password: ADMIN.password } })
  return { adminAuthToken: authToken, adminUsername: username }
}
