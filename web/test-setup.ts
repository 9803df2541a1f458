// Tests of components wait as long as all others: Testing Library gives up after a second by default.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 45_000 })
}

export {}
