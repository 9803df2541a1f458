import { Fragment, type ReactNode } from 'react'

/**
 * Inserts elements into a whole sentence, so that translators see one sentence and may move the parts: `richText('Read our {terms}.', {
 * terms: <Link to={paths.terms}>Terms</Link> })`.
 * @throws if the sentence names a part that was not given
 */
export function richText(sentence: string, parts: Record<string, ReactNode>): ReactNode {
  return sentence.split(/\{(\w+)\}/).map((piece, index) => {
    if (index % 2 === 0) return piece
    if (!(piece in parts)) throw new Error(`The sentence "${sentence}" has no part for {${piece}}.`)
    return <Fragment key={piece}>{parts[piece]}</Fragment>
  })
}
