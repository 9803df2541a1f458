import { ApiError } from '@baobab/contract/api-error.ts'
import { expect, test } from 'vitest'
import { mayPass, waitMs } from './carry-file.ts'

const refused = (status: number) => new ApiError({ status, code: '', message: '' })

test.each([0, 409, 423, 429, 500, 503])('after %i the upload is tried again', (status) => {
  expect(mayPass(refused(status), 20)).toBe(true)
})

test.each([400, 401, 403, 413, 415, 422, 507])('%i is final', (status) => {
  expect(mayPass(refused(status), 0)).toBe(false)
})

test('an upload that the server has lost is begun anew, once', () => {
  expect(mayPass(refused(404), 0)).toBe(true)
  expect(mayPass(refused(404), 1)).toBe(false)
  expect(mayPass(new TypeError('a bug'), 0)).toBe(false)
})

test('the tries come further and further apart, and never before the server asks for them', () => {
  expect([1, 2, 3, 4, 5, 50].map((failures) => waitMs(failures))).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
  expect(waitMs(1, 30)).toBe(30_000)
})
