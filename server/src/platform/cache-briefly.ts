/** Returns a function that runs once for all calls until some time after the run ended. The calls share its result or failure. */
export function cacheBriefly<T>(ms: number, run: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined
  let until = Infinity
  return () => {
    if (last && performance.now() < until) return last
    until = Infinity
    last = run().finally(() => (until = performance.now() + ms))
    return last
  }
}
