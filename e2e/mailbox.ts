// The mails that a product has sent.
import { expect } from '@playwright/test'

/** Finds the link to a page in the newest mail to an address. */
export async function findMailedLink(productUrl: string, email: string, path: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const reply = await fetch(`${productUrl}/sandbox/mailbox/messages?to=${encodeURIComponent(email)}`)
    const mails = (await reply.json()) as { text: string }[]
    link = mails.map(({ text }) => new RegExp(`http\\S+${path}\\?\\S+`).exec(text)?.[0] ?? '').find(Boolean) ?? ''
    expect(link).not.toBe('')
  }).toPass()
  return link
}
