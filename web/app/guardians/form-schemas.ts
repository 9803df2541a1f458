// Schemas of guardians' forms, where one field takes an email or a phone number. Loaded once a form is filled in.
import { CodeProof, newPasswordFields, PasswordProof, repeatedPassword } from '@baobab/contract/accounts/forms.ts'
import { isEmail } from '@baobab/contract/accounts/rules.ts'
import { GuardianName } from '@baobab/contract/guardians/forms.ts'
import { studentPassword } from '@baobab/contract/kernel/fields.ts'
import { isLikePhoneNumber } from '@baobab/contract/kernel/phone.ts'
import { cleanEmail } from '@baobab/contract/kernel/text.ts'
import * as z from 'zod/mini'
import { text } from './text.ts'

const address = z.string().check(
  z.overwrite(cleanEmail),
  z.minLength(1, { error: text.addressMissing, abort: true }),
  z.refine((typed) => (typed.includes('@') ? isEmail(typed) : isLikePhoneNumber(typed)), text.addressInvalid),
)
const code = CodeProof.shape.code

export const SignUp = z.object({
  ...GuardianName.shape,
  address,
  password: studentPassword,
  repassword: repeatedPassword,
})
export const AddressOnly = z.object({ address })
export const EnteredCode = z.object({ address, code })
export const LogIn = z.object({ address, ...PasswordProof.shape })
export const PasswordByCode = z.object({ address, code, newPassword: newPasswordFields.newPassword })
export const ChangedPassword = z.object({ newPassword: newPasswordFields.newPassword, ...PasswordProof.shape })
