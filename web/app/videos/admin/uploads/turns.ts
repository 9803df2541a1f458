/** Lets so many work at once; the others wait in the order they came. */
export function makeTurns(atOnce: number) {
  let free = atOnce
  const line: (() => void)[] = []

  function giveBack(): void {
    const next = line.shift()
    if (next) next()
    else free += 1
  }

  /** Resolves with what gives the turn back; rejects with the signal's reason where that comes first. */
  function take(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const leave = () => {
        line.splice(line.indexOf(begin), 1)
        reject(signal.reason)
      }
      const begin = () => {
        signal.removeEventListener('abort', leave)
        resolve(once(giveBack))
      }
      if (free > 0) {
        free -= 1
        return begin()
      }
      line.push(begin)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  return { take }
}

export type Turns = ReturnType<typeof makeTurns>

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}
