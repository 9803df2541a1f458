import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { compressReplies } from './compress-replies.ts'

const long = { texts: Array.from({ length: 300 }, (_, n) => `Ìjàpá tells story ${n}`) }

async function reply({
  accepts,
  url = '/long',
  method = 'GET' as 'GET' | 'HEAD',
}: {
  accepts?: string
  url?: string
  method?: 'GET' | 'HEAD'
}) {
  const http = Fastify()
  onTestFinished(() => http.close())
  compressReplies(http)
  http.get('/long', async () => long)
  http.get('/short', async () => ({ text: 'Ìjàpá' }))
  http.get('/bytes', async () => Buffer.alloc(5_000, 'a'))
  http.get('/fails', async () => {
    throw new Error('x'.repeat(5_000))
  })
  return http.inject({ url, method, headers: accepts === undefined ? {} : { 'accept-encoding': accepts } })
}

it.each([
  ['gzip, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('to a caller that accepts %s a reply comes as %s', async (accepts, encoding, decompress) => {
  const { headers, rawPayload } = await reply({ accepts })
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
  expect(headers['content-length']).toBe(String(rawPayload.length))
  expect(headers['content-type']).toContain('application/json')
  expect(JSON.parse(decompress(rawPayload).toString())).toEqual(long)
  expect(rawPayload.length).toBeLessThan(JSON.stringify(long).length / 3)
})

it('to a caller that accepts nothing else a reply is sent uncompressed', async () => {
  const { headers, body } = await reply({})
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers).toMatchObject({ vary: 'accept-encoding' })
  expect(JSON.parse(body)).toEqual(long)
})

it('a reply to HEAD has the headers of the reply to GET', async () => {
  const [get, head] = [await reply({ accepts: 'br' }), await reply({ accepts: 'br', method: 'HEAD' })]
  expect(head.body).toBe('')
  expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
})

it('a long error is compressed too', async () => {
  const { statusCode, headers, rawPayload } = await reply({ accepts: 'br', url: '/fails' })
  expect(statusCode).toBe(500)
  expect(headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(rawPayload).toString()).toContain('xxx')
})

it.each(['/short', '/bytes'])('the reply of %s is sent unchanged', async (url) => {
  expect((await reply({ accepts: 'br', url })).headers['content-encoding']).toBeUndefined()
})
