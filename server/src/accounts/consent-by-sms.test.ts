// Tests guardians who are asked by text message.
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { registration } from '../../test/factories.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { newNumber, readCode, readConsentLink } from '../../test/phones.ts'
import { refusal } from '../../test/refusal.ts'
import { registrations, students } from './tables.ts'

const OWN_NUMBER = "Enter your parent's or guardian's phone number, not your own"
const ANSWERED_YES = 'your parent or guardian said yes'
const THANKS = 'thank you for saying yes'

const t = await openStillTestApp({ GUARDIAN_CONSENT: 'under-13' })

type Link = { student: string; token: string }
const agree = (body: Link) => t.as()(contract.giveGuardianConsent, { body })
const withdraw = (body: Link) => t.as()(contract.withdrawGuardianConsent, { body })
const read = (body: Link) => t.as()(contract.readConsentRequest, { body })

/** Returns the registration of a child who has only a phone number, as has the guardian. */
function byPhone() {
  const { email: _, ...form } = registration({ birth: '2018-05-01', number: newNumber() })
  return { ...form, verifyBy: 'sms' as const, guardianNumber: newNumber() }
}
/** Returns the registration of a child with an email, whose guardian has only a phone number. */
const byEmail = () => ({ ...registration({ birth: '2018-05-01', number: newNumber() }), guardianNumber: newNumber() })

async function register(body: ReturnType<typeof byPhone> | ReturnType<typeof byEmail>) {
  return t.as()(contract.registerStudent, { body })
}

/** Registers a child by phone, enters the code, and returns the link that the guardian got. */
async function wait(form = byPhone()) {
  const { registration: reference } = await register(form)
  const verified = await t.as()(contract.verifyEmail, {
    body: { number: form.number, verificationToken: await readCode(t, form.number), registration: reference },
  })
  const link = await readConsentLink(t, form.guardianNumber)
  return { form, reference, verified, link }
}
const findStudent = async (number: string) =>
  (await t.app.db.select().from(students).where(eq(students.provedNumber, number)))[0]
const findRegistrations = (username: string) =>
  t.app.db.select().from(registrations).where(eq(registrations.username, username))
const listTexts = (number: string) => t.sandbox.phones.messages(number).map(({ text }) => text)
const mask = (number: string) => expect.stringMatching(new RegExp(`^\\+?\\d+•+\\d?${number.slice(-3)}$`))

describe('a guardian with only a phone number', () => {
  it('C-15 is asked by text message once the child has entered the code, and not before', async () => {
    const form = byPhone()
    const { registration: reference } = await register(form)
    const code = await readCode(t, form.number)
    expect(listTexts(form.guardianNumber)).toEqual([])
    const body = { number: form.number, verificationToken: code, registration: reference }
    const { guardianEmail } = await t.as()(contract.verifyEmail, { body })
    expect(guardianEmail).toEqual(mask(form.guardianNumber))
    expect(guardianEmail).not.toContain(form.guardianNumber.slice(6, 10))
    const link = await readConsentLink(t, form.guardianNumber)
    expect(await read(link)).toMatchObject({ username: form.username, agreedAt: null, canAgree: true })
    expect(await findStudent(form.number)).toBeUndefined()
  })

  it('opens the account by the link, and both are told by text message', async () => {
    const { form, link } = await wait()
    expect((await agree(link)).message).toBe('Thank you. The account is open now.')
    expect(await findStudent(form.number)).toMatchObject({
      email: null,
      guardianEmail: null,
      guardianNumber: form.guardianNumber,
      guardianAgreedAt: t.app.clock.now(),
    })
    await t.texts(form.number, ANSWERED_YES)
    expect(await readConsentLink(t, form.guardianNumber, { contains: THANKS })).toEqual(link)
    await agree(link)
  })

  it('says no, which deletes the registration, and the child is told', async () => {
    const { form, link } = await wait()
    await withdraw(link)
    expect(await findRegistrations(form.username)).toEqual([])
    await t.texts(form.number, 'your parent or guardian said no')
    expect((await refusal(agree(link))).code).toBe('token_invalid')
  })

  it('closes the account later by the link of the confirmation, and both are told', async () => {
    const { form, link } = await wait()
    await agree(link)
    const own = await readConsentLink(t, form.guardianNumber, { contains: THANKS })
    await withdraw(own)
    expect(await findStudent(form.number)).toBeUndefined()
    await t.texts(form.number, 'no longer agrees')
    await t.texts(form.guardianNumber, 'as you asked')
    await withdraw(own)
  })

  it('can agree for a child with an email, who is told by mail', async () => {
    const form = byEmail()
    const { verificationToken, registration: reference } = await register(form)
    const body = { email: form.email, verificationToken, registration: reference }
    expect((await t.as()(contract.verifyEmail, { body })).guardianEmail).toEqual(mask(form.guardianNumber))
    await agree(await readConsentLink(t, form.guardianNumber))
    const [mail] = await t.mails(form.email, 'Your parent or guardian agreed')
    expect(mail?.text).not.toContain(form.guardianNumber)
    expect(mail?.text).toContain(form.guardianNumber.slice(-3))
  })
})

