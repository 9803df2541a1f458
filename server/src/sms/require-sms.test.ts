import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../test/harness.ts'
import { createScriptedSms } from '../../test/scripted-sms.ts'
import { Refusal } from '../platform/http/errors.ts'
import { maySendCode, maySendText, requireSmsNumber, requireSmsOpen } from './require-sms.ts'

const t = await openTestApp()
const app = (countries = ['234']) => ({
  ...t.app,
  sms: createScriptedSms(),
  config: { ...t.app.config, sms: { ...t.app.config.sms, countries, dailyBudget: 100 } },
})

/** Returns the number, or the errors at fields that it causes. */
function read(typed: string, countries?: string[]): unknown {
  try {
    return requireSmsNumber(app(countries), 'number', typed)
  } catch (error) {
    if (error instanceof Refusal) return error.details.errors
    throw error
  }
}
const atField = (message: string) => [{ path: 'number', message }]

describe('a number that may get text messages', () => {
  it.each(['0803 123 4567', '+234 803 123 4567', '234-803-123-4567', '8031234567', '+234 (0) 803 123 4567'])(
    'is read however it is typed: %s',
    (typed) => {
      expect(read(typed)).toBe('+2348031234567')
    },
  )

  it.each([
    ['+233 20 123 4567', 'We can only send text messages to numbers in Nigeria. Please use an email.'],
    ['+1 900 555 0123', 'We can only send text messages to numbers in Nigeria. Please use an email.'],
    ['+88 213 123 4567', 'We can only send text messages to numbers in Nigeria. Please use an email.'],
    ['0700 123 4567', 'This number cannot get text messages. Please enter a mobile number, or use an email.'],
    ['0201 234 5678', 'This number cannot get text messages. Please enter a mobile number, or use an email.'],
    ['12', 'Phone number must be valid and include country code'],
  ])('S-04 is none that is foreign, expensive or not mobile: %s', (typed, message) => {
    expect(read(typed)).toEqual(atField(message))
  })

  it('may be of the countries in the settings', () => {
    expect(read('+233 20 123 4567', ['234', '233'])).toBe('+233201234567')
    const refused = atField('We cannot send text messages to this country. Please use an email.')
    expect(read('+1 415 555 0123', ['234', '233'])).toEqual(refused)
  })
})

it('S-03 a number gets three codes an hour, from however many addresses they are asked for', async () => {
  const answers: boolean[] = []
  for (let n = 0; n < 5; n += 1) answers.push(await maySendCode(app(), '+2348031234567'))
  expect(answers).toEqual([true, true, true, false, false])
  // Its owner still gets them in a browser that the account knows, and other messages.
  expect(await maySendCode(app(), '+2348031234567', 'code-known-browser')).toBe(true)
  expect(await maySendText(app(), '+2348031234567', 'consent')).toBe(true)
})

it('no code is promised without a provider', async () => {
  await expect(requireSmsOpen({ ...app(), sms: undefined })).rejects.toThrow(
    'We cannot send text messages right now. Please use an email, or try again later.',
  )
})
