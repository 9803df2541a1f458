// Two hostile requests to every endpoint, always the same; fuzz.rest.test.ts sends more, made by chance.
import { fuzzEndpoints } from './fuzz/fuzz-endpoints.ts'

fuzzEndpoints({ seed: 1, runs: 2 })
