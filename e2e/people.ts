// Creates students and the admin for browser tests, over the API.
import { randomBytes } from 'node:crypto'
import { logInAdmin } from '@baobab/contract/accounts/admin.ts'
import * as accounts from '@baobab/contract/accounts/endpoints.ts'
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import { noteValues } from './run-logs.ts'

/** The birth date of a child of eight. */
export const OF_EIGHT = `${new Date().getFullYear() - 8}-01-01`

export const PASSWORD = 'Mango7tree'
export const ADMIN = { username: 'adanna', email: 'adanna@baobab.example', password: 'Mango7tree!' }

export type Student = {
  username: string
  email: string
  password: string
  token: string
  studentId: string
  ageCategory: string
  call: Caller
}

/** Returns a unique registration. The student is born in 2012, and so stays in the category 11-20 for years. */
export function registration() {
  const username = `k${randomBytes(4).toString('hex')}`
  const email = `${username}@school.example`
  const person = { username, email, number: '+2348012345678', password: PASSWORD, address: '12 Marina Road, Lagos' }
  noteValues(person)
  return { ...person, birth: '2012-05-01', gender: 'female' as const }
}

/** Creates a verified student, logged in over the API. */
export async function makeStudent(baseUrl: string, changes: { email?: string; birth?: string } = {}): Promise<Student> {
  const form = { ...registration(), ...changes }
  const anyone = createClient({ baseUrl })
  const { verificationToken } = await anyone(accounts.registerStudent, { body: form })
  await anyone(accounts.verifyEmail, { body: { email: form.email, verificationToken } })
  const { authToken, studentData } = await anyone(accounts.logInStudent, {
    body: { email: form.email, password: form.password },
  })
  const call = createClient({ baseUrl, token: () => authToken })
  const { username, email, password } = form
  noteValues({ token: authToken, email })
  const { _id: studentId, ageCategory } = studentData
  return { username, email, password, token: authToken, studentId, ageCategory: ageCategory ?? '', call }
}

/** Returns a caller with the first admin's token. */
export async function asAdmin(baseUrl: string): Promise<{ call: Caller; token: string }> {
  const { authToken } = await createClient({ baseUrl })(logInAdmin, {
    body: { email: ADMIN.email, password: ADMIN.password },
  })
  noteValues({ token: authToken, username: ADMIN.username, email: ADMIN.email, password: ADMIN.password })
  return { call: createClient({ baseUrl, token: () => authToken }), token: authToken }
}
