// Sends random hostile requests to every endpoint. FUZZ_SEED repeats a run, FUZZ_RUNS sends more.
import { fuzzEndpoints } from './fuzz/fuzz-endpoints.ts'

fuzzEndpoints({ seed: Math.floor(Math.random() * 2 ** 31), runs: 20 })
