// The companies with whose accounts students can sign in. A file of its own, because light pages need the names only.
import * as z from 'zod/mini'

/** In the order of the buttons. */
export const identityProviders = ['microsoft', 'linkedin', 'pinterest', 'x', 'tiktok', 'apple'] as const
export const IdentityProvider = z.enum(identityProviders)
export type IdentityProvider = z.infer<typeof IdentityProvider>

/** The names as the companies write them. */
export const providerNames: Readonly<Record<IdentityProvider, string>> = {
  microsoft: 'Microsoft',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  x: 'X',
  tiktok: 'TikTok',
  apple: 'Apple',
}

/** A method of signing in to an account. */
export const SignInMethod = z.enum(['password', ...identityProviders])
export type SignInMethod = z.infer<typeof SignInMethod>

/** Returns the path to which a provider returns the browser. Registered with each provider, so it must never change. */
export function providerCallbackPath(provider: IdentityProvider): string {
  return `/student/sign-in/${provider}/callback`
}
