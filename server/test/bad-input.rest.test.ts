// Sends each endpoint the invalid values that `bad-input.test.ts` does not send it.
import { describe, it } from 'vitest'
import * as bad from './send-bad-input.ts'
import { chooseOthers, expectNothingWritten, parameters, withBody, withQuery, writing } from './send-bad-input.ts'

bad.serveBadInput()

describe('JSON that cannot be read', () => {
  expectNothingWritten()
  it.each(writing)('R-39 is refused by %s', (_, endpoint) => bad.refuseMalformedJson(endpoint, chooseOthers))
})

describe('a body of another kind', () => {
  expectNothingWritten()
  it.each(writing)('is refused by %s', (_, endpoint) => bad.refuseOtherKinds(endpoint, chooseOthers))
  it.each(withBody)('R-34 R-35 or another shape is refused by %s', (_, endpoint) =>
    bad.refuseOtherShapes(endpoint, chooseOthers),
  )
})

describe('a field of another type', () => {
  expectNothingWritten()
  it.each(withBody.filter(([, endpoint]) => !bad.isSigned(endpoint)))('R-35 is refused by %s', (_, endpoint) =>
    bad.refuseOtherTypes(endpoint, chooseOthers),
  )
})

// Optional fields may be missing, so these calls may write.
describe('a missing field or a value that is too big', () => {
  it.each(withBody)('is explained by %s in a sentence of ours', (_, endpoint) => bad.explainMissing(endpoint))
  it.each(withQuery)('is explained by %s in the query', (_, endpoint) => bad.explainQuery(endpoint, chooseOthers))
})

describe('a megabyte of text in a field', () => {
  expectNothingWritten()
  it.each(withBody)('W-18 is refused by %s', async (name, endpoint) => {
    const [first = 'unknown', ...others] = Object.keys(bad.sampleBodies()[name] ?? {})
    await bad.refuseMegabyte(endpoint, [first], chooseOthers)
    await bad.refuseMegabyte(endpoint, [...others, 'unknown'], (texts) => [...texts])
  })
})

describe('a text that cannot be stored', () => {
  it.each(withBody)('R-40 never breaks %s', (_, endpoint) =>
    bad.storeNothing(endpoint, (n) => bad.unstorable.filter((_text, index) => index !== n % 2)),
  )
})

describe('an unknown name or id in a path', () => {
  expectNothingWritten()
  it.each(parameters)('R-40 %s refuses it as :%s', (_, parameter, endpoint) =>
    bad.refuseUnknownValues(endpoint, parameter, chooseOthers),
  )
})

describe('a multipart body', () => {
  expectNothingWritten()
  it.each(writing)('that is malformed or contains no video is refused by %s', (_, endpoint) =>
    bad.refuseMultipart(endpoint, chooseOthers),
  )
})
