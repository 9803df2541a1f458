/** The email that the previous page passed in the navigation state, or ''. */
export function getEmailFromState(state: unknown): string {
  const hasEmail = typeof state === 'object' && state !== null && 'email' in state
  return hasEmail && typeof state.email === 'string' ? state.email : ''
}
