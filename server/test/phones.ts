// What tests of accounts by phone number need: numbers of their own, and the codes and links in text messages.
import { randomInt } from 'node:crypto'
import type { TestApp } from './harness.ts'

const CODE_TEXT = 'is your Baobab code'

/** Returns a random Nigerian mobile number in E.164. */
export const newNumber = (): string => `+234803${String(randomInt(10_000_000)).padStart(7, '0')}`

/** Waits until a number has `count` messages with a code, and returns the newest code. */
export async function readCode(t: TestApp, number: string, count = 1): Promise<string> {
  const [newest] = await t.texts(number, CODE_TEXT, count)
  return /\b\d{6}\b/.exec(newest?.text ?? '')?.[0] ?? ''
}

/** Waits until a number has `count` messages with a link for a guardian, and returns the newest link's parameters. */
export async function readConsentLink(
  t: TestApp,
  number: string,
  { contains = 'says you are the parent or guardian', count = 1 } = {},
): Promise<{ student: string; token: string }> {
  const [newest] = await t.texts(number, contains, count)
  const { searchParams } = new URL(/https?:\/\/\S+guardian-consent\S+/.exec(newest?.text ?? '')?.[0] ?? 'http://none')
  return { student: searchParams.get('student') ?? '', token: searchParams.get('token') ?? '' }
}
