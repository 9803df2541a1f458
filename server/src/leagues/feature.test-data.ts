import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = { 'GET /api/leagues/mine': { callers: 'student' } }
