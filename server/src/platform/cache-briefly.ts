/** Returns a function that shares one run, and its failure too, among all calls until some time after it ended. */
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
