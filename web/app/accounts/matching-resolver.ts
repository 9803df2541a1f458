import type { FieldError, FieldErrors, Resolver } from 'react-hook-form'

/**
 * Adds a comparison of two passwords to a resolver. A schema compares fields only once each of them is valid; this
 * resolver reports a differing second password as soon as it is typed.
 * @param password the field that `repassword` must equal
 */
export function matchingResolver<Values extends { repassword?: string | undefined }>(
  resolver: Resolver<Values>,
  password: keyof Values,
  message: string,
): Resolver<Values> {
  return async (values, context, options) => {
    const result = await resolver(values, context, options)
    const differs = Boolean(values.repassword) && values.repassword !== values[password]
    if (!differs || 'repassword' in result.errors) return result
    const mismatch: FieldError = { type: 'custom', message }
    const errors = { ...result.errors, repassword: mismatch } as FieldErrors<Values>
    return { values: {}, errors }
  }
}
