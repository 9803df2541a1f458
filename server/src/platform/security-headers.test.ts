import { expect, it } from 'vitest'
import { pagePolicy } from './security-headers.ts'

const read = (policy: string) => Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/s).slice(0, 2)))

it('a page may fetch, show and play from the origin of the files, and do nothing else more', () => {
  const without = read(pagePolicy({ scriptHashes: ["'sha256-x'"], filesOrigin: undefined }))
  const store = 'https://files.example'
  expect(read(pagePolicy({ scriptHashes: ["'sha256-x'"], filesOrigin: store }))).toEqual({
    ...without,
    'img-src': `${without['img-src']} ${store}`,
    'media-src': `${without['media-src']} ${store}`,
    'connect-src': `${without['connect-src']} ${store}`,
  })
  expect(without).toMatchObject({ 'connect-src': "'self'", 'script-src': "'self' 'sha256-x'", 'default-src': "'none'" })
})
