import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { errorCodes } from '@baobab/contract/kernel/errors.ts'
import { describe, expect, it } from 'vitest'
import { errorMessage, failureTitle } from './error-message.ts'
import { NO_REPLY } from './time-limit.ts'

const apiError = (code: keyof typeof errorCodes) => new ApiError({ code, ...errorCodes[code] })

describe('the message of a failed call', () => {
  it("is the server's own for a refusal", () => {
    expect(errorMessage(apiError('title_taken'), 'Video upload failed!')).toBe(errorCodes.title_taken.message)
  })

  it('says that storage is full, because retrying would fail too', () => {
    expect(errorMessage(apiError('storage_full'), 'Video upload failed!')).toBe(errorCodes.storage_full.message)
  })

  it.each(['internal', 'busy'] as const)('is the fallback for %s', (code) => {
    expect(errorMessage(apiError(code), 'Video upload failed!')).toBe('Video upload failed!')
  })

  // 'Failed to update profile.' and the other sentences of the error catalogue
  it('starts with the call’s own sentence without a connection, and then mentions the connection', () => {
    const offline = new ApiError({ status: 0, code: 'offline', message: '' })
    expect(errorMessage(offline, 'Failed to update profile.')).toBe(`Failed to update profile. ${commonText.offline}`)
    const silent = new ApiError({ status: 0, code: NO_REPLY, message: '' })
    expect(errorMessage(silent, 'Failed.')).toBe('Failed. The network is not responding. Please try again.')
    expect([errorMessage(offline), errorMessage(silent)]).toEqual([commonText.offline, commonText.networkSilent])
  })

  it('never repeats what a proxy sent', () => {
    expect(errorMessage(new ApiError({ status: 413, code: 'internal', message: 'nginx' }), 'Failed.')).toBe('Failed.')
    expect(errorMessage(new TypeError('x is undefined'))).toBe(commonText.somethingWentWrong)
  })
})

describe('the heading after a failure to load', () => {
  it('does not repeat the advice to check the network, which follows it', () => {
    const offline = new ApiError({ status: 0, code: 'offline', message: '' })
    expect(failureTitle(offline, 'Failed to load quiz.')).toBe('Failed to load quiz.')
    expect(failureTitle(apiError('busy'), 'Failed to load quiz.')).toBe('Failed to load quiz.')
    expect(failureTitle(apiError('title_taken'), 'Failed.')).toBe(errorCodes.title_taken.message)
  })
})
