import { StudentRegistration } from '@baobab/contract/accounts/forms.ts'
import { expect, test } from 'vitest'
import { toResolver } from './rules.ts'

const resolver = toResolver({
  schema: StudentRegistration,
  repassword: { of: 'password', message: 'Passwords must match' },
})

async function messages(password: string, repassword: string) {
  const form = {
    username: 'ada',
    email: '',
    number: '',
    birth: '',
    gender: 'female',
    address: '',
    password,
    repassword,
  } as const
  const { errors } = await resolver(form, undefined, { fields: {}, shouldUseNativeValidation: false })
  return { username: errors.username?.message, repassword: errors.repassword?.message }
}

test('a second password that differs is reported while other fields are still invalid', async () => {
  expect(await messages('Moonrise7', 'Moonrise8')).toEqual({
    username: 'Username must be at least 5 characters',
    repassword: 'Passwords must match',
  })
})
test('the same password twice is not an error', async () => {
  expect((await messages('Moonrise7', 'Moonrise7')).repassword).toBeUndefined()
})
test('an empty second password is reported as missing, not as different', async () => {
  expect((await messages('Moonrise7', '')).repassword).toBe('Please confirm your password')
})
