import type { FieldError, FieldErrors, Resolver } from 'react-hook-form'

type Passwords = { repassword?: string | undefined }

/**
 * A schema compares two fields only once all others are right. Here a second password that differs is said as soon as
 * it is typed.
 * @param password the field that `repassword` must equal
 */
export function matchingResolver<Form extends Passwords>(
  resolver: Resolver<Form>,
  password: keyof Form,
  sentence: string,
): Resolver<Form> {
  return async (values, context, options) => {
    const result = await resolver(values, context, options)
    const differs = Boolean(values.repassword) && values.repassword !== values[password]
    if (!differs || 'repassword' in result.errors) return result
    const mismatch: FieldError = { type: 'custom', message: sentence }
    const errors = { ...result.errors, repassword: mismatch } as FieldErrors<Form>
    return { values: {}, errors }
  }
}
