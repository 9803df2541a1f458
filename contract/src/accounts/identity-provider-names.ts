// The companies with whose accounts students can sign in. A file of its own, because light pages need the names only.

/** In the order of the buttons. */
export const identityProviders = ['microsoft', 'linkedin', 'pinterest', 'x', 'tiktok', 'apple'] as const
export type IdentityProvider = (typeof identityProviders)[number]

/** The names as the companies write them. */
export const providerNames: Readonly<Record<IdentityProvider, string>> = {
  microsoft: 'Microsoft',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  x: 'X',
  tiktok: 'TikTok',
  apple: 'Apple',
}

/** The methods of signing in to an account. */
export const signInMethods = ['password', ...identityProviders] as const
export type SignInMethod = (typeof signInMethods)[number]

/** Returns the path to which a provider returns the browser. Registered with each provider, so it must never change. */
export function providerCallbackPath(provider: IdentityProvider): string {
  return `/student/sign-in/${provider}/callback`
}
