import { eq } from 'drizzle-orm'
import * as contract from '@baobab/contract/contact/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { openTestApp } from '../../test/harness.ts'
import { unique } from '../../test/factories.ts'
import { contactMessages } from './tables.ts'

const t = await openTestApp()

const makeMessage = () => ({
  firstName: 'Adaeze',
  lastName: 'Ọbi',
  email: `${unique('c')}@home.example`,
  message: 'Good evening.\nWhen is the next draw?',
})
const send = (body: ReturnType<typeof makeMessage>) => t.as()(contract.sendMessage, { body })
const findStored = (email: string) => t.app.db.select().from(contactMessages).where(eq(contactMessages.email, email))

describe('a message to the team', () => {
  it('is stored as it was written', async () => {
    const body = makeMessage()
    expect((await send(body)).message).toBe('Thank you. Your message has been sent. We will reply by email.')
    expect(await findStored(body.email)).toMatchObject([body])
  })

  it.each([
    ['firstName', '  ', 'First name is required'],
    ['lastName', '', 'Last name is required'],
    ['email', 'a@b.example\r\nBcc: c@d.example', 'Invalid email'],
    ['message', '', 'Message is required'],
    ['message', 'x'.repeat(5_001), 'Message cannot exceed 5000 characters'],
  ])('W-03 is refused with an invalid %s, and the error names that field', async (field, value, sentence) => {
    const body = { ...makeMessage(), [field]: value }
    expect((await refusal(send(body))).errors).toContainEqual({ path: field, message: sentence })
    expect(await findStored(body.email)).toEqual([])
  })

  it('is accepted at most five times an hour from one email address', async () => {
    const body = makeMessage()
    for (let i = 0; i < 5; i += 1) await send(body)
    const error = await refusal(send(body))
    expect(error.status).toBe(429)
    expect(error.retryAfter).toBeGreaterThan(0)
    expect(await findStored(body.email)).toHaveLength(5)
  })
})
