// In a file of its own, so that the buttons appear before it is loaded (use-provider-sign-in.ts).
export { applyOutcome } from './apply-outcome.ts'
export { explainFailure } from './explain-failure.ts'
export { storeRedirected } from './pending-sign-in.ts'
export { waitForReturn } from './return-signal.ts'
export { createVerifier, hashVerifier } from './verifier.ts'
