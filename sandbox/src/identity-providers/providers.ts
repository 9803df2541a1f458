/** The companies whose accounts people can sign in with. */
export const providers = ['microsoft', 'linkedin', 'pinterest', 'x', 'tiktok', 'apple'] as const
export type Provider = (typeof providers)[number]
