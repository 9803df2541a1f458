import { type IdentityProvider, identityProvidersText } from '@baobab/contract/accounts/text.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { errorMessage } from '../../api/error-message.ts'
import { toFormFailure, type FormFailure } from '../../forms/form-failure.tsx'

const APPLE_HELP = 'Check your connection and try again, or log in another way.'

/**
 * Explains a failure. If Apple's sign-in script does not load, a separate sentence says so and what to do. There is no countdown, because
 * nobody knows when a provider will work again.
 */
export function explainFailure(provider: IdentityProvider, error: unknown): FormFailure {
  const isUnavailable = error instanceof ApiError && error.code === 'sign_in_unavailable'
  if (isUnavailable) return { message: errorMessage(error) }
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  if (provider !== 'apple' || isRefused) return toFormFailure(error)
  return { message: `${identityProvidersText.appleUnavailable} ${APPLE_HELP}` }
}
