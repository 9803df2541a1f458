// Sends two hostile requests to every endpoint, always the same ones; fuzz.rest.test.ts sends more, at random.
import { fuzzEndpoints } from './fuzz/fuzz-endpoints.ts'

fuzzEndpoints({ seed: 1, runs: 2 })
