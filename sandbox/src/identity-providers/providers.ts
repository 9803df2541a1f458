/** The companies with whose accounts people sign in. */
export const providers = ['microsoft', 'linkedin', 'pinterest', 'x', 'tiktok', 'apple'] as const
export type Provider = (typeof providers)[number]
