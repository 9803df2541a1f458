// Under which keys unsent answers lie on the phone. Small, because every student page looks whether there are any.

export type Storing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const PREFIX = 'quizAnswer_'

/** What the keys of one student's answers begin with. */
export function prefixOf(studentId: string): string {
  return `${PREFIX}${studentId}_`
}

/** The storage of the phone; undefined where it is switched off. */
export function phoneStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

export function keysOf(storage: Storing | undefined): string[] {
  if (!storage) return []
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
}

/** Whether answers of a student wait on this phone to be sent. */
export function hasKept(storage: Storing | undefined, studentId: string): boolean {
  return keysOf(storage).some((key) => key.startsWith(prefixOf(studentId)))
}
