import { beforeEach, expect, it, vi } from 'vitest'
import { showFirstError } from './show-first-error.ts'

const scrolled: Element[] = []
beforeEach(() => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this)
  })
})

/** Shows a form's first error. Returns the id of the focused element, and the ids of the elements scrolled to. */
function show(html: string): { focused: string | undefined; scrolled: string[] } {
  scrolled.length = 0
  document.body.innerHTML = `<form>${html}<button id="send">Send</button></form>`
  const form = document.querySelector('form')
  form?.querySelector('button')?.focus()
  if (form) showFirstError(form)
  return { focused: document.activeElement?.id, scrolled: scrolled.map(({ id }) => id) }
}

const field = (name: string, error = '') =>
  `<div id="${name}-frame"><label id="${name}-label" for="${name}">${name}</label>
  <input id="${name}" aria-describedby="${name}-error ${name}-hint">
  <p class="err" id="${name}-error" ${error ? '' : 'hidden'}>${error}</p></div>`

it('the first invalid field on the page gets the focus, and is shown with its label and message', () => {
  expect(show(field('name') + field('town', 'Enter your town') + field('school', 'Enter your school'))).toEqual({
    focused: 'town',
    scrolled: ['town-frame', 'town', 'town-error'],
  })
})

it.each([
  ['chosen', '<input type="radio" id="a"><input type="radio" id="b" checked>', 'b'],
  ['first', '<input type="radio" id="a"><input type="radio" id="b">', 'a'],
  ['wrong', '<input id="a"><input id="b" aria-invalid="true">', 'b'],
])('in an invalid group the %s field gets the focus', (_which, fields, focused) => {
  const group = `<fieldset aria-describedby="e"><p class="err" id="e">Choose one</p>${fields}</fieldset>`
  expect(show(group + field('town', 'Enter your town')).focused).toBe(focused)
})

it('a field in a collapsed part of the page is shown', () => {
  show(`<details>${field('town', 'Enter your town')}</details>`)
  expect(document.querySelector('details')?.open).toBe(true)
})

it('an error about the whole form is shown if no field is invalid', () => {
  const note = '<div class="note" role="alert" id="note">Not now</div>'
  expect(show(note + field('town', 'Enter your town')).focused).toBe('town')
  expect(show(field('town') + note)).toMatchObject({ focused: 'note', scrolled: ['', 'note', 'note'] })
})

it('a field that the keyboard covers is moved above it, even once the keyboard has opened', () => {
  vi.useFakeTimers()
  const view = Object.assign(new EventTarget(), { offsetTop: 0, height: 560 })
  vi.stubGlobal('visualViewport', view)
  const starts: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element, options) {
    if (options === undefined) starts.push(this.id)
  })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ bottom: 500 } as DOMRect)
  const resize = (height: number) => {
    view.height = height
    view.dispatchEvent(new Event('resize'))
  }
  show(field('town', 'Enter your town'))
  expect(starts).toEqual([])
  resize(280)
  expect(starts).toEqual(['town-frame'])
  show(field('town', 'Enter your town'))
  expect(starts).toHaveLength(2)
  vi.advanceTimersByTime(1_000)
  resize(270)
  expect(starts).toHaveLength(2)
})

it('nothing moves if nothing is wrong', () => {
  expect(show(field('town'))).toEqual({ focused: 'send', scrolled: [] })
})