describe('a child who names a guardian', () => {
  it.each([
    ['the same number', (number: string) => number],
    ['its national form', (number: string) => `0${number.slice(4)}`],
    ['a form with spaces and a 0 after the country code', (number: string) => `+234 (0) ${number.slice(4)}`],
    ['other digits', (number: string) => number.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))],
  ])('C-15 cannot name the own number: %s', async (_name, respell) => {
    for (const form of [byPhone(), byEmail()]) {
      const body = { ...form, guardianNumber: respell(form.number) }
      expect((await refusal(register(body))).errors).toEqual([{ path: 'guardianNumber', message: OWN_NUMBER }])
      expect(await findRegistrations(form.username)).toEqual([])
    }
  })

  it('C-15 cannot name the own number later either', async () => {
    const { form, reference, link } = await wait()
    t.app.clock.advance(61_000)
    const body = { number: form.number, registration: reference, guardianNumber: `0${form.number.slice(4)}` }
    const error = await refusal(t.as()(contract.askGuardian, { body }))
    expect(error.errors).toEqual([{ path: 'guardianNumber', message: OWN_NUMBER }])
    expect((await read(link)).canAgree).toBe(true)
  })

  it('names an email or a number, not both, and not neither', async () => {
    const { guardianNumber: _, ...alone } = byPhone()
    const missing = await refusal(t.as()(contract.registerStudent, { body: alone }))
    expect(missing.errors).toMatchObject([{ path: 'guardianEmail' }])
    const body = { ...byPhone(), guardianEmail: 'parent@home.example' }
    const both = await refusal(t.as()(contract.registerStudent, { body }))
    expect(both.errors).toEqual([{ path: 'guardianNumber', message: 'Enter an email or a phone number, not both' }])
  })

  it.each([
    ['+44 7911 123456', /numbers in Nigeria/],
    ['0700 123 4567', /mobile number/],
    ['12345', /Phone number must be valid/],
  ])('cannot name %s, which gets no text messages', async (guardianNumber, message) => {
    const { errors } = await refusal(register({ ...byPhone(), guardianNumber }))
    expect(errors).toEqual([{ path: 'guardianNumber', message: expect.stringMatching(message) }])
  })

  it('cannot name a number without a provider', async () => {
    const { sms } = t.app
    onTestFinished(() => {
      t.app.sms = sms
    })
    t.app.sms = undefined
    const { errors } = await refusal(register(byEmail()))
    expect(errors?.map(({ path }) => path)).toEqual(['guardianNumber'])
  })
})

describe('a child who waits for a guardian with a phone number', () => {
  it('can have the link sent again after a minute, with a sentence about text messages', async () => {
    const { form, reference, link } = await wait()
    const again = () => t.as()(contract.askGuardian, { body: { number: form.number, registration: reference } })
    const asked = await again()
    expect(asked.message).toBe('We have sent your parent or guardian a text message.')
    expect(asked.guardianEmail).toEqual(mask(form.guardianNumber))
    expect(await readConsentLink(t, form.guardianNumber, { count: 2 })).toEqual(link)
    expect(await refusal(again())).toMatchObject({ status: 429 })
  })

  it('can name another guardian by number or email, whose link replaces the old one', async () => {
    const { form, reference, link } = await wait()
    const own = { number: form.number, registration: reference }
    const other = newNumber()
    await t.as()(contract.askGuardian, { body: { ...own, guardianNumber: other } })
    const next = await readConsentLink(t, other)
    expect((await refusal(agree(link))).code).toBe('token_invalid')
    t.app.clock.advance(61_000)
    const guardianEmail = `parent.${form.username}@home.example`
    const asked = await t.as()(contract.askGuardian, { body: { ...own, guardianEmail } })
    expect(asked).toMatchObject({
      message: 'We have emailed your parent or guardian.',
      guardianEmail: 'p•••@home.example',
    })
    expect((await refusal(agree(next))).code).toBe('token_invalid')
    const [row] = await findRegistrations(form.username)
    expect(row).toMatchObject({ guardianEmail, guardianNumber: null })
  })

  it('cannot flood a number: it gets six requests an hour, however many children name it', async () => {
    const guardianNumber = newNumber()
    for (let n = 0; n < 8; n += 1) {
      const form = { ...byPhone(), guardianNumber }
      const { registration: reference, verificationToken } = await register(form)
      await t.as()(contract.verifyEmail, {
        body: { number: form.number, verificationToken, registration: reference },
      })
    }
    await t.texts(guardianNumber, 'says you are the parent', 6)
    // Sent after any further message to the first guardian would have been.
    await wait()
    expect(listTexts(guardianNumber)).toHaveLength(6)
  })
})
