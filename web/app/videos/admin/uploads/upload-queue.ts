// The forms of the upload page: one for each selected file. Pure functions.

/** `file` is undefined while no file is selected in the form. */
export type QueuedUpload = { key: number; file: File | undefined }

export type QueueAction =
  /** Files were selected or dropped in the form `key`: the first is added to it, and every other file gets a new form. */
  | { kind: 'chosen'; key: number; files: readonly File[] }
  /** Files were selected for no form: the first is added to a form without a file, and every other file gets a new form. */
  | { kind: 'added'; files: readonly File[] }
  /** The video was saved, or its form was removed. */
  | { kind: 'removed'; key: number }

export const emptyQueue: readonly QueuedUpload[] = [{ key: 0, file: undefined }]

/** Keeps at least one form. Keys are never reused, so that a new form starts empty. */
export function reduceQueue(queue: readonly QueuedUpload[], action: QueueAction): readonly QueuedUpload[] {
  const nextKey = Math.max(...queue.map(({ key }) => key)) + 1
  if (action.kind === 'removed') {
    const rest = queue.filter(({ key }) => key !== action.key)
    return rest.length > 0 ? rest : [{ key: nextKey, file: undefined }]
  }
  if (action.kind === 'added') {
    const empty = queue.find(({ file }) => !file)
    const extended = empty ? queue : [...queue, { key: nextKey, file: undefined }]
    return reduceQueue(extended, { kind: 'chosen', key: empty?.key ?? nextKey, files: action.files })
  }
  const [first, ...others] = action.files
  if (!first) return queue
  const known = new Set(queue.flatMap(({ file }) => (file ? [fingerprint(file)] : [])))
  const added = others
    .filter((file) => !known.has(fingerprint(file)))
    .map((file, index): QueuedUpload => ({ key: nextKey + index, file }))
  return [...queue.map((form) => (form.key === action.key ? { ...form, file: first } : form)), ...added]
}

/** Identifies a selected file on this computer. */
export function fingerprint({ name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>): string {
  return [name, size, lastModified].join('/')
}
