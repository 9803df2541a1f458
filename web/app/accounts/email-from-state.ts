/** The email that the page before was about, so that it is not typed twice. */
export function getEmailFromState(state: unknown): string {
  const has = typeof state === 'object' && state !== null && 'email' in state
  return has && typeof state.email === 'string' ? state.email : ''
}
