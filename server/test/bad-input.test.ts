// Walks the contract with requests that are each invalid in one way: each gets a clear 4xx, never a 500, and writes
// nothing. New endpoints are included automatically. `bad-input.rest.test.ts` sends each endpoint the values that it does not get here.
import { declarationOf } from '@baobab/contract/kernel/declaration.ts'
import { describe, expect, it } from 'vitest'
import * as bad from './send-bad-input.ts'
import { chooseThird, expectNothingWritten, parameters, withBody, withQuery, writing } from './send-bad-input.ts'
import { snapshotDatabase } from './snapshot-database.ts'

bad.serveBadInput()

it('the snapshot shows every row that is new, changed or gone, but not when somebody was last seen', async () => {
  const t = bad.badInputApp()
  const read = () => snapshotDatabase(t)
  const before = await read()
  await t.owner.query('update sessions set last_seen_at = now()')
  expect(await read()).toEqual(before)
  const states = [before]
  for (const statement of [
    `insert into contact_messages (id, first_name, last_name, email, message, created_at)
       values (gen_random_uuid(), 'A', 'B', 'a@b.example', 'C', now())`,
    `update contact_messages set message = 'D' where email = 'a@b.example'`,
    `delete from contact_messages where email = 'a@b.example'`,
  ]) {
    await t.owner.query(statement)
    states.push(await read())
  }
  expect(states.map((state) => state['contact_messages'] === before['contact_messages'])).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(states[1]).not.toEqual(states[2])
  expect(states[3]).toEqual(before)
})

it.each(withBody)('%s has a sample that its contract accepts', (name, endpoint) => {
  expect(Object.keys(bad.sampleBodies())).toContain(name)
  expect(bad.accepts(declarationOf(endpoint).body, bad.sampleBodies()[name])).toBe(true)
})

describe('JSON that cannot be read', () => {
  expectNothingWritten()
  it.each(writing)('R-39 is refused by %s', (_, endpoint) => bad.refuseMalformedJson(endpoint, chooseThird))
})

describe('a body of another kind', () => {
  expectNothingWritten()
  it.each(writing)('is refused by %s', (_, endpoint) => bad.refuseOtherKinds(endpoint, chooseThird))
  it.each(withBody)('R-34 R-35 or another shape is refused by %s', (_, endpoint) =>
    bad.refuseOtherShapes(endpoint, chooseThird),
  )
})

describe('a field of another type', () => {
  expectNothingWritten()
  it.each(withBody.filter(([, endpoint]) => !bad.isSigned(endpoint)))('R-35 is refused by %s', (_, endpoint) =>
    bad.refuseOtherTypes(endpoint, chooseThird),
  )
})

// Optional fields may be missing, so these calls may write.
describe('a missing field or a value that is too big', () => {
  it.each(withBody)('is explained by %s in a sentence of ours', (_, endpoint) => bad.explainBigAndEmpty(endpoint))
  it.each(withQuery)('is explained by %s in the query', (_, endpoint) => bad.explainQuery(endpoint, chooseThird))
})

describe('a field where the endpoint has none', () => {
  expectNothingWritten()
  const withoutBody = writing.filter(([, endpoint]) => !declarationOf(endpoint).body)
  it.each(withoutBody)('is refused by %s', (_, endpoint) => bad.refuseAnyBody(endpoint))
})

describe('a megabyte of text in a field', () => {
  expectNothingWritten()
  it.each(withBody)('W-18 is refused by %s', (name, endpoint) => {
    const [first = 'unknown'] = Object.keys(bad.sampleBodies()[name] ?? {})
    return bad.refuseMegabyte(endpoint, [first], chooseThird)
  })
})

describe('a text that cannot be stored', () => {
  it.each(withBody)('R-40 never breaks %s', (_, endpoint) =>
    bad.storeNothing(endpoint, (n) => bad.unstorable.filter((_text, index) => index === n % 2)),
  )
})

describe('an unknown name or id in a path', () => {
  expectNothingWritten()
  it.each(parameters)('R-40 %s refuses it as :%s', (_, parameter, endpoint) =>
    bad.refuseUnknownValues(endpoint, parameter, chooseThird),
  )
})

describe('a query', () => {
  expectNothingWritten()
  it.each(withQuery)('R-36 of %s is strict', (_, endpoint) => bad.refuseLooseQueries(endpoint))
})

describe('a multipart body', () => {
  expectNothingWritten()
  it.each(writing)('that is malformed or contains no video is refused by %s', (_, endpoint) =>
    bad.refuseMultipart(endpoint, chooseThird),
  )
})

describe('an empty file', () => {
  const sentences: Record<string, string> = {
    video: 'Please select a video file.',
    captions: 'Please select a captions file.',
    poster: 'Please choose a picture.',
    profilePicture: 'Please choose a picture.',
    file: 'Please select a file',
    picture1: 'Choose a picture for each of the four options.',
  }
  expectNothingWritten()
  it.each(bad.withFiles)('is refused by %s as if none was chosen', async (_, endpoint) => {
    const [first = ''] = declarationOf(endpoint).files ?? []
    expect(await bad.refuseEmptyFiles(endpoint)).toBe(sentences[first])
  })
})
