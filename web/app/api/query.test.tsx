import { ApiError } from '@baobab/contract/api-error.ts'
import { expect, it, vi } from 'vitest'
import { shouldRetry } from './query.ts'
import { NO_REPLY } from './time-limit.ts'

const refusal = (status: number, code = 'x') => new ApiError({ status, code, message: '' })

it('a read is tried three times if the network or the server failed, and once if it was refused or met silence', () => {
  for (const error of [new TypeError('Failed to fetch'), refusal(500)])
    expect([0, 1, 2].map((failures) => shouldRetry(failures, error))).toEqual([true, true, false])
  for (const error of [refusal(404), refusal(0, NO_REPLY)]) expect(shouldRetry(0, error)).toBe(false)
})

it('a read is tried once while the device is offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(shouldRetry(0, new TypeError('Failed to fetch'))).toBe(false)
})
