// Brings films onto the phone and takes them off. It lives as long as the page does, whichever screen is shown; what a
// closed page had begun goes on when the student says so, because data is dear.
import { dropFile, keepFile, LinkRefused } from './keep-file.ts'
import { FILMS_CACHE } from './kept-files.ts'
import { namesToDrop, type FilmList, type KeptFilm } from './kept-films.ts'
import { namesOf, withoutLinks, type Offer } from './kept-video.ts'
import type { Video } from '@baobab/contract/videos.ts'

/** How a film on its way is doing; one that is neither here whole nor in this list is paused. */
export type Saving = { state: 'saving' | 'waiting' | 'no-room' | 'failed'; received: number }

type Deps = {
  list: FilmList
  store: Pick<CacheStorage, 'open' | 'delete'>
  /** What there is to keep of a video now, with links that work. */
  offerNow: (film: KeptFilm) => Promise<Offer | undefined>
  whoIsIn: () => string | undefined
  now: () => string
  /** A film is here whole. */
  onKept: () => void
  fetch?: typeof globalThis.fetch
}

export type FilmKeeper = ReturnType<typeof createFilmKeeper>

export function createFilmKeeper({ list, store, offerNow, whoIsIn, now, onKept, fetch }: Deps) {
  const running = new Map<string, { controller: AbortController; done: Promise<void> }>()
  const listeners = new Set<() => void>()
  let savings: ReadonlyMap<string, Saving> = new Map()

  const show = (film: KeptFilm, saving: Saving | undefined) => {
    const next = new Map(savings)
    if (saving) next.set(keyOf(film), saving)
    else next.delete(keyOf(film))
    savings = next
    for (const listener of listeners) listener()
  }

  async function keepFiles(film: KeptFilm, { links }: Offer, signal: AbortSignal): Promise<void> {
    const cache = await store.open(FILMS_CACHE)
    const own = { store: cache, signal, ...(fetch && { fetch }) }
    const { film: main, ...small } = links
    for (const url of Object.values(small)) await keepFile(url, { ...own, onBytes: () => undefined })
    await keepFile(main, {
      ...own,
      onBytes: (received) => {
        if (whoIsIn() !== film.studentId) running.get(keyOf(film))?.controller.abort()
        show(film, { state: 'saving', received })
      },
    })
  }

  /** Fetches until the film is whole; a link that ran out is replaced once. */
  async function bring(film: KeptFilm, offer: Offer | undefined, signal: AbortSignal): Promise<KeptFilm> {
    const links = offer ?? (await offerNow(film))
    if (!links) throw new LinkRefused('Nothing to keep')
    const files = namesOf(links)
    if (files.film !== film.files.film) await dropFiles(film)
    const current: KeptFilm = { ...film, files, bytes: links.bytes, quality: links.quality }
    list.put(current)
    try {
      await keepFiles(current, links, signal)
      await dropReplaced(film, current)
      return current
    } catch (error) {
      if (error instanceof LinkRefused && offer) return bring(current, undefined, signal)
      throw error
    }
  }

  async function run(film: KeptFilm, offer?: Offer): Promise<void> {
    if (running.has(keyOf(film))) return
    const controller = new AbortController()
    const done = runWith(film, offer, controller.signal)
    running.set(keyOf(film), { controller, done })
    await done
  }

  async function runWith(film: KeptFilm, offer: Offer | undefined, signal: AbortSignal): Promise<void> {
    show(film, { state: 'saving', received: film.received })
    try {
      const whole = await bring(film, offer, signal)
      list.put({ ...whole, received: whole.bytes, keptAt: now() })
      show(film, undefined)
      onKept()
    } catch (error) {
      remember(film)
      show(film, signal.aborted ? undefined : { state: stateOf(error), received: receivedOf(film) })
    } finally {
      running.delete(keyOf(film))
    }
  }

  const receivedOf = (film: KeptFilm) => savings.get(keyOf(film))?.received ?? film.received
  /** How far it came, for the next page; a film that was deleted meanwhile stays so. */
  function remember(film: KeptFilm): void {
    const known = list.all().find((one) => keyOf(one) === keyOf(film))
    if (known) list.put({ ...known, received: receivedOf(film) })
  }

  async function dropFiles(film: KeptFilm): Promise<void> {
    const cache = await store.open(FILMS_CACHE)
    for (const name of namesToDrop(film, list.all())) await dropFile(cache, name)
  }

  /** Captions and posters that another has taken the place of. */
  async function dropReplaced(before: KeptFilm, now: KeptFilm): Promise<void> {
    const cache = await store.open(FILMS_CACHE)
    const kept = new Set(Object.values(now.files))
    for (const name of namesToDrop(before, list.all())) if (!kept.has(name)) await dropFile(cache, name)
  }

  async function drop(film: KeptFilm): Promise<void> {
    const saving = running.get(keyOf(film))
    saving?.controller.abort()
    await saving?.done
    // First it is no film any more, then its files go: a page that is closed in between leaves nothing that cannot play.
    list.put({ ...film, keptAt: null, received: 0 })
    await dropFiles(film)
    list.remove(film)
    show(film, undefined)
    if (list.all().length === 0) await store.delete(FILMS_CACHE)
  }

  return {
    /** Keeps a film for a student, in place of another quality of it. */
    async save(studentId: string, video: Video, offer: Offer): Promise<void> {
      const begun = { studentId, video: withoutLinks(video) }
      const earlier = list.all().find((one) => keyOf(one) === keyOf(begun))
      const files = namesOf(offer)
      if (earlier && earlier.files.film !== files.film) await drop(earlier)
      const { quality, bytes } = offer
      const film = { ...begun, quality, bytes, received: 0, keptAt: null, files }
      try {
        list.put(film)
      } catch {
        return show({ ...film }, { state: 'no-room', received: 0 })
      }
      await run(film, offer)
    },
    /** Goes on with what was begun. */
    goOn: (film: KeptFilm) => run(film),
    pause: (film: KeptFilm) => running.get(keyOf(film))?.controller.abort(),
    drop,
    /** The network may be back. */
    hurry(): void {
      for (const film of list.all()) if (savings.get(keyOf(film))?.state === 'waiting') void run(film)
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** By `keyOf`; the same map until something changes. */
    savings: () => savings,
  }
}

export function keyOf({ studentId, video }: { studentId: string; video: Pick<Video, '_id'> }): string {
  return `${studentId}_${video._id}`
}

function stateOf(error: unknown): Saving['state'] {
  if (error instanceof LinkRefused) return 'failed'
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'no-room' : 'waiting'
}
