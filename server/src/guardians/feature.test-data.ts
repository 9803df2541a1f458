import type { SampleCalls } from '../../test/make-sample-data.ts'
import { childCalls } from './children/child-calls.ts'

export const calls: SampleCalls = {
  ...childCalls,
}
