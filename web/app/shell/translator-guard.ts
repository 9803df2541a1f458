// Browser translators replace text nodes with `<font>` elements while React still refers to the text nodes. Without this guard React would
// throw (`removeChild`, `insertBefore`) and the whole page would fail, or it would change text that is no longer shown

/** Nodes of the page, and what a translator shows instead. */
type Swap = { originals: readonly Node[]; standIns: readonly Node[] }

/** Keyed by each of their nodes, both originals and stand-ins. */
const swaps = new WeakMap<Node, Swap>()
let observer: MutationObserver | undefined

/**
 * Makes the methods that React uses to change the page accept what translators did to it. A replaced node is first put back in its place,
 * so the page shows the new text, which the translator then translates. Call it before React starts.
 */
export function guardAgainstTranslators(): void {
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its node
  const { insertBefore, appendChild, removeChild } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  if (observer || !nodeValue?.set) return
  observer = new MutationObserver(noteSwaps)
  observer.observe(document, { childList: true, subtree: true })

  // A translator that runs as a script in the page calls the same methods, even on its own elements.
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (!isFont(this) && swaps.has(node)) putBack(node)
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as T
    putBack(before)
    const place = findChild(this, before)
    return place || node.parentNode !== this ? (insertBefore.call(this, node, place) as T) : node
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    if (!isFont(this) && swaps.has(node)) putBack(node)
    return appendChild.call(this, node) as T
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    if (node.parentNode !== this) putBack(node)
    return node.parentNode ? (removeChild.call(node.parentNode, node) as T) : node
  }
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      if (!this.isConnected || isFont(this.parentNode)) putBack(this)
      nodeValue.set?.call(this, value)
    },
  })
}

const isFont = (node: Node | null | undefined): boolean => node?.nodeName === 'FONT'

/** Notes what was replaced. A font next to a removed node stands for it only if both changes came together. */
function noteSwaps(records: readonly MutationRecord[]): void {
  const fresh = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)))
  for (const record of records) if (record.removedNodes.length > 0 && !isFont(record.target)) noteSwap(record, fresh)
}

function noteSwap(
  { removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord,
  fresh: ReadonlySet<Node>,
): void {
  const removed = [...removedNodes]
  const fonts = [findFontAround(removed[0]), nextSibling, previousSibling].filter((node) => node && fresh.has(node))
  // Of two fonts, the one that does not stand for anything yet was made for this node.
  const font = fonts.find((node) => node && !swaps.has(node)) ?? fonts[0]
  const added = addedNodes.length > 0 ? [...addedNodes] : font ? [font] : []
  if (added.length === 0) return
  // Stand-ins may be replaced again.
  const before = new Set([...removed, ...added].flatMap((node) => swaps.get(node) ?? []))
  const earlier = [...before].flatMap((swap) => swap.standIns)
  const originals = [
    ...[...before].flatMap((swap) => swap.originals),
    ...removed.filter((node) => !earlier.includes(node)),
  ]
  const standIns = [...earlier.filter((node) => node.parentNode && !added.includes(node)), ...added]
  // When a translator is switched off, it puts the originals back itself.
  const isUndone = added.some((node) => originals.includes(node))
  for (const node of [...originals, ...standIns]) {
    if (isUndone) swaps.delete(node)
    else swaps.set(node, { originals, standIns })
  }
}

/** Finds the outermost font element around the node. */
function findFontAround(node: Node | undefined): Node | null {
  let font: Node | null = null
  for (let one = node?.parentNode ?? null; one && isFont(one); one = one.parentNode) font = one
  return font
}

/** Puts a node, and those replaced together with it, back in place of their stand-ins. */
function putBack(node: Node): void {
  noteSwaps(observer?.takeRecords() ?? [])
  const swap = swaps.get(node)
  if (!swap?.originals.includes(node)) return
  const [first, ...others] = swap.standIns.filter((one): one is ChildNode => one.parentNode !== null) as ChildNode[]
  first?.replaceWith(...swap.originals)
  for (const one of others) one.remove()
  for (const one of [...swap.originals, ...swap.standIns]) swaps.delete(one)
  // This change was not made by a translator.
  observer?.takeRecords()
}

/** The child of an element that is or contains a node; null if there is none. */
function findChild(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}
