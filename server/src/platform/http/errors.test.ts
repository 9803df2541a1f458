import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorCodes, type ErrorCode } from '@baobab/contract/kernel/errors.ts'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { fail, findConstraint, handleError } from './errors.ts'

/** Replies with a refusal, with or without a time to wait. */
async function refuse(code: ErrorCode, retryAfterSeconds?: number) {
  const http = Fastify()
  http.setErrorHandler(handleError)
  http.get('/', () => fail(code, retryAfterSeconds === undefined ? {} : { retryAfterSeconds }))
  return http.inject('/')
}

const codes = Object.keys(errorCodes) as ErrorCode[]

it.each(codes.filter((code) => [429, 503].includes(errorCodes[code].status)))(
  'every reply with %s says when to try again',
  async (code) => {
    expect(Number((await refuse(code)).headers['retry-after'])).toBeGreaterThan(0)
    expect((await refuse(code, 6.2)).headers['retry-after']).toBe('7')
  },
)

it('a final reply does not say when to try again', async () => {
  expect((await refuse('not_found')).headers).not.toHaveProperty('retry-after')
})

it('every feature declares its own codes, and all of them are codes of the API', async () => {
  const folder = fileURLToPath(import.meta.resolve('@baobab/contract/api.ts')).replace(/api\.ts$/, '')
  const files = globSync('!(kernel)/{endpoints,text}.ts', { cwd: folder })
  const modules = await Promise.all(files.map((file) => import(folder + file) as Promise<Record<string, object>>))
  const codes = modules.flatMap((module) => Object.entries(module)).filter(([name]) => name.endsWith('Errors'))
  expect(codes.length).toBeGreaterThan(10)
  const declared = codes.flatMap(([, owned]) => Object.keys(owned))
  expect(declared.filter((code, n) => declared.indexOf(code) !== n)).toEqual([])
  expect(declared.filter((code) => !Object.hasOwn(errorCodes, code))).toEqual([])
})

it.each([
  [{ cause: { constraint: 'videos_title_key' } }, 'videos_title_key'],
  [{ constraint: 'videos_title_key_102015' }, 'videos_title_key'],
  [new Error('It failed.', { cause: { code: '23505' } }), ''],
  [undefined, ''],
])('the constraint of %j is %j', (error, name) => {
  expect(findConstraint(error)).toBe(name)
})
