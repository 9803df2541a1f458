// A separate file, so that the buttons show without it (use-provider-sign-in.ts).
export { applyOutcome } from './apply-outcome.ts'
export { explainFailure } from './explain-failure.ts'
export { storeRedirected } from './pending-sign-in.ts'
export { waitForReturn } from './return-signal.ts'
export { createVerifier, hashVerifier } from './verifier.ts'
