// Methods that the pages use and that the oldest browsers in `browserslist` lack. root.tsx imports this file first. A test of the built
// scripts (e2e/build.rest.test.ts) finds any that are missing here.

function define(owner: object, methods: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(methods))
    if (!(name in owner)) Object.defineProperty(owner, name, { value, configurable: true, writable: true })
}

define(Array.prototype, {
  toReversed(this: readonly unknown[]) {
    return [...this].reverse()
  },
  toSorted(this: readonly unknown[], compare?: (one: unknown, other: unknown) => number) {
    return [...this].sort(compare)
  },
})

define(Promise, {
  withResolvers() {
    let functions = {}
    const promise = new Promise((resolve, reject) => {
      functions = { resolve, reject }
    })
    return { promise, ...functions }
  },
})

if (typeof AbortSignal !== 'undefined')
  define(AbortSignal, {
    timeout(milliseconds: number) {
      const controller = new AbortController()
      const abort = () => controller.abort(new DOMException('The operation timed out.', 'TimeoutError'))
      setTimeout(abort, milliseconds)
      return controller.signal
    },
  })

define(URL, {
  canParse(url: string, base?: string) {
    try {
      return Boolean(new URL(url, base))
    } catch {
      return false
    }
  },
})

if (typeof Element !== 'undefined') {
  define(Element.prototype, {
    checkVisibility(this: Element) {
      return this.getClientRects().length > 0
    },
  })
  define(HTMLFormElement.prototype, {
    requestSubmit(this: HTMLFormElement) {
      const button = document.createElement('button')
      button.hidden = true
      this.append(button)
      button.click()
      button.remove()
    },
  })
}
