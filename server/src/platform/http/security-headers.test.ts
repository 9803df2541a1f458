import { expect, it } from 'vitest'
import { pagePolicies } from './web-app.ts'
import { pagePolicy } from './security-headers.ts'

const read = (policy: string) => Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/s).slice(0, 2)))

it('a page may also fetch, show and play files from the file origin, and nothing else', () => {
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

const ours = { s3: undefined, publicUrl: 'https://baobab.example', scriptHashes: ["'sha256-x'"] }
const real = { ...ours, scriptUrl: 'https://js.paystack.co/v2/inline.js' }
const paying = ['/student/payment', '/payment', '/pay-for-child', '/student/payment/', '/payment//', '/Student/Payment']

it.each(paying)('%s may also load the payment provider, and nothing else', (path) => {
  const page = read(pagePolicies(real)('/student/dashboard'))
  expect(read(pagePolicies(real)(path))).toEqual({
    ...page,
    'script-src': `${page['script-src']} https://js.paystack.co https://checkout.paystack.com https://applepay.cdn-apple.com`,
    'frame-src': 'https://checkout.paystack.com',
    'connect-src': `${page['connect-src']} https://api.paystack.co https://standard.paystack.co`,
  })
})

it.each([
  '/',
  '/student/dashboard',
  '/student/successss',
  '/student/receipt',
  '/payments',
  '/student/payment/x',
  '/sw.js',
])('%s has the common policy of all pages', (path) => {
  expect(pagePolicies(real)(path)).toBe(pagePolicy({ scriptHashes: ours.scriptHashes, filesOrigin: undefined }))
})

it('a payment provider on our own origin needs only a frame source', () => {
  const policies = pagePolicies({ ...ours, scriptUrl: 'https://baobab.example/sandbox/paystack/inline.js' })
  expect(read(policies('/payment'))).toEqual({ ...read(policies('/')), 'frame-src': "'self'" })
})
