import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'

type Schema<Values, Output> = z.core.$ZodType<Output, Values>

/** The type of the error of a form whose rules did not load. It belongs to no field. */
export const RULES_MISSING = 'rules-missing'

const missing = { root: { type: RULES_MISSING } }

type Options = {
  /** Whether the form gets the values as they were typed, not as the schema parses them. */
  isRaw?: boolean
}

/**
 * Returns a resolver that loads its schema, and the library that checks by it, when it is first called: most visitors
 * of a page with a form only look at it, and data is expensive. If they do not load, the form reports one error of the
 * type `RULES_MISSING`.
 */
export function resolverOnDemand<Values extends FieldValues, Output = Values>(
  loadSchema: () => Promise<Schema<Values, Output>> | Schema<Values, Output>,
  { isRaw = false }: Options = {},
): Resolver<Values, unknown, Output> {
  const loadRules = async () => Promise.all([import('@hookform/resolvers/zod'), loadSchema()])
  return async (values, context, options) => {
    const rules = await loadRules().catch(() => undefined)
    if (!rules) return { values: {}, errors: missing as FieldErrors<Values> }
    const [{ zodResolver }, schema] = rules
    const resolver = zodResolver(schema as never, undefined, { raw: isRaw as true })
    return (resolver as unknown as Resolver<Values, unknown, Output>)(values, context, options)
  }
}
