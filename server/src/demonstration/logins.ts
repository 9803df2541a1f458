// The logins of a demonstration world. They are stored in its data folder, because every start prints them.
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ageCategories, adminRoles, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import { z } from 'zod'
import type { App } from '../platform/app.ts'
import { planStudents } from './plan.ts'

const DemoLogins = z.object({ studentPassword: z.string(), adminPassword: z.string() })
export type DemoLogins = z.infer<typeof DemoLogins>

const fileOf = ({ config }: Pick<App, 'config'>) => join(config.dataDir, 'demo-logins.json')

/** Returns the email of one of the world's students or admins. */
export const emailOf = (name: string) => `${name}@demo.example`

export const adminName = (role: AdminRole) => `demo_${role}`

/** Creates the passwords for a new world, and stores them where only this user of the machine can read them. */
export async function makeLogins(app: App): Promise<DemoLogins> {
  const password = () => `Demo${randomBytes(6).toString('hex')}1!`
  const logins = { studentPassword: password(), adminPassword: password() }
  await writeFile(fileOf(app), JSON.stringify(logins), { mode: 0o600 })
  return logins
}

export async function readLogins(app: Pick<App, 'config'>): Promise<DemoLogins> {
  return DemoLogins.parse(JSON.parse(await readFile(fileOf(app), 'utf8')))
}

/** Returns lines that explain how to log in: as a student of each age category, and as an admin with each role. */
export function describeLogins({ studentPassword, adminPassword }: DemoLogins, now: Date): string[] {
  const students = planStudents(now)
  const logins = ageCategories.map((category) => {
    const found = students.find(({ ageCategory }) => ageCategory === category)
    return `${emailOf(found?.username ?? '')} (ages ${category})`
  })
  return [
    `  Students ${logins.join(', ')}: password ${studentPassword}`,
    `  Admins   ${adminRoles.map((role) => emailOf(adminName(role))).join(', ')}: password ${adminPassword}`,
  ]
}
