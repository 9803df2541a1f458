// Reads the text messages in the sandbox's phones.
import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { noteValues } from './run-logs.ts'

type TextMessage = { to: string; text: string }

/** Waits for the newest text message to a number that contains a text, and returns it. */
export async function readText(page: Page, to: string, contains: string): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    const reply = await page.request.get(`/sandbox/phones/messages?to=${encodeURIComponent(to)}`)
    const messages = (await reply.json()) as TextMessage[]
    found = messages.find(({ text }) => text.includes(contains))?.text
    expect(found).toBeDefined()
  }).toPass({ intervals: [100] })
  return found ?? ''
}

/** Waits for the newest code sent to a number, and returns it. */
export async function readCode(page: Page, to: string): Promise<string> {
  return /#(\d{6})$/.exec(await readText(page, to, 'is your Baobab code'))?.[1] ?? ''
}

/** Returns a new mobile number in Nigeria. */
export function makeNumber(): string {
  const number = `+23480${randomInt(10_000_000, 100_000_000)}`
  noteValues({ number })
  return number
}
