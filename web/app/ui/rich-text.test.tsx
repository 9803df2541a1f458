import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { richText } from './rich-text.tsx'

test('parts are inserted where the sentence names them', () => {
  const parts = { terms: <a href="/terms">Terms</a>, privacy: <b>Policy</b> }
  expect(renderToStaticMarkup(<p>{richText('Read {privacy}, then {terms}.', parts)}</p>)).toBe(
    '<p>Read <b>Policy</b>, then <a href="/terms">Terms</a>.</p>',
  )
})

test('a sentence that names a missing part throws an error', () => {
  expect(() => richText('Read our {terms}.', {})).toThrow('has no part for {terms}')
})
