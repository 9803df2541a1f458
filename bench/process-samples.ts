// Follows a process's memory and open descriptors.
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { median, mib, whole, type Table } from './bench.ts'

type Sample = { atMs: number; rssBytes: number; descriptors: number }

async function sample(pid: number, began: number): Promise<Sample> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const rssKib = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1])
  const descriptors = (await readdir(`/proc/${pid}/fd`)).length
  return { atMs: performance.now() - began, rssBytes: rssKib * 1_024, descriptors }
}

/** Samples a process until stopped. Returns all samples. @throws when stopped, if the process has ended */
export function followProcess(pid: number, everyMs: number): () => Promise<Sample[]> {
  const stop = new AbortController()
  const began = performance.now()
  const samples: Sample[] = []
  const following = (async () => {
    while (!stop.signal.aborted) {
      samples.push(await sample(pid, began))
      await delay(everyMs, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  })()
  // Rethrown by the stop function.
  following.catch(() => undefined)
  return async () => {
    stop.abort()
    await following
    return samples
  }
}

/** The share of a run during which caches fill and the compiler works. */
const WARM_SHARE = 1 / 3

/** How a process changed after its warm-up: medians of the first and last quarter of the rest. */
export function compareEnds(samples: readonly Sample[]) {
  const rest = samples.slice(Math.floor(samples.length * WARM_SHARE))
  const quarter = Math.max(1, Math.floor(rest.length / 4))
  const [first, last] = [rest.slice(0, quarter), rest.slice(-quarter)]
  const middle = (list: readonly Sample[], read: (one: Sample) => number) => median(list.map(read))
  return {
    memoryRatio: middle(last, (one) => one.rssBytes) / middle(first, (one) => one.rssBytes),
    moreDescriptors: middle(last, (one) => one.descriptors) - middle(first, (one) => one.descriptors),
  }
}

const ROWS = 12

/** Returns the curve: a row for each twelfth of the time. */
export function drawCurve(samples: readonly Sample[], title: string): Table {
  const each = Math.max(1, Math.ceil(samples.length / ROWS))
  const chosen = samples.filter((_, n) => n % each === 0 || n === samples.length - 1)
  return {
    title,
    head: ['Minute', 'Memory (RSS)', 'Descriptors'],
    rows: chosen.map(({ atMs, rssBytes, descriptors }) => [
      (atMs / 60_000).toFixed(1),
      mib(rssBytes),
      whole(descriptors),
    ]),
  }
}
