import { identityProviders } from '@baobab/contract/accounts/text.ts'
import * as contract from '@baobab/contract/settings/endpoints.ts'
import { startAttempt } from '@baobab/contract/quiz/endpoints.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { startTestApp, openTestApp } from '../../test/harness.ts'
import { makeAdmin, makeQuiz, makeStudent, makeVideo } from '../../test/factories.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { readPriceKobo } from './queries.ts'
import type * as z from 'zod/mini'
import { waitFor } from '../../test/wait-for.ts'

type Body = z.input<typeof contract.SettingsChange>
const nothing = {
  supportEmail: null,
  supportPhone: null,
  supportWhatsApp: null,
  operatorName: null,
  operatorAddress: null,
  prizeKobo: null,
}

const t = await openTestApp({ PRICE_KOBO: '200000' })
const admin = await makeAdmin(t)

const change = (body: z.input<typeof contract.SettingsChange>) => t.as(admin.token)(contract.changeSettings, { body })
const readPublic = (by = t) => by.as()(contract.readPublicSettings, {})
const readAuditLines = () =>
  t.app.db
    .select({ subject: auditLines.subject, details: auditLines.details })
    .from(auditLines)
    .where(eq(auditLines.action, 'setting.changed'))
    .orderBy(auditLines.seq)

// The sandbox stands in for all of them.
describe('the product settings', () => {
  it('have the configured values until an admin changes them', async () => {
    expect(await readPublic()).toEqual({
      priceKobo: 200_000,
      ...nothing,
      guardianAge: 0,
      hasSampleContent: true,
      identityProviders: [...identityProviders],
      verifyBySms: true,
    })
    const changed = await change({ priceKobo: 150_000, supportEmail: 'help@baobab.example' })
    expect(changed).toMatchObject({
      message: 'Settings saved successfully!',
      settings: { priceKobo: 150_000, supportEmail: 'help@baobab.example', supportPhone: null },
      defaults: { priceKobo: 200_000, ...nothing },
      changes: [
        { name: 'priceKobo', by: admin.username },
        { name: 'supportEmail', by: admin.username },
      ],
    })
    expect(await readPublic()).toMatchObject({ priceKobo: 150_000 })
    expect(await readPriceKobo(t.app, t.app.db)).toBe(150_000)
    await change({ priceKobo: 200_000, supportEmail: null })
    expect(await readPublic()).toEqual({
      priceKobo: 200_000,
      ...nothing,
      guardianAge: 0,
      hasSampleContent: true,
      identityProviders: [...identityProviders],
      verifyBySms: true,
    })
    expect(await t.as(admin.token)(contract.readAdminSettings, {})).toMatchObject({ settings: { priceKobo: 200_000 } })
  })

  it('are written to the audit log with both values on each change, but not if nothing changed', async () => {
    const before = (await readAuditLines()).length
    await change({ priceKobo: 120_000, supportPhone: '+2348012345678' })
    await change({ priceKobo: 120_000 })
    await change({})
    expect((await readAuditLines()).slice(before)).toEqual([
      { subject: 'priceKobo', details: { before: 200_000, after: 120_000 } },
      { subject: 'supportPhone', details: { before: null, after: '+2348012345678' } },
    ])
    await change({ priceKobo: 200_000, supportPhone: null })
  })

  it('say who runs the site and what the prize is, until an admin removes them', async () => {
    const facts = {
      operatorName: 'The Baobab Trust',
      operatorAddress: '1 Marina, Lagos',
      supportWhatsApp: '+2348012345679',
      prizeKobo: 10_000_000,
    }
    await change(facts)
    expect(await readPublic()).toMatchObject(facts)
    await change({ operatorName: null, operatorAddress: null, supportWhatsApp: null, prizeKobo: null })
    expect(await readPublic()).toMatchObject(nothing)
  })

  it('offer text messages only if there is a provider for them', async () => {
    const beside = await startTestApp({ PRICE_KOBO: '200000' }, t)
    try {
      beside.app.sms = undefined
      expect(await readPublic(beside)).toMatchObject({ verifyBySms: false })
      expect(await readPublic()).toMatchObject({ verifyBySms: true })
    } finally {
      await beside.close()
    }
  })

  it('reach another server within a second', async () => {
    const beside = await startTestApp({ PRICE_KOBO: '200000' }, t)
    try {
      expect(await readPublic(beside)).toMatchObject({ priceKobo: 200_000 })
      await change({ priceKobo: 130_000 })
      await waitFor(async () => expect(await readPublic(beside)).toMatchObject({ priceKobo: 130_000 }))
    } finally {
      await beside.close()
      await change({ priceKobo: 200_000 })
    }
  })

  it.each<[Body, string, string]>([
    [{ priceKobo: 9_999 }, 'priceKobo', 'Price must be between 100 and 1000000 naira'],
    [{ priceKobo: 100_000_001 }, 'priceKobo', 'Price must be between 100 and 1000000 naira'],
    [{ priceKobo: 150_000.5 }, 'priceKobo', 'Price must be between 100 and 1000000 naira'],
    [{ supportEmail: 'help' }, 'supportEmail', 'Invalid email'],
    [{ supportPhone: 'call us' }, 'supportPhone', 'Phone number must be valid and include country code'],
    [{ supportWhatsApp: 'call us' }, 'supportWhatsApp', 'Phone number must be valid and include country code'],
    [{ prizeKobo: 99_999 }, 'prizeKobo', 'The prize must be between ₦1,000 and ₦100,000,000.'],
    [{ operatorName: ' ' }, 'operatorName', 'Name is required'],
    [{ operatorAddress: 'a'.repeat(201) }, 'operatorAddress', 'Address cannot exceed 200 characters'],
  ])('refuse %j', async (body, path, message) => {
    expect((await refusal(change(body))).errors).toContainEqual({ path, message })
  })
})

it('a premium video shows the current price to a student', async () => {
  const student = await makeStudent(t)
  const quiz = await makeQuiz(t, { video: await makeVideo(t, { access: 'premium' }) })
  const params = { videoTitle: quiz.video.title, ageCategory: quiz.ageCategory }
  const start = () => refusal(t.as(student.token)(startAttempt, { params }))
  expect(await start()).toMatchObject({ status: 402, message: 'Make a Payment of #2000' })
  await change({ priceKobo: 250_050 })
  expect(await start()).toMatchObject({ status: 402, message: 'Make a Payment of #2500.50' })
  await change({ priceKobo: 100_000 })
  expect(await start()).toMatchObject({ status: 402, message: 'Make a Payment of #1000' })
})
