import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { describeIssue } from './text.ts'

const { customError } = z.config()
beforeAll(() => void z.config({ customError: describeIssue }))
afterAll(() => void z.config({ customError }))

const messageOf = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues[0]?.message

describe('a schema issue without a sentence of its own', () => {
  const form = z.strictObject({
    username: z.string().min(1).max(5),
    isPaid: z.boolean().optional(),
    limit: z.int().min(1).max(100).optional(),
    kind: z.enum(['a', 'b']).optional(),
    guardianEmail: z.email().optional(),
    _id: z.string().min(2).optional(),
    options: z.array(z.string()).min(2).max(3).optional(),
  })
  const good = { username: 'ada' }

  it.each([
    [{}, 'Username is required'],
    [{ username: null }, 'Username is required'],
    [{ username: '' }, 'Username is required'],
    [{ username: 42 }, 'Please check this field: Username.'],
    [{ username: 'abcdef' }, 'Username must have at most 5 characters'],
    [{ ...good, isPaid: 'yes' }, 'Please check this field: Is paid.'],
    [{ ...good, limit: 101 }, 'Limit must be at most 100'],
    [{ ...good, limit: 0 }, 'Limit must be at least 1'],
    [{ ...good, limit: 1.5 }, 'Please check this field: Limit.'],
    [{ ...good, kind: 'c' }, 'Please check this field: Kind.'],
    [{ ...good, guardianEmail: 'x' }, 'Please check this field: Guardian email.'],
    [{ ...good, _id: 'x' }, 'Id must have at least 2 characters'],
    [{ ...good, options: ['a'] }, 'Options must have at least 2 items'],
    [{ ...good, options: ['a', 5] }, 'Please check this field: Options.'],
    [{ ...good, role: 'admin' }, 'This field is not expected.'],
    ['text', 'Please check what you entered.'],
  ])('%j is explained: %s', (input, message) => expect(messageOf(form, input)).toBe(message))

  it("does not replace the schema's own sentence", () => {
    expect(messageOf(z.object({ email: z.string('Email is required') }), {})).toBe('Email is required')
  })
})
