// How translators replace a page's text nodes, and what the page then shows.
import { render } from '@testing-library/react'
import { afterAll, expect, test, vi } from 'vitest'
import { guardAgainstTranslators } from './translator-guard.ts'

const before = Object.getOwnPropertyDescriptors(Node.prototype)
afterAll(() => Object.defineProperties(Node.prototype, before))
guardAgainstTranslators()

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE
const textsOf = (element: Element) => [...element.childNodes].filter(isText)

function makeFont(content = ''): HTMLElement {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')]
  inner.append(content)
  outer.append(inner)
  return outer
}

const translators: Readonly<Record<string, (element: Element) => void>> = {
  'replaces each text': (element) => {
    for (const node of textsOf(element)) node.replaceWith(makeFont(node.data))
  },
  'inserts, then removes': (element) => {
    for (const node of textsOf(element)) {
      element.insertBefore(makeFont(node.data), node)
      element.removeChild(node)
    }
  },
  'inserts after, then removes': (element) => {
    for (const node of textsOf(element)) {
      node.after(makeFont(node.data))
      node.remove()
    }
  },
  'moves each text into its element': (element) => {
    for (const node of textsOf(element)) {
      const font = makeFont()
      node.replaceWith(font)
      font.firstChild?.appendChild(node)
    }
  },
  'moves each text, then inserts its element': (element) => {
    for (const node of textsOf(element)) {
      const font = makeFont()
      const next = node.nextSibling
      font.firstChild?.appendChild(node)
      element.insertBefore(font, next)
    }
  },
  'shows all texts in one element': (element) => {
    const [first, ...others] = textsOf(element)
    first?.replaceWith(
      makeFont(
        textsOf(element)
          .map(({ data }) => data)
          .join(''),
      ),
    )
    for (const node of others) node.remove()
  },
  'writes the element once more': (element) => {
    element.replaceChildren(makeFont(element.textContent))
  },
  'translates twice': (element) => {
    for (const node of textsOf(element)) node.replaceWith(makeFont(node.data))
    for (const font of element.querySelectorAll(':scope > font')) font.replaceWith(makeFont(font.textContent))
  },
  'is switched off again': (element) => {
    for (const node of textsOf(element)) {
      const font = makeFont(node.data)
      node.replaceWith(font)
      font.replaceWith(node)
    }
  },
}

function Score({ points, mark, before }: { points: number; mark?: string; before?: boolean }) {
  return (
    <p>
      {before && <b>New: </b>}
      {mark && 'Well done! '}
      You have {points} points.
      {mark}
    </p>
  )
}

for (const [how, translate] of Object.entries(translators))
  test(`a page shows its current text if a translator ${how}`, async () => {
    const { container, rerender } = render(<Score points={1} />)
    const shown = () => container.textContent.replaceAll(/\s+/g, ' ').trim()
    const steps = [
      [<Score key="" points={2} />, 'You have 2 points.'],
      [<Score key="" points={2} mark="*" />, 'Well done! You have 2 points.*'],
      [<Score key="" points={3} mark="+" before />, 'New: Well done! You have 3 points.+'],
      [<Score key="" points={4} />, 'You have 4 points.'],
    ] as const
    for (const [page, expected] of steps) {
      const paragraph = container.querySelector('p')
      if (paragraph) translate(paragraph)
      // Mutation observers run before React renders again.
      await vi.waitFor(() => expect(shown()).not.toBe(''))
      rerender(page)
      expect(shown()).toBe(expected)
    }
  })
