// Finds the sentences of a page, with the places where they are shown, so that each can be marked while it is read.

/** A sentence, and where it is. */
export type Sentence = { text: string; range: Range }

/** What is not read: controls, drawings, code, and what is only for screen readers or hidden from them. */
const SKIPPED = `nav, button, [role="button"], .btn, .back, script, style, svg, select, input, textarea, code, pre, [aria-hidden="true"],
  [hidden], .sr, [role="dialog"], dialog, .player`
/** The displays of elements that are part of the sentence around them. */
const INLINE = new Set(['inline', 'contents', 'inline-block', 'inline-flex'])

type Piece = { node: Text; block: Element }

/** Returns the sentences of an element in reading order, without what is folded or hidden. */
export function listSentences(root: Element): Sentence[] {
  return groupByBlock(listPieces(root)).flatMap(splitBlock)
}

function listPieces(root: Element): Piece[] {
  const pieces: Piece[] = []
  const visit = (element: Element, block: Element) => {
    if (element !== root && element.matches(SKIPPED)) return
    const { display, visibility } = getComputedStyle(element)
    if (display === 'none' || visibility === 'hidden') return
    const own = INLINE.has(display) ? block : element
    const isFolded = element instanceof HTMLDetailsElement && !element.open
    for (const child of element.childNodes) {
      if (child instanceof Text && !isFolded) pieces.push({ node: child, block: own })
      if (child instanceof Element && (!isFolded || child.matches('summary'))) visit(child, own)
    }
  }
  visit(root, root)
  return pieces
}

/** Joins neighbouring pieces of one block. */
function groupByBlock(pieces: readonly Piece[]): Text[][] {
  const groups: { block: Element; nodes: Text[] }[] = []
  for (const { node, block } of pieces) {
    const last = groups.at(-1)
    if (last?.block === block) last.nodes.push(node)
    else groups.push({ block, nodes: [node] })
  }
  return groups.map(({ nodes }) => nodes)
}

function splitBlock(nodes: readonly Text[]): Sentence[] {
  const text = nodes.map(({ data }) => data).join('')
  return splitSentences(text).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end).replace(/\s+/g, ' ').trim()
    if (!/[\p{L}\p{N}]/u.test(sentence)) return []
    const range = document.createRange()
    range.setStart(...findOffset(nodes, start))
    range.setEnd(...findOffset(nodes, end))
    return [{ text: sentence, range }]
  })
}

function splitSentences(text: string): { start: number; end: number }[] {
  if (!('Segmenter' in Intl)) return [{ start: 0, end: text.length }]
  const segments = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)
  return Array.from(segments, ({ index, segment }) => ({ start: index, end: index + segment.trimEnd().length }))
}

/** Returns the text node at an offset in the joined text, and the offset in that node. */
function findOffset(nodes: readonly Text[], offset: number): [Text, number] {
  let left = offset
  for (const node of nodes) {
    if (left <= node.length) return [node, left]
    left -= node.length
  }
  const last = nodes.at(-1) ?? new Text()
  return [last, last.length]
}
