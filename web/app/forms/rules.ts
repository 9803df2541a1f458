import { isSamePassword } from '@baobab/contract/accounts/rules.ts'
import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'

/** The error type for a form whose rules did not load. It does not belong to a field. */
export const RULES_MISSING = 'rules-missing'

const missing = { root: { type: RULES_MISSING } }

type Schema<Values, Output> = z.core.$ZodType<Output, Values>

export type Rules<Values extends FieldValues, Output> = {
  /**
   * The contract's schema, whose messages appear under the fields. Student pages pass a function that loads it. Without a schema, every
   * value is valid.
   */
  schema?: Schema<Values, Output> | (() => Promise<Schema<Values, Output>>)
  /** Whether `send` gets the values as parsed by the schema instead of as typed; default false. */
  isParsed?: boolean
  /**
   * The field that `repassword` must equal. A schema compares fields only once each is valid; this reports a different second password as
   * soon as it is typed.
   */
  repassword?: { of: keyof Values & string; message: string }
}

/**
 * Returns a resolver that loads its schema and the validation library on first use: most visitors only look at the form, and data is
 * expensive. If they do not load, the form reports one error of type `RULES_MISSING`.
 */
export function toResolver<Values extends FieldValues, Output>({
  schema,
  isParsed = false,
  repassword,
}: Rules<Values, Output>): Resolver<Values, unknown, Output> {
  if (!schema) return (values) => ({ values: values as unknown as Output, errors: {} })
  const loadRules = async () =>
    Promise.all([import('@hookform/resolvers/zod'), typeof schema === 'function' ? schema() : schema])
  return async (values, context, options) => {
    const rules = await loadRules().catch(() => undefined)
    if (!rules) return { values: {}, errors: missing as FieldErrors<Values> }
    const [{ zodResolver }, loaded] = rules
    const resolver = zodResolver(loaded as never, undefined, { raw: !isParsed as true })
    const result = await (resolver as unknown as Resolver<Values, unknown, Output>)(values, context, options)
    const differs =
      repassword && Boolean(values['repassword']) && !isSamePassword(values['repassword'], values[repassword.of])
    if (!differs || 'repassword' in result.errors) return result
    const mismatch: FieldError = { type: 'custom', message: repassword.message }
    return { values: {}, errors: { ...result.errors, repassword: mismatch } as FieldErrors<Values> }
  }
}
