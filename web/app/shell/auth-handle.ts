/** The greeting beside a login form. A page sets its own: `export const handle = { greeting } satisfies AuthHandle`. */
export type AuthHandle = { greeting: { title: string; text: string } }
