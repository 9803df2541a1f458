// The films of the upload page: each is a form of its own. Pure.

/** `file` is undefined in the form that waits for one. */
export type QueuedUpload = { key: number; file: File | undefined }

export type QueueAction =
  /** Files were chosen or dropped in the form `key`: the first is its own, each other gets a form. */
  | { kind: 'chosen'; key: number; files: readonly File[] }
  /** Files for the first form that has none, each other gets a new one. */
  | { kind: 'added'; files: readonly File[] }
  /** The film is stored, or was taken off. */
  | { kind: 'gone'; key: number }

export const emptyQueue: readonly QueuedUpload[] = [{ key: 0, file: undefined }]

/** There is always one form at least. A key is never used twice, so that a new form starts empty. */
export function reduceQueue(films: readonly QueuedUpload[], event: QueueAction): readonly QueuedUpload[] {
  const next = Math.max(...films.map(({ key }) => key)) + 1
  if (event.kind === 'gone') {
    const left = films.filter(({ key }) => key !== event.key)
    return left.length > 0 ? left : [{ key: next, file: undefined }]
  }
  if (event.kind === 'added') {
    const empty = films.find(({ file }) => !file)
    const grown = empty ? films : [...films, { key: next, file: undefined }]
    return reduceQueue(grown, { kind: 'chosen', key: empty?.key ?? next, files: event.files })
  }
  const [own, ...others] = event.files
  if (!own) return films
  const known = new Set(films.flatMap(({ file }) => (file ? [fingerprint(file)] : [])))
  const added = others
    .filter((file) => !known.has(fingerprint(file)))
    .map((file, at): QueuedUpload => ({ key: next + at, file }))
  return [...films.map((film) => (film.key === event.key ? { ...film, file: own } : film)), ...added]
}

/** What tells a chosen file from others, on this machine. */
export function fingerprint({ name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>): string {
  return [name, size, lastModified].join('/')
}
